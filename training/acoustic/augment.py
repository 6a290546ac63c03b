"""Other voices, rooms, microphones and noises out of few recordings.

Seven speakers are few: a chunk is made of one speaker's recordings, then played faster or slower (pitch and vocal tract move with it), its
vocal tract warped (Jaitly and Hinton 2013), put into a room (decaying noise), mixed with noise or with other talkers, coloured by a
random smooth curve (microphones, gain control), cut off at the top as codecs do, and masked in bands (Park et al. 2019).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from core.speech.aligning.mels import BANDS, EMPHASIS, FLOOR, HOP, LOUD_SHARE, POINTS, SPREAD, WINDOW, mel_filters

RATE = 16_000
SECONDS = 3.0
SPEEDS = (0.8, 1.25)
WARPS = tuple(np.linspace(0.82, 1.22, 21).round(3))
NOISY, BABBLE, ROOM, COLOURED, CUT, MASKED = 0.6, 0.3, 0.35, 0.8, 0.25, 0.5
"""Shares of chunks."""
SNR_DB = (3.0, 30.0)
T60_SECONDS = (0.08, 0.6)


def chunk(
    draw: np.random.Generator, sound: np.ndarray, labels: np.ndarray, pieces: Sequence[tuple[slice, slice]]
) -> tuple[np.ndarray, np.ndarray]:
    """Samples (float32) and a label every 10 ms, of recordings of one speaker end to end, speed changed."""
    sample_count = int(SECONDS * RATE)
    speed = float(np.exp(draw.uniform(*np.log(SPEEDS)))) if draw.random() < 0.8 else 1.0
    source_length = int(sample_count * speed) + HOP
    samples, states, length = [], [], 0
    while length < source_length:
        where, frames = pieces[draw.integers(len(pieces))]
        part = np.asarray(sound[where], np.float32) / 32768
        whole = len(part) // HOP * HOP
        part, states_of = part[:whole], labels[frames][: whole // HOP]
        if length == 0 and whole > source_length:  # a long recording may begin anywhere
            begin = int(draw.integers((whole - source_length) // HOP + 1))
            part, states_of = part[begin * HOP :], states_of[begin:]
        level = np.sqrt((part**2).mean()) + 1e-5
        samples.append(part * (0.05 / level))
        states.append(states_of)
        length += len(part)
    line, marks = np.concatenate(samples)[:source_length], np.concatenate(states)
    if speed != 1.0:
        positions = np.arange(sample_count) * speed
        line = np.interp(positions, np.arange(len(line)), line).astype(np.float32)
    mark_indices = np.minimum((np.arange(sample_count // HOP) * speed).round().astype(int), len(marks) - 1)
    return line[:sample_count], marks[mark_indices]


def features(draw: np.random.Generator, lines: torch.Tensor) -> torch.Tensor:
    """Levelled log mels of chunks [shape=(batch, samples)] -> [shape=(batch, frames, BANDS)]."""
    count = len(lines)
    lines = _rooms(draw, lines)
    lines = _noises(draw, lines)
    emphasised = torch.cat([lines[:, :1], lines[:, 1:] - EMPHASIS * lines[:, :-1]], dim=1)
    # A window of WINDOW samples in front of the transform's POINTS, as in core.speech.aligning.mels.
    padded = torch.nn.functional.pad(emphasised, (WINDOW // 2, WINDOW // 2))
    frames = padded.unfold(1, WINDOW, HOP) * torch.hann_window(WINDOW)
    power = torch.fft.rfft(frames, POINTS).abs() ** 2
    banks = torch.stack(
        [
            torch.from_numpy(mel_filters(float(draw.choice(WARPS)) if draw.random() < 0.85 else 1.0))
            for _ in range(count)
        ]
    )
    energy = torch.bmm(power, banks.transpose(1, 2))
    logs = torch.log(energy + FLOOR)
    logs = logs + torch.from_numpy(_colours(draw, count))[:, None, :]
    logs = _cuts(draw, logs)
    return levelled(logs)


def levelled(logs: torch.Tensor) -> torch.Tensor:
    """As core.speech.aligning.mels.levelled."""
    keep = max(1, round(LOUD_SHARE * logs.shape[1]))
    top = logs.mean(dim=2).topk(keep, dim=1).values
    return (logs - top.mean(dim=1)[:, None, None]) / SPREAD


def _rooms(draw: np.random.Generator, lines: torch.Tensor) -> torch.Tensor:
    chosen = np.flatnonzero(draw.random(len(lines)) < ROOM)
    if not len(chosen):
        return lines
    length = int(0.4 * RATE)
    answers = np.zeros((len(chosen), length), np.float32)
    for row in range(len(chosen)):
        decay = np.exp(-6.9 * np.arange(length) / (draw.uniform(*T60_SECONDS) * RATE))
        answers[row] = draw.standard_normal(length).astype(np.float32) * decay
        answers[row] *= draw.uniform(0.05, 0.5) / np.sqrt((answers[row] ** 2).sum())
        answers[row, : int(draw.integers(8, 80))] = 0
        answers[row, 0] = 1
    size = lines.shape[1] + length
    filtered = torch.fft.irfft(
        torch.fft.rfft(lines[chosen], size) * torch.fft.rfft(torch.from_numpy(answers), size), size
    )
    out = lines.clone()
    out[chosen] = filtered[:, : lines.shape[1]]
    return out


def _noises(draw: np.random.Generator, lines: torch.Tensor) -> torch.Tensor:
    out = lines.clone()
    power = (lines**2).mean(dim=1)
    for row in range(len(lines)):
        kind = draw.random()
        if kind > NOISY:
            out[row] += 10 ** draw.uniform(-5, -3.5) * torch.from_numpy(
                draw.standard_normal(lines.shape[1]).astype(np.float32)
            )
            continue
        if kind < BABBLE:
            others = draw.integers(len(lines), size=int(draw.integers(1, 4)))
            noise = torch.stack([torch.roll(lines[other], int(draw.integers(lines.shape[1]))) for other in others]).sum(
                dim=0
            )
            low = 8.0
        else:
            noise, low = torch.from_numpy(coloured_noise(draw, lines.shape[1])), SNR_DB[0]
        snr = draw.uniform(low, SNR_DB[1])
        out[row] += noise * torch.sqrt(power[row] / ((noise**2).mean() + 1e-12) / 10 ** (snr / 10))
    return out


def coloured_noise(draw: np.random.Generator, count: int) -> np.ndarray:
    """Stationary noise with a random slope (white to brown) and a slow swell."""
    spectrum = np.fft.rfft(draw.standard_normal(count))
    spectrum /= np.maximum(np.arange(len(spectrum)) / len(spectrum), 1e-3) ** draw.uniform(-0.2, 1.0)
    swell = 1 + draw.uniform(0, 0.6) * np.sin(
        2 * np.pi * (draw.uniform(0.1, 3) * np.arange(count) / RATE + draw.random())
    )
    return (np.fft.irfft(spectrum, count) * swell).astype(np.float32)


def _colours(draw: np.random.Generator, count: int) -> np.ndarray:
    """A smooth curve over the bands, in nepers of energy."""
    along = np.arange(BANDS) / BANDS
    shapes = np.stack([np.cos(np.pi * order * along + 0.0) for order in range(1, 6)])
    weights = draw.normal(0, [1.2, 0.8, 0.6, 0.4, 0.4], size=(count, 5)) * (draw.random((count, 1)) < COLOURED)
    return (weights @ shapes).astype(np.float32)


def _cuts(draw: np.random.Generator, logs: torch.Tensor) -> torch.Tensor:
    out = logs.clone()
    for row in range(len(logs)):
        quiet = out[row].min()
        if draw.random() < CUT:
            first = int(draw.integers(28, BANDS))
            out[row, :, first:] = quiet + 0.3 * torch.rand(logs.shape[1], BANDS - first)
        if draw.random() < MASKED:
            width, first = int(draw.integers(1, 6)), int(draw.integers(0, BANDS - 6))
            out[row, :, first : first + width] = out[row].mean()
    return out
