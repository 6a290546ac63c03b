"""Writes data/models/essay from a checkpoint: the network, and everything else.

    uv run --with torch python -m training.essay.export_encoder OUT [--to data/models/essay] [--version encoder-3]

Matrices are kept as int8 with a scale for each row and read back to float32 when the file is opened: the chances then do not depend on what
else is in a batch, as they would with activations in int8.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import torch

from core.models.essays.encoder import EssayEncoder
from core.models.essays.network import Knowledge, NumpyNetwork
from evaluation.corpus import ROOT
from evaluation.reference import REFERENCE
from training.essay.calibrate import calibration
from training.essay.measure_encoder import averaged, checkpoint, knowledge
from training.essay.networks import Corrector
from training.essay.preparation import prepared

SHIPPED = ("characters", "places", "encoder", "tags", "wrong", "kinds")
"""Parts of the network; the others lie in `encoder.npz` or serve training alone."""
LICENCE = "CC BY-SA 4.0"


def packed(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A matrix as int8 and the scale of each row."""
    scale = np.maximum(np.abs(matrix).max(1), 1e-8) / 127
    return np.rint(matrix / scale[:, None]).astype(np.int8), scale.astype(np.float32)


def network_arrays(network: Corrector) -> dict[str, np.ndarray]:
    """The arrays of `network.npz`, as `core.models.parsing.network.Weights` reads them: those of the convolutional encoder and its heads."""
    found = {}
    for name, value in network.state_dict().items():
        array = value.float().numpy()
        if name.split(".")[0] not in SHIPPED:
            continue
        if array.ndim == 2:
            found[f"{name}.q"], found[f"{name}.s"] = packed(array)
        else:
            found[name] = array
    return found


def stored(found: Knowledge) -> dict[str, np.ndarray]:
    """The arrays of `encoder.npz`; rising numbers as steps."""

    def steps(rising: np.ndarray) -> np.ndarray:
        between = np.diff(rising, prepend=0)
        return between.astype(np.min_scalar_type(int(between.max())))

    beside = found.neighbours
    vectors, scale = packed(found.vectors)
    return {
        "alphabet": np.array([ord(character) for character in found.alphabet], np.uint32),
        "meant": found.meant.astype(np.uint16), "kinds": found.kinds.astype(np.uint8),
        "vectors": vectors, "vector_scale": scale, "bias": found.bias.astype(np.float32),
        "inner_weight": found.inner[0], "inner_bias": found.inner[1],
        "outer_weight": found.outer[0], "outer_bias": found.outer[1],
        "counts": beside.counts.astype(np.uint32), "pair_steps": steps(beside.pair_keys), "pair_counts": beside.pair_counts,
        "word_pair_steps": steps(beside.word_pairs), "word_triple_steps": steps(beside.word_triples),
        "card": np.frombuffer(json.dumps(found.card, ensure_ascii=False).encode(), np.uint8),
    }  # fmt: skip


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--to", type=Path, default=ROOT / "data" / "models" / "essay")
    parser.add_argument("--version", default="encoder-3")
    asked = parser.parse_args()
    torch.set_num_threads(1)
    ready, state = prepared(REFERENCE), checkpoint(asked.out)
    network = averaged(state)
    found = knowledge(network, ready)
    trained = {name: state[name] for name in ("step", "symbols", "spent")}
    found.card.update(version=asked.version, trained=trained, licence=LICENCE)
    asked.to.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(asked.to / "network.npz", allow_pickle=False, **network_arrays(network))
    # Calibrated as shipped: with the int8 weights.
    encoder = EssayEncoder(asked.to, network=NumpyNetwork(asked.to / "network.npz"), knowledge=found)
    found.card["calibration"], told = calibration(encoder, ready)
    print(told)
    np.savez_compressed(asked.to / "encoder.npz", allow_pickle=False, **stored(found))


if __name__ == "__main__":
    main()
