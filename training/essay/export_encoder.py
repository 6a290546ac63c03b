"""Writes data/models/essay from a checkpoint: the network, and everything else.

    uv run --with torch python -m training.essay.export_encoder OUT [--to data/models/essay] [--version encoder-3]

Matrices are stored as int8 with a scale for each row and converted to float32 when the file is opened: probabilities then do not depend on
what else is in a batch, as they would with activations in int8.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import torch

from core.models.essays.encoder import EssayEncoder
from core.models.essays.network import EncoderKnowledge, NumpyNetwork
from evaluation.corpus import ROOT
from evaluation.reference import REFERENCE
from training.essay.calibrate import calibration
from training.essay.measure_encoder import averaged, checkpoint, encoder_knowledge
from training.essay.networks import CorrectionNetwork
from training.essay.preparation import prepared

SHIPPED = ("characters", "places", "encoder", "tags", "wrong", "kinds")
"""Parts of the network; the others lie in `encoder.npz` or serve training alone."""
LICENCE = "CC BY-SA 4.0"


def packed(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A matrix as int8 and the scale of each row."""
    scale = np.maximum(np.abs(matrix).max(1), 1e-8) / 127
    return np.rint(matrix / scale[:, None]).astype(np.int8), scale.astype(np.float32)


def network_arrays(network: CorrectionNetwork) -> dict[str, np.ndarray]:
    """The arrays of `network.npz`, as `core.models.parsing.network.Weights` reads them: those of the convolutional encoder and its heads."""
    arrays = {}
    for name, value in network.state_dict().items():
        array = value.float().numpy()
        if name.split(".")[0] not in SHIPPED:
            continue
        if array.ndim == 2:
            arrays[f"{name}.q"], arrays[f"{name}.s"] = packed(array)
        else:
            arrays[name] = array
    return arrays


def stored(knowledge: EncoderKnowledge) -> dict[str, np.ndarray]:
    """The arrays of `encoder.npz`; rising numbers as steps."""

    def steps(rising: np.ndarray) -> np.ndarray:
        between = np.diff(rising, prepend=0)
        return between.astype(np.min_scalar_type(int(between.max())))

    neighbours = knowledge.neighbours
    vectors, scale = packed(knowledge.vectors)
    return {
        "alphabet": np.array([ord(character) for character in knowledge.alphabet], np.uint32),
        "meant": knowledge.choices.astype(np.uint16), "kinds": knowledge.choice_kinds.astype(np.uint8),
        "vectors": vectors, "vector_scale": scale, "bias": knowledge.bias.astype(np.float32),
        "inner_weight": knowledge.inner[0], "inner_bias": knowledge.inner[1],
        "outer_weight": knowledge.outer[0], "outer_bias": knowledge.outer[1],
        "counts": neighbours.counts.astype(np.uint32), "pair_steps": steps(neighbours.pair_keys), "pair_counts": neighbours.pair_counts,
        "word_pair_steps": steps(neighbours.word_pairs), "word_triple_steps": steps(neighbours.word_triples),
        "card": np.frombuffer(json.dumps(knowledge.card, ensure_ascii=False).encode(), np.uint8),
    }  # fmt: skip


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--to", type=Path, default=ROOT / "data" / "models" / "essay")
    parser.add_argument("--version", default="encoder-3")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    prepared_training, state = prepared(REFERENCE), checkpoint(arguments.out)
    network = averaged(state)
    knowledge = encoder_knowledge(network, prepared_training)
    trained = {name: state[name] for name in ("step", "symbols", "spent")}
    knowledge.card.update(version=arguments.version, trained=trained, licence=LICENCE)
    arguments.to.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(arguments.to / "network.npz", allow_pickle=False, **network_arrays(network))
    # Calibrated as shipped: with the int8 weights.
    encoder = EssayEncoder(arguments.to, network=NumpyNetwork(arguments.to / "network.npz"), knowledge=knowledge)
    knowledge.card["calibration"], summary = calibration(encoder, prepared_training)
    print(summary)
    np.savez_compressed(arguments.to / "encoder.npz", allow_pickle=False, **stored(knowledge))


if __name__ == "__main__":
    main()
