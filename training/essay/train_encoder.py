"""Trains the essay encoder.

    uv run --with torch python -m training.essay.train_encoder OUT [--design convolution] [--recipe learner] [--minutes 60]

Leaves a checkpoint in OUT every `--every` minutes; `--resume` goes on from it with the minutes that are left of the plan. WENLU_REFERENCE names the folder
that holds essay/ and treebank/.
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path
from typing import Any, get_args

import torch
from torch import Tensor
from torch.nn import functional

from evaluation.reference import REFERENCE
from training.essay.batches import FOR_NEW_TEXT, Batch
from training.essay.networks import ENCODERS, CorrectionNetwork, starting_vectors, take_over_shipped
from training.essay.noise import Recipe
from training.essay.preparation import prepared

RATE, LAST_SHARE, WARM = 1.5e-3, 0.03, 100
"""Highest learning rate, the share of it at the end, steps to reach it."""
AVERAGED = 0.998
"""What is kept of the running mean of the weights at each step; the mean is what is measured and shipped (Polyak and Juditsky 1992)."""
HIDDEN = 0.15
"""Share of places whose character is hidden from a convolution or transformer, to be told from the rest."""
WEIGHTS = {"choice": 1.0, "everything": 0.5, "tags": 1.0, "wrong": 0.5}
WRONG_WEIGHT = 2.0
SEED = 1
HAS_BFLOAT16 = torch.cpu._is_avx512_bf16_supported()
"""Elsewhere torch emulates bfloat16, which takes longer than float32."""
RATE_OF_SHIPPED = 6e-4
"""Highest learning rate for the network that ships."""


def losses(network: CorrectionNetwork, batch: Batch, hidden: Tensor) -> dict[str, Tensor]:
    """Mean losses of the heads, and of all characters at the sampled places."""
    numbers, lengths = torch.from_numpy(batch.numbers), torch.from_numpy(batch.lengths)
    with torch.autocast("cpu", torch.bfloat16, enabled=HAS_BFLOAT16):
        expected, known = network(numbers, torch.from_numpy(batch.features), lengths, hidden)
        flat, sampled = known.flatten(0, 1), torch.from_numpy(batch.sampled)
        everything = network.everything(expected.flatten(0, 1)[sampled])
        meant, kinds = torch.from_numpy(batch.choice_meant), torch.from_numpy(batch.choice_kinds)
        scores = network.among(everything, flat[sampled], meant, kinds, torch.from_numpy(batch.choice_features))
        tags, wrong = network.tags(flat).float(), network.wrong(flat).float().squeeze(-1)
    is_wrong = torch.from_numpy(batch.wrong).flatten()
    labelled = is_wrong >= 0
    weight = torch.tensor([WRONG_WEIGHT])
    # Where nothing is hidden and the place is seen, telling the character there is no task.
    told = torch.ones(len(sampled), dtype=torch.bool)
    if network.design != "two-sided":
        told = hidden.flatten()[sampled] | (torch.from_numpy(batch.choice) > 0)
    right = torch.from_numpy(batch.meant)
    return {
        "choice": functional.cross_entropy(scores, torch.from_numpy(batch.choice)),
        "everything": functional.cross_entropy(everything[told].float(), right[told], reduction="sum")
        / max(int(told.sum()), 1),
        "tags": functional.cross_entropy(tags, torch.from_numpy(batch.tags).flatten(), ignore_index=-1),
        "wrong": functional.binary_cross_entropy_with_logits(
            wrong[labelled], is_wrong[labelled].float(), pos_weight=weight
        ),
    }


class Training:
    """One network, its optimiser and how far it has come."""

    def __init__(self, network: CorrectionNetwork, *, minutes: float, rate: float = RATE) -> None:
        self.network, self._highest_rate = network, rate
        self.optimiser = torch.optim.AdamW(network.parameters(), lr=RATE, betas=(0.9, 0.98), weight_decay=0.01)
        self.planned, self.spent, self.step, self.symbols = minutes * 60, 0.0, 0, 0
        self.means: dict[str, float] = {}
        self.average = {name: value.clone() for name, value in network.state_dict().items()}

    def rate(self) -> float:
        """Warms up by steps, then falls as a cosine over the planned seconds."""
        done = min(1.0, self.spent / self.planned)
        falling = LAST_SHARE + (1 - LAST_SHARE) * (1 + math.cos(math.pi * done)) / 2
        return self._highest_rate * min(1.0, (self.step + 1) / WARM) * falling

    def learn(self, batch: Batch) -> None:
        """One step."""
        begun = time.process_time()
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate()
        hidden = torch.rand(batch.numbers.shape) < HIDDEN
        if self.network.design == "two-sided":
            hidden.zero_()
        found = losses(self.network, batch, hidden)
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
        self.symbols += int(batch.lengths.sum())
        for name, loss in found.items():
            self.means[name] = 0.98 * self.means.get(name, loss.item()) + 0.02 * loss.item()
        self.spent += time.process_time() - begun

    def state(self) -> dict[str, Any]:
        """For a checkpoint."""
        return {
            "network": self.network.state_dict(), "optimiser": self.optimiser.state_dict(), "spent": self.spent,
            "average": self.average, "step": self.step, "symbols": self.symbols, "design": self.network.design, "fed": self.network.fed,
        }  # fmt: skip

    def load(self, state: dict[str, Any]) -> None:
        """From a checkpoint."""
        self.network.load_state_dict(state["network"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.average = state["average"]
        self.spent, self.step, self.symbols = state["spent"], state["step"], state["symbols"]


def parsed_arguments() -> argparse.Namespace:
    """Of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--design", default="convolution", choices=list(ENCODERS))
    parser.add_argument("--recipe", default="learner", choices=get_args(Recipe))
    parser.add_argument("--minutes", type=float, default=60, help="of processor time")
    parser.add_argument("--every", type=float, default=10)
    parser.add_argument("--unfed", action="store_true", help="without counts of neighbours and dictionary words")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument(
        "--shipped", action="store_true", help="start from the network that ships, for text that is new"
    )
    return parser.parse_args()


def main() -> None:
    """See the module."""
    arguments = parsed_arguments()
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    ready = prepared(REFERENCE, arguments.recipe)
    size, rarity = len(ready.choices.alphabet), ready.neighbours.rarity
    vectors = starting_vectors(ready.neighbours)
    network = CorrectionNetwork(arguments.design, size, vectors, rarity, fed=not arguments.unfed)
    if arguments.shipped:
        take_over_shipped(network, ready.choices.alphabet)
    rate = RATE_OF_SHIPPED if arguments.shipped else RATE
    training = Training(network, minutes=arguments.minutes, rate=rate)
    arguments.out.mkdir(parents=True, exist_ok=True)
    file = arguments.out / "checkpoint.pt"
    if arguments.resume:
        training.load(torch.load(file, weights_only=True))
    saved = training.spent
    reader = ready.reader
    if arguments.shipped:
        reader.shares = FOR_NEW_TEXT
    for batch in reader.batches(SEED + training.step):
        training.learn(batch)
        if training.step % 50 == 0:
            told = " ".join(f"{name} {mean:.3f}" for name, mean in training.means.items())
            print(f"{training.spent:.0f} s, {training.step} steps, {training.symbols} symbols: {told}", flush=True)
        if training.spent - saved > arguments.every * 60 or training.spent > training.planned:
            saved = training.spent
            torch.save(training.state(), file.with_suffix(".new"))
            file.with_suffix(".new").replace(file)
        if training.spent > training.planned:
            return


if __name__ == "__main__":
    main()
