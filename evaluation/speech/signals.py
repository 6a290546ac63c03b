"""Sounds whose nature is known beforehand: noise, hum, music, and something that moves as a voice does. 16 kHz, one channel."""

from __future__ import annotations

import io
import wave

import numpy as np

from core.arrays import Float32, Float64
from core.speech.model import SAMPLE_RATE, Recording

COLOURS = {"white": 0.0, "pink": 1.0, "brown": 2.0}
"""How steeply the power falls with frequency."""


def silence(seconds: float) -> Float32:
    """Digital silence."""
    return np.zeros(round(seconds * SAMPLE_RATE), dtype=np.float32)


def tone(hz: float, seconds: float, *, amplitude: float = 0.2) -> Float32:
    """A sine."""
    return np.asarray(amplitude * np.sin(2 * np.pi * hz * _times(seconds)), dtype=np.float32)


def noise(colour: str, seconds: float, *, rms: float = 0.05, seed: int = 1) -> Float32:
    """Steady noise of a colour, from 20 Hz."""
    count = round(seconds * SAMPLE_RATE)
    spectrum = np.fft.rfft(np.random.default_rng(seed).standard_normal(count))
    hz = np.maximum(np.fft.rfftfreq(count, 1 / SAMPLE_RATE), 20)
    shaped = np.fft.irfft(spectrum * hz ** (-COLOURS[colour] / 2), count)
    return np.asarray(rms * shaped / shaped.std(), dtype=np.float32)


def hum(seconds: float, *, amplitude: float = 0.1) -> Float32:
    """Mains hum of 50 Hz with its overtones."""
    return sum((tone(50 * k, seconds, amplitude=amplitude / k) for k in range(1, 8)), start=silence(seconds))


def chords(seconds: float) -> Float32:
    """A new triad every two seconds, swelling and fading."""
    roots = (220.0, 174.6, 261.6, 196.0)
    parts = [
        sum((tone(roots[i % 4] * ratio, 2.0, amplitude=0.08) for ratio in (1, 1.26, 1.5, 2)), start=silence(2.0))
        for i in range(round(seconds / 2))
    ]
    envelope = np.tile(np.hanning(2 * SAMPLE_RATE) ** 0.5, len(parts))
    return np.asarray(np.concatenate(parts) * envelope, dtype=np.float32)


def arpeggio(seconds: float, *, notes_a_second: int = 4) -> Float32:
    """Plucked notes, as fast as syllables."""
    scale = 220 * 2 ** (np.array([0, 4, 7, 12, 7, 4]) / 12)
    length = 1 / notes_a_second
    decay = np.exp(-_times(length) / 0.15)
    notes = [
        sum((tone(hz * k, length, amplitude=0.2 / k) for k in (1, 2, 3)), start=silence(length)) * decay
        for hz in np.resize(scale, round(seconds * notes_a_second))
    ]
    return np.asarray(np.concatenate(notes), dtype=np.float32)


def drums(seconds: float) -> Float32:
    """A loop of bass drum and snare, four beats a second."""
    times = _times(0.25)
    kick = 0.6 * np.sin(2 * np.pi * (50 * times - 8 * np.exp(-times * 30))) * np.exp(-times / 0.08)
    snare = noise("white", 0.25, rms=0.2) * np.exp(-times / 0.05)
    return np.asarray(np.resize(np.concatenate([kick, snare]), round(seconds * SAMPLE_RATE)), dtype=np.float32)


def babbling(syllables: int = 12, *, seed: int = 1, pauses: tuple[tuple[int, float], ...] = ()) -> Float32:
    """Hiss and buzz by turns, 0.22 s a syllable, with 0.3 s of silence around: what an energy detector takes for speech.

    `pauses` are syllables and the seconds of silence after each.
    """
    rng = np.random.default_rng(seed)
    silent = dict(pauses)
    parts = [silence(0.3)]
    for index in range(syllables):
        hiss = rng.standard_normal(round(0.06 * SAMPLE_RATE)) * 0.02
        pitch = rng.uniform(110, 160)
        buzz = sum((tone(pitch * k, 0.16, amplitude=0.15 / k) for k in range(1, 20)), start=silence(0.16))
        parts += [hiss.astype(np.float32), buzz * np.hanning(len(buzz)).astype(np.float32) ** 0.5]
        parts.append(silence(silent.get(index, 0.0)))
    return np.concatenate([*parts, silence(0.3)])


def noisy(sound: Float32, snr_db: float, *, colour: str = "white") -> Float32:
    """With noise so many decibels under its mean power."""
    rms = float(np.sqrt(np.mean(sound.astype(np.float64) ** 2))) * 10 ** (-snr_db / 20)
    return sound + noise(colour, len(sound) / SAMPLE_RATE, rms=rms)


def recording(sound: Float32) -> Recording:
    """As the decoder gives it."""
    return Recording(np.clip(sound, -1, 1, dtype=np.float32), SAMPLE_RATE, 1)


def wav(sound: Float32, *, rate: int = SAMPLE_RATE, channels: int = 1) -> bytes:
    """A file of 16 bits; the channels are equal."""
    file = io.BytesIO()
    with wave.open(file, "wb") as writer:
        writer.setnchannels(channels)
        writer.setsampwidth(2)
        writer.setframerate(rate)
        integers = np.round(np.clip(sound, -1, 1) * 32_767).astype("<i2")
        writer.writeframes(np.repeat(integers, channels).tobytes())
    return file.getvalue()


def _times(seconds: float) -> Float64:
    return np.arange(round(seconds * SAMPLE_RATE)) / SAMPLE_RATE
