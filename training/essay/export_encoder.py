"""Writes data/models/essay from a checkpoint: the network as ONNX, everything else as npz.

    uv run --with torch --with onnx python -m training.essay.export_encoder OUT [--to data/models/essay] [--version encoder-1]

Matrices are kept as int8 with a scale for each row and read back to float32 when the file is opened: the chances then do not depend on what
else is in a batch, as they would with activations in int8.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from benchmarks.reference import REFERENCE
from core.backends.essay_encoder import EssayEncoder
from core.backends.essay_features import PLACE_FEATURES
from core.backends.essay_network import Knowledge, OnnxNetwork
from training.essay.calibrate import calibration
from training.essay.measure_encoder import averaged, checkpoint, knowledge
from training.essay.networks import DILATIONS, WIDTH, Corrector
from training.essay.preparation import prepared
from training.ngram.corpus import ROOT

OPSET = 17
LICENCE = "CC BY-SA 4.0"


def packed(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A matrix as int8 and the scale of each row."""
    scale = np.maximum(np.abs(matrix).max(1), 1e-8) / 127
    return np.rint(matrix / scale[:, None]).astype(np.int8), scale.astype(np.float32)


class Graph:
    """Nodes and constants of the ONNX graph."""

    def __init__(self, weights: dict[str, np.ndarray]) -> None:
        self.nodes: list[Any] = []
        self.constants: list[Any] = []
        self._weights = weights

    def add(self, operation: str, *inputs: str, out: str = "", **attributes: Any) -> str:
        """A node; the name of its first output."""
        name = out or f"{operation}.{len(self.nodes)}"
        self.nodes.append(helper.make_node(operation, list(inputs), [name], **attributes))
        return name

    def constant(self, value: Any, kind: Any = np.int64) -> str:
        """A constant's name."""
        name = f"constant.{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.array(value, kind), name))
        return name

    def matrix(self, name: str, *, turned: bool) -> str:
        """A stored matrix, unpacked; turned for x @ W."""
        whole, scale = packed(self._weights[name])
        unpacked = self.add("Cast", self.constant(whole, np.int8), to=TensorProto.FLOAT)
        found = self.add("Mul", unpacked, self.constant(scale[:, None], np.float32))
        return self.add("Transpose", found, perm=[1, 0]) if turned else found

    def linear(self, name: str, x: str, out: str = "") -> str:
        """x times the layer's matrix plus its bias."""
        product = self.add("MatMul", x, self.matrix(f"{name}.weight", turned=True))
        return self.add("Add", product, self.constant(self._weights[f"{name}.bias"], np.float32), out=out)

    def norm(self, name: str, x: str) -> str:
        """Layer normalisation."""
        scale, bias = (self.constant(self._weights[f"{name}.{part}"], np.float32) for part in ("weight", "bias"))
        return self.add("LayerNormalization", x, scale, bias, axis=-1, epsilon=1e-5)


def network_graph(network: Corrector) -> Any:
    """The convolutional encoder with its heads."""
    graph = Graph({name: value.float().numpy() for name, value in network.state_dict().items()})
    vectors = graph.add("Gather", graph.matrix("characters.weight", turned=False), "numbers")
    x = graph.add("Add", vectors, graph.linear("places", "features")) if network.fed else vectors
    inside = _inside(graph)
    for number in range(len(network.encoder.layers)):
        x = _layer(graph, x, inside, number)
    x = graph.norm("encoder.last", x)
    graph.linear("encoder.expected", x, out="expected")
    for head in ("tags", "wrong", "kinds"):
        graph.linear(head, x, out=head)
    inputs = (
        helper.make_tensor_value_info("numbers", TensorProto.INT64, ["rows", "length"]),
        helper.make_tensor_value_info("features", TensorProto.FLOAT, ["rows", "length", PLACE_FEATURES]),
        helper.make_tensor_value_info("lengths", TensorProto.INT64, ["rows"]),
    )
    outputs = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, ["rows", "length", None])
        for name in ("expected", "tags", "wrong", "kinds")
    ]
    whole = helper.make_graph(graph.nodes, "essay encoder", list(inputs), outputs, graph.constants)
    model = helper.make_model(whole, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)
    onnx.checker.check_model(model)
    return model


def _inside(graph: Graph) -> str:
    """1 inside each row, 0 beyond its end [shape=(rows, length, 1)]."""
    length = graph.add("Gather", graph.add("Shape", "numbers"), graph.constant(1))
    places = graph.add("Range", graph.constant(0), length, graph.constant(1))
    ends = graph.add("Unsqueeze", "lengths", graph.constant([1]))
    flat = graph.add("Cast", graph.add("Less", places, ends), to=TensorProto.FLOAT)
    return graph.add("Unsqueeze", flat, graph.constant([2]))


def _layer(graph: Graph, x: str, inside: str, number: int) -> str:
    step = DILATIONS[number % len(DILATIONS)]
    read = graph.add("Mul", graph.norm(f"encoder.norms.{number}", x), inside)
    wide = graph.add("Pad", read, graph.constant([0, step, 0, 0, step, 0]))
    sides = (
        graph.add("Slice", wide, graph.constant([0]), graph.constant([-2 * step]), graph.constant([1])),
        read,
        graph.add("Slice", wide, graph.constant([2 * step]), graph.constant([1 << 40]), graph.constant([1])),
    )
    both = graph.linear(f"encoder.layers.{number}", graph.add("Concat", *sides, axis=-1))
    zero, half, end, axis = (graph.constant([value]) for value in (0, WIDTH, 2 * WIDTH, 2))
    gate = graph.add("Sigmoid", graph.add("Slice", both, half, end, axis))
    return graph.add("Add", x, graph.add("Mul", graph.add("Slice", both, zero, half, axis), gate))


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
    parser.add_argument("--version", default="encoder-1")
    asked = parser.parse_args()
    torch.set_num_threads(1)
    ready, state = prepared(REFERENCE), checkpoint(asked.out)
    network = averaged(state)
    found = knowledge(network, ready)
    trained = {name: state[name] for name in ("step", "symbols", "spent")}
    found.card.update(version=asked.version, trained=trained, licence=LICENCE)
    asked.to.mkdir(parents=True, exist_ok=True)
    onnx.save(network_graph(network), str(asked.to / "encoder.onnx"))
    # Calibrated as shipped: with the int8 weights.
    encoder = EssayEncoder(asked.to, network=OnnxNetwork(asked.to / "encoder.onnx"), knowledge=found)
    found.card["calibration"], told = calibration(encoder, ready)
    print(told)
    np.savez_compressed(asked.to / "encoder.npz", allow_pickle=False, **stored(found))


if __name__ == "__main__":
    main()
