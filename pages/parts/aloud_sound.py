"""How much of a recording is voice: enough to know that somebody spoke, nothing more."""

from __future__ import annotations

import wave
from io import BytesIO

import numpy as np

FRAME_SECONDS = 0.02
LEAST_SECONDS = 0.4
"""Of sound above silence: two syllables said quickly."""
FLOOR_PERCENTILE = 10
"""Quietest tenth of the frames: the room."""
OVER_FLOOR = 3.0
"""Times the room's level (10 dB) that count as sound."""
QUIETEST, LOUDEST_FLOOR = 0.006, 0.03
"""The threshold lies between -44 and -30 dB of full scale: below stands the noise of a microphone that nobody speaks into, and speech
without any pause must not hide itself."""
TYPES = {1: "u1", 2: "<i2", 4: "<i4"}
"""Of a sample, by its width in bytes."""


class NotSound(Exception):
    """The file is no PCM WAV."""


def sound_seconds(wav: bytes) -> float:
    """Seconds of a PCM WAV whose level is above silence. Raises `NotSound`."""
    samples, rate = _samples(wav)
    length = max(1, round(rate * FRAME_SECONDS))
    frames = samples[: len(samples) // length * length].reshape(-1, length)
    if not len(frames):
        return 0.0
    level = np.sqrt(np.mean((frames - frames.mean(axis=1, keepdims=True)) ** 2, axis=1))
    floor = float(np.percentile(level, FLOOR_PERCENTILE))
    threshold = min(max(QUIETEST, OVER_FLOOR * floor), LOUDEST_FLOOR)
    return float(np.sum(level > threshold)) * FRAME_SECONDS


def _samples(wav: bytes) -> tuple[np.typing.NDArray[np.float64], int]:
    """One channel, -1 to 1, and the samples a second."""
    try:
        with wave.open(BytesIO(wav)) as file:
            width, channels, rate = file.getsampwidth(), file.getnchannels(), file.getframerate()
            raw = file.readframes(file.getnframes())
    except (wave.Error, EOFError) as error:
        raise NotSound(str(error)) from error
    if width not in TYPES or not rate:
        raise NotSound(f"{8 * width} bits")
    values = np.frombuffer(raw[: len(raw) // (width * channels) * width * channels], TYPES[width]).astype(np.float64)
    values = (values - 128) / 128 if width == 1 else values / 2.0 ** (8 * width - 1)
    return values.reshape(-1, channels).mean(axis=1), rate
