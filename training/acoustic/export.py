"""A checkpoint as the file that ships.

    uv run --with torch --with onnx python training/acoustic/export.py NAME [--to data/models/acoustic/acoustic.onnx]

Input `mels` [1, frames of 10 ms, BANDS] as `core.speech.aligning.mels.log_mels` gives them, output `logits` [1, frames of 20 ms, len(STATES)]. The file's metadata
hold `version`, `states`, and `log_priors`: how often each state is trained on, which alignment divides by.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import numpy as np
import onnx
import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from align import utterances
from corpora import DEVELOPMENT, WORK
from train import SHARES, Listener

from core.speech.aligning.mels import BANDS
from core.speech.aligning.phones import STATES

PLACE = Path(__file__).resolve().parents[2] / "data" / "models" / "acoustic" / "acoustic.onnx"


def log_priors() -> list[float]:
    """Of the states, as chunks are drawn in training."""
    marks = np.load(WORK / "labels.npy")
    sums = np.zeros(len(STATES))
    groups: dict[str, np.ndarray] = {}
    for item in utterances():
        if item.corpus != DEVELOPMENT:
            groups.setdefault(item.corpus, np.zeros(len(STATES)))
            groups[item.corpus] += np.bincount(marks[item.frames].clip(0), minlength=len(STATES))
    for corpus, counts in groups.items():
        sums += SHARES[corpus] * counts / counts.sum()
    return [round(float(value), 4) for value in np.log(sums + 1e-5)]


def main() -> None:
    """Write the file, compare it with the checkpoint."""
    parser = argparse.ArgumentParser()
    parser.add_argument("name")
    parser.add_argument("--to", type=Path, default=PLACE)
    parser.add_argument("--version", default="1")
    arguments = parser.parse_args()
    checkpoint = torch.load(WORK / "models" / arguments.name / "state.pt", map_location="cpu")
    listener = Listener(checkpoint["width"])
    listener.load_state_dict(checkpoint["model"])
    model = listener.eval()
    arguments.to.parent.mkdir(parents=True, exist_ok=True)
    example = torch.randn(1, 321, BANDS)
    torch.onnx.export(model, (example,), str(arguments.to), input_names=["mels"], output_names=["logits"],
                      dynamic_axes={"mels": {0: "batch", 1: "frames"}, "logits": {0: "batch", 1: "steps"}}, opset_version=17, dynamo=False)  # fmt: skip
    onnx_model = onnx.load(str(arguments.to))
    for key, value in (
        ("version", f"wenlu-acoustic-{arguments.version}"),
        ("states", " ".join(STATES)),
        ("log_priors", json.dumps(log_priors())),
    ):
        entry = onnx_model.metadata_props.add()
        entry.key, entry.value = key, value
    onnx.save(onnx_model, str(arguments.to))
    import onnxruntime

    session = onnxruntime.InferenceSession(str(arguments.to))
    for frames in (321, 1000, 57):
        mels = torch.randn(1, frames, BANDS)
        with torch.no_grad():
            gap = float(np.abs(session.run(None, {"mels": mels.numpy()})[0] - model(mels).numpy()).max())
        print(f"{frames} frames: largest difference {gap:.1e}")
    print(f"{arguments.to.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
