"""The project's own acoustic model (`training/acoustic`) as a `core.ports.language.AcousticModel`, run by onnxruntime."""

from __future__ import annotations

import json
import threading
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from core.arrays import Float32
from core.errors import CorruptTable
from core.speech.aligning.mels import log_mels
from core.speech.aligning.phones import STATES

MODEL = Path("models") / "acoustic" / "acoustic.onnx"
"""Below the data folder."""
THREADS = 2
"""More do not pay on a network of this size, and calls share the processor."""


class OnnxAcousticModel:
    """Reads the file at the first call. Its metadata are `version`, `states` (names, space between) and `log_priors` (JSON)."""

    def __init__(self, file: Path, *, threads: int = THREADS) -> None:
        self._file, self._threads = file, threads
        self._lock = threading.Lock()
        self._opened: Any = None

    @property
    def _session(self) -> Any:
        with self._lock:
            if self._opened is None:
                self._opened = self._open()
            return self._opened

    @property
    def is_loaded(self) -> bool:
        """Whether it is in memory: it is from the first recording on."""
        return self._opened is not None

    def _open(self) -> Any:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = self._threads, 1
        options.log_severity_level = 3
        session = onnxruntime.InferenceSession(str(self._file), options, providers=["CPUExecutionProvider"])
        states = session.get_modelmeta().custom_metadata_map.get("states", "")
        if tuple(states.split()) != STATES:
            raise CorruptTable(
                self._file.name, 0, "states", states[:60], "not the inventory of core/speech/aligning/phones.py"
            )
        return session

    @cached_property
    def _metadata(self) -> dict[str, str]:
        metadata: dict[str, str] = self._session.get_modelmeta().custom_metadata_map
        return metadata

    @property
    def version(self) -> str:
        """Name and version, as the training wrote them into the file."""
        return self._metadata["version"]

    @cached_property
    def log_priors(self) -> Float32:
        """Log frequency of every state in the training data."""
        return np.array(json.loads(self._metadata["log_priors"]), np.float32)

    def log_posteriors(self, samples: Float32) -> Float32:
        """Log posteriors of every state each 20 ms; see the protocol."""
        session = self._session
        features = log_mels(samples)[None]
        (logits,) = session.run(None, {session.get_inputs()[0].name: features})
        scores = np.asarray(logits[0], np.float32)
        top = scores.max(axis=1, keepdims=True)
        normalised: Float32 = scores - top - np.log(np.exp(scores - top).sum(axis=1, keepdims=True))
        return normalised
