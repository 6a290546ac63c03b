"""Figures of a checkpoint of the essay encoder, before it is exported.

    uv run --with torch python -m training.essay.measure_encoder OUT [--checks]

Fits the calibration (`training.essay.calibrate`), then prints `training.essay.encoder_figures`.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import torch

from core.arrays import Float32, Int64
from core.models.essays.encoder import EssayEncoder
from core.models.essays.network import EncoderKnowledge
from evaluation.reference import REFERENCE
from training.essay.calibrate import calibration
from training.essay.encoder_figures import figures
from training.essay.networks import CorrectionNetwork
from training.essay.noise import TAGS
from training.essay.preparation import Prepared, prepared

FOLDER = Path()


class TorchNetwork:
    """A `core.models.essays.network.Network` over the trained module."""

    def __init__(self, network: CorrectionNetwork) -> None:
        self._network = network.eval()

    def outputs(self, numbers: Int64, features: Float32, lengths: Int64) -> tuple[Float32, Float32, Float32, Float32]:
        """See `Network`."""
        read = torch.from_numpy(numbers)
        with torch.no_grad():
            hidden = torch.zeros(numbers.shape, dtype=torch.bool)
            expected, known = self._network(read, torch.from_numpy(features), torch.from_numpy(lengths), hidden)
            heads = (self._network.tags(known), self._network.wrong(known), self._network.kinds(known))
        tags, wrong, kinds = (head.numpy() for head in heads)
        return expected.numpy(), tags, wrong, kinds


def encoder_knowledge(network: CorrectionNetwork, prepared_training: Prepared) -> EncoderKnowledge:
    """All but the network's weights, without a calibration."""
    state = {name: value.float().numpy() for name, value in network.state_dict().items()}
    silent = np.zeros_like(state["outer.weight"])
    return EncoderKnowledge(
        prepared_training.choices.alphabet, prepared_training.choices.meant, prepared_training.choices.kinds, state["characters.weight"], state["bias"],
        (state["inner.weight"], state["inner.bias"]),
        (state["outer.weight"] if network.fed else silent, state["outer.bias"] * network.fed),
        prepared_training.neighbours, {"version": "encoder", "tags": list(TAGS), "calibration": {}},
    )  # fmt: skip


def checkpoint(out: Path) -> dict[str, Any]:
    """What `training.essay.train_encoder` left there."""
    return dict(torch.load(out / "checkpoint.pt", weights_only=True))


def averaged(state: dict[str, Any]) -> CorrectionNetwork:
    """The network of a checkpoint, with the running mean of its weights."""
    characters, bias = (state["average"][name].numpy() for name in ("characters.weight", "bias"))
    network = CorrectionNetwork(state["design"], len(bias), characters, bias, fed=state["fed"])
    network.load_state_dict(state["average"])
    return network.eval()


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--checks", action="store_true", help="SIGHAN14 and CGED17 too")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    prepared_training, network = prepared(REFERENCE), averaged(checkpoint(arguments.out))
    knowledge = encoder_knowledge(network, prepared_training)
    encoder = EssayEncoder(FOLDER, network=TorchNetwork(network), knowledge=knowledge)
    knowledge.card["calibration"], summary = calibration(encoder, prepared_training)
    print(summary)
    for line in figures(encoder, checks=arguments.checks):
        print(line, flush=True)


if __name__ == "__main__":
    main()
