"""Writes a checkpoint of the tagger as a file for onnxruntime, with weights in int8.

    uv run --with torch --with onnx --with onnxscript python -m training.essay.export_tagger OUT FILE

The running mean of the weights is exported. Weights are quantised by the column, activations by the range of a sentence while it is read.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

from training.essay.tagger_network import Tagger
from training.essay.train_tagger import HEADS, INNER, WIDTH

VERSION = "tagger-1"


class OneSentence(nn.Module):
    """The network for one sentence, with everything that is read from it as logarithms."""

    def __init__(self, network: Tagger) -> None:
        super().__init__()
        self.network = network

    def forward(self, numbers: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        network = self.network
        rows = numbers.shape[0]
        x = torch.cat(
            [
                network.ends[0].expand(rows, 1, -1),
                network.characters(numbers),
                network.ends[1].expand(rows, 1, -1),
            ],
            1,
        )
        x = network.norm(x + network.places.weight[: numbers.shape[1] + 2])
        for block in network.blocks:
            x = block(x, None)
        places = x[:, 1:-1]
        between = network.gaps(x[:, :-1], x[:, 1:])
        return (
            functional.log_softmax(network.operations(places), -1),
            functional.log_softmax(network.characters_expected(places), -1),
            network.missing(between)[..., 0],
            functional.log_softmax(network.insertion(between), -1),
        )


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("file", type=Path)
    arguments = parser.parse_args()
    kept = torch.load(arguments.out / "checkpoint.pt", weights_only=True)
    network = Tagger(
        len(kept["alphabet"]), len(kept["insertions"]), layers=kept["layers"], width=WIDTH, inner=INNER, heads=HEADS
    )
    network.load_state_dict(kept["training"]["average"])
    network.eval()
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "plain.onnx"
        length = torch.export.Dim("length", min=2, max=500)
        torch.onnx.export(
            OneSentence(network),
            (torch.ones((1, 20), dtype=torch.int64),),
            str(plain),
            input_names=["numbers"],
            output_names=["operations", "expected", "missing", "inserted"],
            dynamic_shapes={"numbers": {1: length}},
            dynamo=True,
            external_data=False,
        )
        quantised(plain, arguments.file, kept)
    print(
        f"{arguments.file}: {arguments.file.stat().st_size / 2**20:.1f} MiB, {kept['training']['characters']} characters read"
    )


def quantised(plain: Path, file: Path, kept: dict[str, object]) -> None:
    """The file with int8 weights, and what is needed to read it as metadata."""
    import onnx  # type: ignore[import-not-found]
    from onnxruntime.quantization import QuantType, quantize_dynamic  # type: ignore[import-untyped]

    quantize_dynamic(
        plain, file, weight_type=QuantType.QInt8, per_channel=True, op_types_to_quantize=["MatMul", "Gemm", "Gather"]
    )
    model = onnx.load(file)
    texts = {
        "version": VERSION,
        "alphabet": json.dumps(kept["alphabet"]),
        "insertions": json.dumps(kept["insertions"], ensure_ascii=False),
    }
    for key, value in texts.items():
        entry = model.metadata_props.add()
        entry.key, entry.value = key, value
    onnx.save(model, file)


if __name__ == "__main__":
    main()
