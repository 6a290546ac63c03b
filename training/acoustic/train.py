"""The acoustic model: log mels in, a state of a sound every 20 ms out.

    uv run --with torch python training/acoustic/train.py --out NAME [--leave man,S0150] [--width 192] [--epochs 20]

Steps before it: corpora.py, align.py. A checkpoint is left after every epoch (`--resume` goes on from it). With `--leave`, the speakers
named are held out and the model is measured on them after every epoch.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import nn

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from align import Utterance, utterances
from augment import chunk, features
from corpora import DEVELOPMENT, SYNTHETIC_READER, VOICES, WORK
from measure import measured

from core.speech.aligning.mels import BANDS
from core.speech.aligning.phones import STATES

BATCH = 32
SHARES = {
    "audio-cmn-words": 0.24,
    "aishell1-two-speakers": 0.30,
    "audio-cmn-syllables": 0.07,
    "pinyin-sound-syllables": 0.07,
    "hantts-syllables-male": 0.10,
    SYNTHETIC_READER: 0.10,
    VOICES: 0.12,
}
"""Of the chunks: sentences, the one man's syllables and the many voices more often than their hours."""
SMOOTHING = 0.05
LOUD = -1.0
"""Levelled log energy above which a frame counts for the mean spectrum: 13 dB below the vowels."""
PRIOR_FRAMES = 40.0
"""How many frames the mean of all speakers is worth."""


class Block(nn.Module):
    """A dilated convolution over time with a way round it."""

    def __init__(self, width: int, dilation: int, dropout: float) -> None:
        super().__init__()
        self.wide = nn.Conv1d(width, width, 3, padding=dilation, dilation=dilation)
        self.normal = nn.BatchNorm1d(width)
        self.narrow = nn.Conv1d(width, width, 1)
        self.drop = nn.Dropout(dropout)

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        return rows + self.drop(self.narrow(torch.relu(self.normal(self.wide(rows)))))


class Listener(nn.Module):
    """[batch, frames10ms, BANDS] -> [batch, frames20ms, len(STATES)] logits. It sees about 0.3 s on each side of a frame.

    First the mean spectrum of the loud frames is taken away (microphone, room and some of the speaker), drawn towards the mean of
    all speakers where there are few of them: the mean of a single vowel would be the vowel.
    """

    prior: torch.Tensor

    def __init__(self, width: int, blocks: int = 6, dropout: float = 0.1, weight: float = PRIOR_FRAMES) -> None:
        super().__init__()
        self.register_buffer("prior", torch.zeros(BANDS))
        self.weight = weight
        self.first = nn.Conv1d(BANDS, width, 5, padding=2)
        self.first_normal = nn.BatchNorm1d(width)
        self.second = nn.Conv1d(width, width, 3, padding=1, stride=2)
        self.second_normal = nn.BatchNorm1d(width)
        self.blocks = nn.ModuleList(Block(width, dilation, dropout) for dilation in (1, 1, 2, 2, 3, 3)[:blocks])
        self.last_normal = nn.BatchNorm1d(width)
        self.out = nn.Conv1d(width, len(STATES), 1)

    def forward(self, mels: torch.Tensor) -> torch.Tensor:
        loud = (mels.mean(dim=2, keepdim=True) > LOUD).to(mels.dtype)
        mean = ((mels * loud).sum(dim=1) + self.weight * self.prior) / (loud.sum(dim=1) + self.weight)
        rows = torch.relu(self.first_normal(self.first((mels - mean[:, None]).transpose(1, 2))))
        rows = torch.relu(self.second_normal(self.second(rows)))
        for block in self.blocks:
            rows = block(rows)
        logits: torch.Tensor = self.out(torch.relu(self.last_normal(rows))).transpose(1, 2)
        return logits


def batches(
    rng: np.random.Generator, groups: dict[tuple[str, str], list[Utterance]], sound: np.ndarray, labels: np.ndarray
) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Endless (mels, labels every 20 ms)."""
    keys = list(groups)
    weights = np.array([SHARES[corpus] / len({k for k in keys if k[0] == corpus}) for corpus, _ in keys])
    weights /= weights.sum()
    recordings = {key: [(item.sound, item.frames) for item in items] for key, items in groups.items()}
    while True:
        chosen = [keys[index] for index in rng.choice(len(keys), size=BATCH, p=weights)]
        chunks = [chunk(rng, sound, labels, recordings[key]) for key in chosen]
        mels = features(rng, torch.from_numpy(np.stack([line for line, _ in chunks])))
        targets = torch.from_numpy(np.stack([marks[::2] for _, marks in chunks]).astype(np.int64))
        yield mels[:, : 2 * targets.shape[1]], targets


def mean_spectrum() -> torch.Tensor:
    """The mean spectrum of the loud frames of all recordings."""
    mels = np.load(WORK / "mels.npy", mmap_mode="r")[::7].astype(np.float32)
    return torch.from_numpy(mels[mels.mean(axis=1) > LOUD].mean(axis=0))


def collapsed(marks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """State sequences for CTC, silence as the blank."""
    rows = [torch.unique_consecutive(row) for row in marks]
    rows = [row[row > 0] for row in rows]
    return torch.cat(rows), torch.tensor([len(row) for row in rows])


def loss_of(logits: torch.Tensor, marks: torch.Tensor, kind: str) -> torch.Tensor:
    """Framewise cross entropy, or connectionist temporal classification (Graves et al. 2006)."""
    if kind == "frames":
        return nn.functional.cross_entropy(
            logits.reshape(-1, logits.shape[2]), marks.reshape(-1), label_smoothing=SMOOTHING
        )
    targets, lengths = collapsed(marks)
    scores = logits.log_softmax(2).transpose(0, 1)
    return nn.functional.ctc_loss(
        scores, targets, torch.full((logits.shape[0],), logits.shape[1]), lengths, blank=0, zero_infinity=True
    )


def parsed_arguments() -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", required=True)
    parser.add_argument("--leave", default="")
    parser.add_argument("--width", type=int, default=192)
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--loss", default="frames")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument(
        "--exact", action="store_true", help="single precision; half of it is as good and twice as fast"
    )
    parser.add_argument("--resume", action="store_true")
    return parser.parse_args()


def train_epoch(
    model: Listener,
    stream: Iterator[tuple[torch.Tensor, torch.Tensor]],
    optimiser: torch.optim.Optimizer,
    schedule: torch.optim.lr_scheduler.LRScheduler,
    arguments: argparse.Namespace,
) -> str:
    """Train for one epoch; the summary of its loss and frame accuracy."""
    model.train()
    start, sums, right, seen = time.time(), 0.0, 0, 0
    for _ in range(arguments.steps):
        mels, targets = next(stream)
        with torch.autocast("cpu", torch.bfloat16, enabled=not arguments.exact):
            logits = model(mels)[:, : targets.shape[1]]
        logits = logits.float()
        loss = loss_of(logits, targets, arguments.loss)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        sums += loss.item()
        right += int((logits.argmax(2) == targets).sum())
        seen += targets.numel()
    return f"loss {sums / arguments.steps:.3f}, frames {right / seen:.3f}, {time.time() - start:.0f} s"


def main() -> None:
    """Train, checkpoint, measure."""
    arguments = parsed_arguments()
    torch.set_num_threads(arguments.threads)
    torch.manual_seed(7)
    held_out_speakers = set(arguments.leave.split(",")) - {""}
    items = utterances()
    groups: dict[tuple[str, str], list[Utterance]] = {}
    for item in items:
        if item.corpus != DEVELOPMENT and item.speaker not in held_out_speakers:
            groups.setdefault((item.corpus, item.speaker), []).append(item)
    sound, labels = np.load(WORK / "sound.npy", mmap_mode="r"), np.load(WORK / "labels.npy")
    folder = WORK / "models" / arguments.out
    folder.mkdir(parents=True, exist_ok=True)
    model = Listener(arguments.width)
    model.prior.copy_(mean_spectrum())
    print(
        f"{sum(p.numel() for p in model.parameters()):,} weights; groups {[(k, len(v)) for k, v in groups.items()]}",
        flush=True,
    )
    optimiser = torch.optim.AdamW(model.parameters(), lr=arguments.rate, weight_decay=0.01)
    total = arguments.epochs * arguments.steps
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, arguments.rate, total_steps=total, pct_start=0.15)
    begun = 0
    if arguments.resume and (folder / "state.pt").exists():
        checkpoint = torch.load(folder / "state.pt")
        model.load_state_dict(checkpoint["model"])
        optimiser.load_state_dict(checkpoint["turn"])
        schedule.load_state_dict(checkpoint["plan"])
        begun = checkpoint["epoch"]
    stream = batches(np.random.default_rng(11 + begun), groups, sound, labels)
    for epoch in range(begun, arguments.epochs):
        summary = f"epoch {epoch + 1}: " + train_epoch(model, stream, optimiser, schedule, arguments)
        torch.save(
            {
                "model": model.state_dict(),
                "turn": optimiser.state_dict(),
                "plan": schedule.state_dict(),
                "epoch": epoch + 1,
                "width": arguments.width,
            },
            folder / "state.pt",
        )
        if held_out_speakers:
            summary += "; " + measured(model, items, held_out_speakers, sound, labels)
        print(summary, flush=True)


if __name__ == "__main__":
    main()
