"""The optional recogniser: which model a folder holds, what is heard, what is said when something is missing."""

from __future__ import annotations

import base64
import gzip
import importlib
import math
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from core.backends.sherpa import NoModel, NoRecogniser, SherpaRecogniser, find_model, recogniser, timed
from core.errors import BadSetting
from core.ports.language import HeardToken, Recogniser

TWO_SOUNDS = """
H4sIAAAAAAACA+1UQU7bQBTlxw4eHhCiXyLaigV4A8oOygp10Ubd1CoVEpWQ2Fi2M44s2Z5oZpImOU0PwqIHSE/SS9ROcCtQT4AYaUZv3n/zZ95inhCX
v4FT0AzuQmoFt1DGwlGlhJuqiea2nEo999s3eZZIvMXmLMxlaZpqKr9L7Tufsil6WGtBt0yRv3kV2atJjg4oAsVMie98HA5xAkp4K1ejcKxVbHx8UaMb
ldoimvW34UazzLxu/aAWjrDuzrt/xfXVvvg8lKXN7Jxp1N8X1PUGq7cHYuNhNGzt5YGlin21YmtvgaAn0tpNINyGXXriWjhdGtBt8NOrqV/L5ftq3r/g
Z4vv6/0Lfn6431v/5TjYqdgPTUzcvalyj/fBgrgDh+lrvXxDS1zf9Zqg421sCY/bq3p8jH/J9d+TTnyIx3n1qMHAxUZ3Vx8ChRrKPLTzseTOIhunShdS
n4eJTfQOvCpHTaZKpjO9B0xVEsWhyRaS6Z0+AJtJbKJinGflKEyjxCrNdFEpvUQVRRWO7Fpp7B8df+bL3QUAAA==
"""
"""A CTC model of the kind zipformer2_ctc, made for this test (ONNX, gzip, base64): the two tokens are more energy in the lower and
in the upper half of the bands, the blank is about as much in both; one frame in four is used."""


def folder_of(path: Path, *names: str) -> Path:
    """A folder with empty files."""
    path.mkdir(parents=True)
    for name in names:
        (path / name).touch()
    return path


def fake_package(made: dict[str, Any], *, tokens: list[str], starts: list[float]) -> ModuleType:
    """A stand-in for sherpa_onnx: notes how it is called, hears always the same."""
    package = ModuleType("sherpa_onnx")

    class Model:
        def create_stream(self) -> SimpleNamespace:
            return SimpleNamespace(
                accept_waveform=lambda rate, samples: made.update(rate=rate, samples=samples),
                result=SimpleNamespace(tokens=tokens, timestamps=starts),
            )

        def decode_stream(self, stream: SimpleNamespace) -> None:
            made["decoded"] = True

    def from_paraformer(**arguments: Any) -> Model:
        made.update(arguments)
        return Model()

    package.OfflineRecognizer = SimpleNamespace(from_paraformer=from_paraformer)  # type: ignore[attr-defined]
    package.__version__ = "2.0.1"  # type: ignore[attr-defined]
    return package


@pytest.mark.parametrize(
    ("name", "files", "constructor"),
    [
        ("sherpa-onnx-paraformer-zh-2024-03-09", ["model.int8.onnx", "model.onnx"], "from_paraformer"),
        ("sherpa-onnx-sense-voice-zh-en", ["model.onnx"], "from_sense_voice"),
        ("sherpa-onnx-zipformer-ctc-zh-int8-2025-07-03", ["model.int8.onnx"], "from_zipformer_ctc"),
        ("sherpa-onnx-wenetspeech-wenet", ["model.onnx"], "from_wenet_ctc"),
        ("sherpa-onnx-nemo-ctc-zh-citrinet-512", ["model.onnx"], "from_nemo_ctc"),
        (
            "sherpa-onnx-zipformer-multi-zh-hans",
            ["encoder-epoch-20-avg-1.onnx", "decoder-epoch-20-avg-1.onnx", "joiner-epoch-20-avg-1.int8.onnx"],
            "from_transducer",
        ),
    ],
)
def test_the_kind_of_model_is_told_by_its_folder(tmp_path: Path, name: str, files: list[str], constructor: str) -> None:
    kind, arguments = find_model(folder_of(tmp_path / name, "tokens.txt", *files))
    assert kind.constructor == constructor
    assert {*arguments} == {"tokens", *kind.files}
    assert all(Path(path).is_file() for path in arguments.values())


def test_of_two_precisions_the_quicker_is_taken(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "paraformer", "tokens.txt", "model.int8.onnx", "model.onnx")
    assert find_model(folder)[1]["paraformer"].endswith("model.int8.onnx")


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ([], r"no tokens\.txt in the folder 'paraformer'"),
        (["tokens.txt"], r"no model\.onnx in the folder"),
        (["tokens.txt", "joiner.onnx", "encoder.onnx"], r"no decoder\.onnx in the folder"),
    ],
)
def test_a_folder_that_lacks_a_file_is_refused_at_once(tmp_path: Path, files: list[str], said: str) -> None:
    with pytest.raises(NoModel, match=said) as refused:
        SherpaRecogniser(folder_of(tmp_path / "paraformer", *files))
    assert "WENLU_SHERPA_MODEL" in refused.value.remedy("zh")
    assert str(tmp_path) not in str(refused.value)


def test_a_model_that_nothing_describes_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime")
    with pytest.raises(NoModel, match=r"'model\.onnx' is no ONNX model"):
        find_model(folder_of(tmp_path / "mine", "tokens.txt", "model.onnx"))


def test_it_is_off_unless_asked_for() -> None:
    assert recogniser("", "/nowhere") is None
    with pytest.raises(BadSetting, match="WENLU_SPEECH_BACKEND='cloud' is not known"):
        recogniser("cloud", "")
    with pytest.raises(NoModel, match="WENLU_SHERPA_MODEL is empty"):
        recogniser("sherpa", "")


def test_what_is_heard_has_its_times(tmp_path: Path) -> None:
    made: dict[str, Any] = {}
    package = fake_package(made, tokens=["你", "好", "<unk>"], starts=[0.2, 0.5, 1.5])
    folder = folder_of(tmp_path / "paraformer", "tokens.txt", "model.onnx")
    hearing: Recogniser = SherpaRecogniser(folder, package=lambda: package)
    assert made == {}
    heard = hearing.hear(np.zeros(32_000, np.float32))
    assert heard == [HeardToken("你", 0.2, 0.5), HeardToken("好", 0.5, 1.1)]
    assert (made["rate"], made["samples"].dtype, made["decoded"]) == (16_000, np.float32, True)
    assert made["paraformer"] == str(folder / "model.onnx")
    assert hearing.hear(np.zeros(0, np.float32)) == []
    assert hearing.version == "sherpa-onnx 2.0.1 paraformer"


def test_a_model_without_times_gives_none() -> None:
    (token,) = timed(["好"], [], 1.0)
    assert token.text == "好"
    assert math.isnan(token.start)
    assert math.isnan(token.end)


def test_without_the_package_it_is_said_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> ModuleType:
        raise ModuleNotFoundError(name)

    folder = folder_of(tmp_path / "paraformer", "tokens.txt", "model.onnx")
    monkeypatch.setattr(importlib, "import_module", missing)
    with pytest.raises(NoRecogniser, match="needs the package sherpa-onnx") as refused:
        SherpaRecogniser(folder).hear(np.zeros(16_000, np.float32))
    assert "pip install sherpa-onnx" in refused.value.remedy("en")


def test_a_package_that_is_too_old_is_named(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "dolphin", "tokens.txt", "model.onnx")
    package = fake_package({}, tokens=[], starts=[])
    with pytest.raises(NoRecogniser, match="has no from_dolphin_ctc"):
        SherpaRecogniser(folder, package=lambda: package).hear(np.zeros(16_000, np.float32))


# -- with the package itself ---------------------------------------------------------------------------------


def test_the_package_hears_with_a_real_model_that_describes_itself(tmp_path: Path) -> None:
    pytest.importorskip("sherpa_onnx", reason="sherpa-onnx is optional")
    folder = folder_of(tmp_path / "mine")
    (folder / "model.onnx").write_bytes(gzip.decompress(base64.b64decode(TWO_SOUNDS)))
    (folder / "tokens.txt").write_text("<blk> 0\n低 1\n高 2\n", encoding="utf-8")
    seconds = np.arange(16_000) / 16_000
    low, high = (0.3 * np.sin(2 * np.pi * hz * seconds) for hz in (300, 5_000))
    samples = np.concatenate([low, np.zeros(8_000), high]).astype(np.float32)
    hearing = SherpaRecogniser(folder)
    assert hearing.kind.constructor == "from_zipformer_ctc"
    heard = hearing.hear(samples)
    assert [token.text for token in heard] == ["低", "高"]
    assert heard[0].start == pytest.approx(0.0, abs=0.05)
    assert heard[1].start == pytest.approx(1.5, abs=0.05)


def test_the_package_refuses_a_broken_model_cleanly(tmp_path: Path) -> None:
    pytest.importorskip("sherpa_onnx", reason="sherpa-onnx is optional")
    folder = folder_of(tmp_path / "paraformer", "tokens.txt")
    (folder / "model.onnx").write_bytes(b"no model")
    with pytest.raises(NoModel, match="sherpa-onnx cannot use the model in 'paraformer'"):
        SherpaRecogniser(folder).hear(np.zeros(16_000, np.float32))
