"""A second opinion on what was said: an operator's own sherpa-onnx model. Off by default; it runs on this machine, nothing is sent."""

from __future__ import annotations

import importlib
import re
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import nan
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from core.arrays import Float32
from core.errors import BadSetting, Unavailable
from core.ports.language import HeardToken
from core.wire import Bilingual

SAMPLE_RATE = 16_000
THREADS = 2
LONGEST_TOKEN_SECONDS = 0.6
"""A recogniser says when a token begins; it ends where the next begins, but no later than this."""
TOKENS = "tokens.txt"
MARKUP = re.compile(r"<[^<>]*>|[▁\s]|@@$")
"""What vocabularies hold beside text: <unk>, <|zh|>, the word mark of SentencePiece, the join mark of BPE."""


@dataclass(frozen=True)
class Kind:
    """A family of models: the constructor of `sherpa_onnx.OfflineRecognizer` and which argument takes which file."""

    constructor: str
    files: Mapping[str, str]
    """Argument to the beginning of the file's name."""


TRANSDUCER = Kind("from_transducer", {"encoder": "encoder", "decoder": "decoder", "joiner": "joiner"})
SINGLE = {
    "paraformer": Kind("from_paraformer", {"paraformer": "model"}),
    "sense_voice": Kind("from_sense_voice", {"model": "model"}),
    "telespeech": Kind("from_telespeech_ctc", {"model": "model"}),
    "wenet": Kind("from_wenet_ctc", {"model": "model"}),
    "dolphin": Kind("from_dolphin_ctc", {"model": "model"}),
    "nemo": Kind("from_nemo_ctc", {"model": "model"}),
    "zipformer": Kind("from_zipformer_ctc", {"model": "model"}),
}
"""Models of one file, by a word in the name of the folder or in the model's own description (`model_type` and its other keys)."""


class NoRecogniser(Unavailable):
    """The package sherpa-onnx is not installed, or does not take the model."""

    default_remedy = Bilingual(
        zh="请安装 Python 包 sherpa-onnx（pip install sherpa-onnx），或去掉 WENLU_SPEECH_BACKEND。",
        en="Install the Python package sherpa-onnx (pip install sherpa-onnx), or take WENLU_SPEECH_BACKEND away.",
    )


class NoModel(BadSetting):
    """The folder holds no model that is known here."""

    default_remedy = Bilingual(
        zh="WENLU_SHERPA_MODEL 应指向一个解压后的 sherpa-onnx 离线模型文件夹，内有 tokens.txt 和 model.onnx（或 encoder、decoder、joiner）。",
        en="WENLU_SHERPA_MODEL names the folder of an unpacked offline model of sherpa-onnx, with tokens.txt and model.onnx (or encoder, decoder, joiner).",
    )


def recogniser(backend: str, folder: str) -> SherpaRecogniser | None:
    """What WENLU_SPEECH_BACKEND and WENLU_SHERPA_MODEL ask for; None where the first is empty.

    Raises `BadSetting` for another back end, `NoModel` where the folder is of no use: at the start, not in the middle of a lesson.
    """
    if not backend:
        return None
    if backend != "sherpa":
        raise BadSetting(f"WENLU_SPEECH_BACKEND={backend!r} is not known; the only one is 'sherpa'.")
    if not folder:
        raise NoModel("WENLU_SHERPA_MODEL is empty.")
    return SherpaRecogniser(Path(folder))


class SherpaRecogniser:
    """`core.ports.language.Recogniser` over an offline model of sherpa-onnx, loaded on first use."""

    def __init__(self, folder: Path, *, package: Callable[[], ModuleType] | None = None) -> None:
        """Raises `NoModel` where files are missing. `package` gives the module sherpa_onnx."""
        self._folder = folder
        self._package = package or _sherpa
        self._lock = threading.Lock()
        self.kind, self._files = find_model(folder)

    @property
    def version(self) -> str:
        """Versions of the package and the model, as reports name them."""
        return f"sherpa-onnx {getattr(self._package(), '__version__', '')} {self._folder.name}".replace("  ", " ")

    def hear(self, samples: Float32) -> list[HeardToken]:
        """The tokens that were heard (mostly characters), in order; none in silence.

        Parameters
        ----------
        samples : array [shape=(n_samples,)]
            16 kHz, one channel, -1 to 1.
        """
        if not len(samples):
            return []
        with self._lock:
            stream = self._model.create_stream()
            stream.accept_waveform(SAMPLE_RATE, np.ascontiguousarray(samples, np.float32))
            self._model.decode_stream(stream)
            result = stream.result
        return timed(list(result.tokens), list(result.timestamps), len(samples) / SAMPLE_RATE)

    @cached_property
    def _model(self) -> Any:
        constructor = getattr(self._package().OfflineRecognizer, self.kind.constructor, None)
        if constructor is None:
            raise NoRecogniser(f"This version of sherpa-onnx has no {self.kind.constructor}.")
        try:
            return constructor(**self._files, num_threads=THREADS)
        except (RuntimeError, ValueError, AssertionError) as error:
            raise NoModel(f"sherpa-onnx cannot use the model in {self._folder.name!r}.") from error


def find_model(folder: Path) -> tuple[Kind, dict[str, str]]:
    """The kind of model in a folder, and the arguments that name its files. Raises `NoModel`."""
    if not (folder / TOKENS).is_file():
        raise NoModel(f"There is no {TOKENS} in the folder {folder.name!r}.")
    kind = _kind(folder)
    files = {argument: _onnx(folder, start) for argument, start in kind.files.items()}
    missing = [kind.files[argument] for argument, path in files.items() if path is None]
    if missing:
        raise NoModel(f"There is no {missing[0]}.onnx in the folder {folder.name!r}.")
    return kind, {"tokens": str(folder / TOKENS)} | {name: str(path) for name, path in files.items()}


def timed(tokens: list[str], starts: list[float], seconds: float) -> list[HeardToken]:
    """Tokens with the times at which each begins and ends; NaN where the model gives no times.

    >>> timed(["▁你", "<unk>", "好"], [0.2, 0.3, 0.5], 2.0)
    [HeardToken(text='你', start=0.2, end=0.3), HeardToken(text='好', start=0.5, end=1.1)]
    """
    if len(starts) != len(tokens):
        timed_tokens = [HeardToken(MARKUP.sub("", token), nan, nan) for token in tokens]
    else:
        ends = (min(after, start + LONGEST_TOKEN_SECONDS) for start, after in pairwise([*starts, seconds]))
        timed_tokens = [
            HeardToken(MARKUP.sub("", text), *times) for text, *times in zip(tokens, starts, ends, strict=True)
        ]
    return [token for token in timed_tokens if token.text]


def _kind(folder: Path) -> Kind:
    if _onnx(folder, "joiner") is not None:
        return TRANSDUCER
    model = _onnx(folder, "model")
    if model is None:
        raise NoModel(f"There is no model.onnx in the folder {folder.name!r}.")
    kind = _described(folder.resolve().name) or _described(_description(model))
    if kind is None:
        raise NoModel(f"What kind of model {folder.name!r} is, neither its name nor its description says.")
    return kind


def _described(text: str) -> Kind | None:
    words = text.lower().replace("-", "_").replace("sensevoice", "sense_voice")
    return next((kind for word, kind in SINGLE.items() if word in words), None)


def _description(model: Path) -> str:
    """Keys and values that the model's maker wrote into it."""
    import onnxruntime

    try:
        session = onnxruntime.InferenceSession(str(model), providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's errors have no common root of their own
        raise NoModel(f"{model.name!r} is no ONNX model.") from error
    return " ".join(
        f"{key} {value}" for key, value in session.get_modelmeta().custom_metadata_map.items() if len(value) < 100
    )


def _onnx(folder: Path, start: str) -> Path | None:
    """The file whose name begins so; the one with 8-bit weights where there are several, for it is quicker on a processor."""
    matching = sorted(folder.glob(f"{start}*.onnx"), key=lambda path: (".int8." not in path.name, path.name))
    return matching[0] if matching else None


def _sherpa() -> ModuleType:
    try:
        return importlib.import_module("sherpa_onnx")
    except ImportError as error:
        raise NoRecogniser("WENLU_SPEECH_BACKEND=sherpa needs the package sherpa-onnx.") from error
