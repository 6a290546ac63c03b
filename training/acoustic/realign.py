"""The recordings laid out once more by the network itself: what the tones are trained on.

    uv run --with torch --with scikit-learn python training/acoustic/realign.py NAME

Writes `realigned.jsonl` in the form of `alignments.jsonl`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from align import Utterance, timed, utterances, viterbi
from corpora import WORK
from export import log_priors
from measure import log_posteriors
from train import Listener

PRIOR_WEIGHT = 0.5
"""As in core.speech.align."""
STEP = 0.02


def main() -> None:
    """Align everything with a checkpoint."""
    kept = torch.load(WORK / "models" / sys.argv[1] / "state.pt", map_location="cpu")
    model = Listener(kept["width"])
    model.load_state_dict(kept["model"])
    model.eval()
    torch.set_num_threads(1)
    sound = np.load(WORK / "sound.npy", mmap_mode="r")
    priors = PRIOR_WEIGHT * np.array(log_priors(), np.float32)

    def score(item: Utterance) -> np.ndarray:
        return log_posteriors(model, np.asarray(sound[item.sound], np.float32) / 32768) - priors

    items = utterances()
    found = {item.id: places for item, places, _ in viterbi(items, score)}
    with (WORK / "realigned.jsonl").open("w", encoding="utf-8") as out:
        for item in items:
            row = {
                "id": item.id,
                "corpus": item.corpus,
                "speaker": item.speaker,
                "syllables": timed(item, found[item.id], STEP),
            }
            out.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
