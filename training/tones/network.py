"""A recurrence over the syllables of a recording, trained by torch; `core.models.tones` says what it is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn

from core.speech.tones.features import FEATURES, TEXT_COLUMNS, TONES

torch.set_num_threads(1)
FIRST, RECURRENT, JOINED = 128, 96, 64
EPOCHS, RATE, DECAY = 16, 3e-3, 1e-4
BATCH = 384
"""Syllables, about."""
DROPOUT, NOISE, SMOOTHING = 0.2, 0.2, 0.03
FARTHEST = 6.0
"""As `core.models.tones.FARTHEST`."""
TEXT = range(FEATURES)[TEXT_COLUMNS]
HEARD = [column for column in range(FEATURES) if column not in TEXT]


@dataclass(frozen=True)
class Recordings:
    """Feature rows of recordings, end to end, in several versions, with the tones and weights of their syllables; recording k has the
    rows from `bounds[k]` to `bounds[k + 1]`. A syllable without weight is heard beside the others and not learnt from."""

    versions: list[np.ndarray]
    tones: np.ndarray
    weights: np.ndarray
    bounds: np.ndarray


class Network(nn.Module):
    """See `core.models.tones`."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Linear(len(HEARD), FIRST)
        self.recurrence = nn.GRU(FIRST, RECURRENT, batch_first=True, bidirectional=True)
        self.joined = nn.Linear(2 * RECURRENT + FIRST + len(TEXT), JOINED)
        self.last = nn.Linear(JOINED, TONES)
        self.dropout = nn.Dropout(DROPOUT)

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        """Logits [shape=(n_recordings, n_syllables, 5)]."""
        first = self.dropout(torch.relu(self.first(rows[..., HEARD])))
        around, _ = self.recurrence(first)
        joined = torch.cat([self.dropout(around), first, rows[..., list(TEXT)]], dim=-1)
        return self.last(self.dropout(torch.relu(self.joined(joined))))  # type: ignore[no-any-return]


@dataclass(frozen=True)
class TrainedNetwork:
    """A network with the mean and scale of the features."""

    mean: np.ndarray
    scale: np.ndarray
    network: Network

    def probabilities(self, x: np.ndarray) -> np.ndarray:
        """Probabilities of the five tones of the syllables of one recording."""
        scaled = np.clip((x - self.mean) / self.scale, -FARTHEST, FARTHEST).astype(np.float32)
        with torch.no_grad():
            logits = self.network(torch.from_numpy(scaled)[None])[0]
            return torch.softmax(logits.double(), dim=1).numpy()

    def arrays(self) -> dict[str, np.ndarray]:
        """As `core.models.tones` names them."""
        stored = {name: value.numpy() for name, value in self.network.state_dict().items()}
        named = {
            f"{layer}_{part}": stored[f"{layer}.{part}"]
            for layer in ("first", "joined", "last")
            for part in ("weight", "bias")
        }
        for part in ("weight", "bias"):
            for ours, torchs in (("input", "ih"), ("recurrent", "hh")):
                sides = [stored[f"recurrence.{part}_{torchs}_l0{side}"] for side in ("", "_reverse")]
                named[f"{ours}_{part}"] = np.stack(sides)
        return {"mean": self.mean, "scale": self.scale} | {
            name: value.astype(np.float16) for name, value in named.items()
        }


def train(recordings: Recordings, *, seed: int) -> TrainedNetwork:
    """Fit to several versions of the same recordings; in every epoch each is seen in one of them."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    learnt = recordings.weights > 0
    mean, scale = recordings.versions[0][learnt].mean(0), recordings.versions[0][learnt].std(0) + 1e-3
    versions = [np.clip((rows - mean) / scale, -FARTHEST, FARTHEST).astype(np.float32) for rows in recordings.versions]
    weights = (recordings.weights / recordings.weights[learnt].mean()).astype(np.float32)
    lengths = np.diff(recordings.bounds)
    chosen = np.array([k for k, first in enumerate(recordings.bounds[:-1]) if learnt[first : first + lengths[k]].any()])
    network = Network()
    optimiser = torch.optim.AdamW(network.parameters(), RATE, weight_decay=DECAY)
    steps = len(_batches(chosen, lengths, rng)) + 3
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=EPOCHS * steps)
    for _ in range(EPOCHS):
        for batch in _batches(chosen, lengths, rng):
            longest = max(lengths[k] for k in batch)
            x = np.zeros((len(batch), longest, FEATURES), np.float32)
            y, w = np.zeros((len(batch), longest), int), np.zeros((len(batch), longest), np.float32)
            for row, k in enumerate(batch):
                own = slice(recordings.bounds[k], recordings.bounds[k + 1])
                x[row, : lengths[k]] = versions[rng.integers(len(versions))][own]
                y[row, : lengths[k]], w[row, : lengths[k]] = recordings.tones[own] - 1, weights[own]
            rows = torch.from_numpy(x)
            logits = network(rows + NOISE * torch.randn_like(rows))
            losses = nn.functional.cross_entropy(
                logits.flatten(0, 1), torch.from_numpy(y).flatten(), reduction="none", label_smoothing=SMOOTHING
            )
            optimiser.zero_grad()
            ((losses * torch.from_numpy(w).flatten()).sum() / BATCH).backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
            schedule.step()
    network.eval()
    return TrainedNetwork(mean.astype(np.float32), scale.astype(np.float32), network)


def _batches(chosen: np.ndarray, lengths: np.ndarray, rng: np.random.Generator) -> list[list[int]]:
    """Recordings of like length together, the batches in no order. Short recordings are padded at their end, where the backward direction begins:
    that is harmless, for the padding differs by no more than two syllables and is nothing but noise."""
    drawn = rng.permutation(chosen)
    drawn = drawn[np.argsort(lengths[drawn] + 1.5 * rng.random(len(drawn)), kind="stable")]
    batches: list[list[int]] = [[]]
    for k in drawn:
        if len(batches[-1]) * lengths[k] >= BATCH:
            batches.append([])
        batches[-1].append(int(k))
    rng.shuffle(batches)  # type: ignore[arg-type]
    return batches


def mean_probabilities(networks: Sequence[TrainedNetwork], x: np.ndarray) -> np.ndarray:
    """Over the networks, of one recording."""
    return np.asarray(np.mean([network.probabilities(x) for network in networks], axis=0))
