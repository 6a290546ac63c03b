"""A perceptron over the features of one syllable, trained by torch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn

torch.set_num_threads(1)
HIDDEN = (128, 64)
EPOCHS, BATCH, RATE, DECAY = 8, 256, 2e-3, 1e-4
DROPOUT, NOISE, SMOOTHING = 0.2, 0.2, 0.03
FARTHEST = 6.0
"""As `core.models.tones.FARTHEST`."""


@dataclass(frozen=True)
class TrainedNetwork:
    """Weights with the mean and scale of the features."""

    mean: np.ndarray
    scale: np.ndarray
    layers: list[tuple[np.ndarray, np.ndarray]]

    def probabilities(self, x: np.ndarray) -> np.ndarray:
        """Probabilities of the five tones."""
        hidden = np.clip((x - self.mean) / self.scale, -FARTHEST, FARTHEST)
        for weight, bias in self.layers[:-1]:
            hidden = np.maximum(hidden @ weight.T + bias, 0)
        logits = hidden @ self.layers[-1][0].T + self.layers[-1][1]
        powers = np.exp(logits - logits.max(axis=1, keepdims=True))
        return powers / powers.sum(axis=1, keepdims=True)


def train(versions: Sequence[np.ndarray], tones: np.ndarray, weights: np.ndarray, *, seed: int) -> TrainedNetwork:
    """Fit to several versions of the same rows; in every epoch each row is seen in one of them."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    mean, scale = versions[0].mean(0), versions[0].std(0) + 1e-3
    x = torch.stack([torch.tensor(np.clip((rows - mean) / scale, -FARTHEST, FARTHEST)) for rows in versions])
    y, w = torch.tensor(tones - 1), torch.tensor(weights / weights.mean(), dtype=torch.float32)
    network = _network(x.shape[2])
    optimiser = torch.optim.AdamW(network.parameters(), RATE, weight_decay=DECAY)
    steps = len(y) // BATCH
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=EPOCHS * steps)
    for _ in range(EPOCHS):
        order = torch.tensor(rng.permutation(len(y)))
        version_of_row = torch.tensor(rng.integers(0, len(versions), len(y)))
        for rows in order[: steps * BATCH].view(steps, BATCH):
            batch = x[version_of_row[rows], rows]
            logits = network(batch + NOISE * torch.randn_like(batch))
            losses = nn.functional.cross_entropy(logits, y[rows], reduction="none", label_smoothing=SMOOTHING)
            optimiser.zero_grad()
            (losses * w[rows]).mean().backward()
            optimiser.step()
            schedule.step()
    linear = [layer for layer in network if isinstance(layer, nn.Linear)]
    layers = [(layer.weight.detach().numpy().copy(), layer.bias.detach().numpy().copy()) for layer in linear]
    return TrainedNetwork(mean.astype(np.float32), scale.astype(np.float32), layers)


def _network(inputs: int) -> nn.Sequential:
    layers: list[nn.Module] = []
    for width in HIDDEN:
        layers += [nn.Linear(inputs, width), nn.ReLU(), nn.Dropout(DROPOUT)]
        inputs = width
    return nn.Sequential(*layers, nn.Linear(inputs, 5))
