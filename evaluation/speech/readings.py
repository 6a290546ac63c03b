"""The evaluators of readings, and changes that a recording can undergo."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np

from core.arrays import Float32
from core.models.acoustic import OnnxAcousticModel
from core.models.tones import NumpyToneModel
from core.speech.model import SAMPLE_RATE, Recording
from core.speech.service import ReadingEvaluator
from core.wiring import in_memory_core

UNSEEN = "S0150"
"""The sentence speaker that the held-out acoustic model has not heard."""
MODELS = Path(__file__).resolve().parent / "models"
HELD_OUT = MODELS / "held_out.onnx"
"""Trained like the model that ships, without two speakers (training/acoustic/README.md)."""


def recording(samples: Float32) -> Recording:
    """The samples as the decoder gives them."""
    return Recording(np.asarray(samples, np.float32), SAMPLE_RATE, 1)


def shipped() -> ReadingEvaluator:
    """The evaluator with the models that ship."""
    evaluator = in_memory_core().speech.evaluator
    assert isinstance(evaluator, ReadingEvaluator)
    return evaluator


def held_out(reader: str = UNSEEN) -> ReadingEvaluator:
    """An evaluator with an acoustic model that has not heard `UNSEEN`, and a tone model that has not heard the reader, `UNSEEN` or S0252."""
    evaluator = shipped()
    evaluator.acoustic = OnnxAcousticModel(HELD_OUT)
    evaluator.tones = NumpyToneModel(MODELS / f"tones_without_{reader}.npz")
    return evaluator


def with_noise(samples: Float32, snr_db: float, *, seed: int = 1) -> Float32:
    """The recording with white noise, `snr_db` below its mean power."""
    rng = np.random.default_rng(seed)
    level = np.sqrt(np.mean(samples**2) / 10 ** (snr_db / 10))
    return np.asarray(samples + level * rng.standard_normal(len(samples)), np.float32)


def with_gain(samples: Float32, gain_db: float) -> Float32:
    """The recording made louder or softer; kept below full scale, so that only the level changes."""
    gain = 10 ** (gain_db / 20)
    return np.asarray(samples * min(gain, 0.98 / float(np.abs(samples).max())), np.float32)


def as_mp3(samples: Float32, *, kbit: int = 64) -> bytes:
    """The recording as an mp3 file."""
    import av

    buffer = io.BytesIO()
    with av.open(buffer, "w", format="mp3") as container:
        stream: Any = container.add_stream("mp3", rate=SAMPLE_RATE)
        stream.bit_rate = 1000 * kbit
        stream.layout = "mono"
        frame = av.AudioFrame.from_ndarray(samples[None], format="fltp", layout="mono")
        frame.sample_rate = SAMPLE_RATE
        for packet in [*stream.encode(frame), *stream.encode(None)]:
            container.mux(packet)
    return buffer.getvalue()


def as_wav(samples: Float32) -> bytes:
    """The recording as a WAV file."""
    import soundfile

    buffer = io.BytesIO()
    soundfile.write(buffer, samples, SAMPLE_RATE, format="WAV", subtype="PCM_16")
    return buffer.getvalue()


def as_json(report: Any) -> str:
    """A report as one line of JSON, for comparing."""
    return json.dumps(report.model_dump(mode="json"), ensure_ascii=False, sort_keys=True)
