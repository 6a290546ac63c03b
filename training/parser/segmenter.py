"""Trains the segmenter: a two-layer BiLSTM over characters with dictionary matches, four boundary tags.

uv run --with torch --with gensim python training/parser/segmenter.py --epochs 9 [--silver FILE]
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]
import templates  # noqa: E402
import treebank  # noqa: E402
from pack import pack  # noqa: E402
from vectors import pretrained, work  # noqa: E402

from core.models.parsing.features import BIGRAM_ROWS, LONGEST, Dictionary, bigrams, code_points, folded, units  # noqa: E402
from core.models.parsing.network import Weights  # noqa: E402

BEGIN, MIDDLE, END, SINGLE = range(4)


class Segmenter(nn.Module):
    """Boundary tags of units."""

    def __init__(self, characters: int, vectors: Tensor | None, hidden: int = 128, dropout: float = 0.35) -> None:
        super().__init__()
        self.character = nn.Embedding(characters, 64)
        if vectors is not None:
            self.character.weight.data[:] = vectors
        self.bigram = nn.Embedding(BIGRAM_ROWS, 32)
        self.bigram.weight.data.mul_(0.1)
        self.style = nn.Embedding(len(treebank.STYLES), 8)
        size = 64 + 32 + 8 + 4 * (LONGEST - 1)
        self.lstm = nn.ModuleList(
            [nn.LSTM(size, hidden, bidirectional=True), nn.LSTM(2 * hidden, hidden, bidirectional=True)]
        )
        self.out = nn.Linear(2 * hidden, 4)
        self.dropout = nn.Dropout(dropout)

    def forward(self, batch: dict[str, Tensor]) -> Tensor:
        length = batch["characters"].shape[0]
        style = self.style(batch["style"])[None].expand(length, -1, -1)
        x = torch.cat([self.character(batch["characters"]), self.bigram(batch["bigrams"]), style], -1)
        x = torch.cat([self.dropout(x), batch["matches"]], -1)
        for lstm in self.lstm:
            packed = nn.utils.rnn.pack_padded_sequence(x, batch["lengths"], enforce_sorted=False)
            x = self.dropout(nn.utils.rnn.pad_packed_sequence(lstm(packed)[0])[0])
        return self.out(x)


class Example:
    """One sentence as arrays."""

    def __init__(self, words: list[str], style: str, rows: dict[str, int], dictionary: Dictionary) -> None:
        self.words = words
        text = folded("".join(words))
        found = units(text)
        codes = code_points([unit.key for unit in found])
        self.characters = np.array([rows.get(unit.key, 0) for unit in found])
        self.bigrams = bigrams(codes)
        self.matches = dictionary.matches(codes)
        self.style = treebank.STYLES.index(style)
        self.found = found
        ends, place = set(), 0
        for word in words:
            place += len(word)
            ends.add(place)
        starts = {0, *ends}
        self.tags = np.array(
            [
                (SINGLE if u.end in ends else BEGIN) if u.start in starts else (END if u.end in ends else MIDDLE)
                for u in found
            ]
        )


def batch_of(examples: list[Example], *, drop: float = 0.0, forget: float = 0.0) -> dict[str, Tensor]:
    """Padded arrays, time first."""
    longest = max(len(e.found) for e in examples)

    def padded(name: str, fill: float = 0) -> Tensor:
        rows = [getattr(e, name) for e in examples]
        out = np.full((longest, len(rows), *rows[0].shape[1:]), fill, rows[0].dtype)
        for place, row in enumerate(rows):
            out[: len(row), place] = row
        return torch.from_numpy(out)

    batch = {name: padded(name) for name in ("characters", "bigrams", "matches")}
    batch["tags"] = padded("tags", -100)
    batch["lengths"] = torch.tensor([len(e.found) for e in examples])
    style = torch.tensor([e.style for e in examples])
    if forget:
        style[torch.rand(len(style)) < forget] = 0
        batch["characters"][torch.rand(batch["characters"].shape) < drop] = 0
    batch["style"] = style
    return batch


def spans(words: list[str]) -> set[tuple[int, int]]:
    """Code-point spans."""
    ends = np.cumsum([0, *map(len, words)])
    return set(zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True))


def measured(model: Segmenter, examples: list[Example], style: int | None = None) -> float:
    """F1 of the segmentation."""
    model.eval()
    right = claimed = true = 0
    with torch.no_grad():
        for place in range(0, len(examples), 64):
            part = examples[place : place + 64]
            batch = batch_of(part)
            if style is not None:
                batch["style"][:] = style
            tags = model(batch).argmax(-1)
            for column, e in enumerate(part):
                words, last = [], 0
                text = folded("".join(e.words))
                for row, unit in enumerate(e.found):
                    if row and tags[row, column] in (BEGIN, SINGLE):
                        words.append(text[last : unit.start])
                        last = unit.start
                words.append(text[last:])
                a, b = spans(words), spans(e.words)
                right, claimed, true = right + len(a & b), claimed + len(a), true + len(b)
    return 2 * right / (claimed + true)


def arguments() -> argparse.Namespace:
    """The options of the command line."""
    ask = argparse.ArgumentParser()
    ask.add_argument("--epochs", type=int, default=9)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--templates", type=int, default=12, help="sentences from each template")
    ask.add_argument("--threads", type=int, default=1)
    ask.add_argument("--out", type=Path, default=work() / "segmenter")
    ask.add_argument("--rate", type=float, default=2e-3)
    ask.add_argument("--start", type=Path, help="a packed network to go on from")
    ask.add_argument("--silver", type=Path, help="lines of silver.py")
    return ask.parse_args()


def sets(options: argparse.Namespace, rows: dict[str, int]) -> tuple[list[Example], list[list[Example]]]:
    """Training sentences, and the two development sets."""
    dictionary = Dictionary(**np.load(ROOT / "data/models/parser/dictionary.npz"))
    pairs = [*treebank.training(), *(("hk", s) for s in templates.examples(options.templates))]
    train = [Example([w.form for w in s], style, rows, dictionary) for style, s in pairs]
    if options.silver:
        lines = options.silver.read_text(encoding="utf-8").splitlines()
        train += [Example(line.split(), "hk", rows, dictionary) for line in lines]
    dev = [
        [Example([w.form for w in s], "", rows, dictionary) for s in treebank.sentences(name)]
        for name in ("dev-gsdsimp", "dev-cfl-learner")
    ]
    return train, dev


def epoch_loss(
    model: Segmenter,
    train: list[Example],
    optimiser: torch.optim.Optimizer,
    schedule: torch.optim.lr_scheduler.LambdaLR,
) -> float:
    """One pass over the training sentences; the mean loss."""
    model.train()
    random.shuffle(train)
    order = [
        chunk
        for big in range(0, len(train), 640)
        for chunk in chunks(sorted(train[big : big + 640], key=lambda e: len(e.found)))
    ]
    random.shuffle(order)
    total = 0.0
    for part in order:
        batch = batch_of(part, drop=0.05, forget=0.3)
        scores = model(batch).flatten(0, 1)
        loss = nn.functional.cross_entropy(scores, batch["tags"].flatten(), ignore_index=-100, label_smoothing=0.03)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5)
        optimiser.step()
        schedule.step()
        total += float(loss.detach())
    return total / len(order)


def main() -> None:
    """Train; keep the network with the best sum of F on dev-gsdsimp, not told the style and told "hk".

    The learner essays are only for information.
    """
    options = arguments()
    torch.manual_seed(options.seed)
    random.seed(options.seed)
    torch.set_num_threads(options.threads)
    rows, vectors = pretrained("character")
    train, dev = sets(options, rows)
    model = Segmenter(len(rows), torch.tensor(vectors))
    if options.start:
        stored = Weights(options.start)
        model.load_state_dict({name: torch.tensor(stored[name]) for name in model.state_dict()})
    optimiser = torch.optim.AdamW(model.parameters(), lr=options.rate, betas=(0.9, 0.95), weight_decay=1e-4)
    steps = options.epochs * (len(train) // 32 + 1)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda s: min(1, s / 100) * max(0.02, 1 - s / steps))
    best = 0.0
    for epoch in range(options.epochs):
        began = time.time()
        loss = epoch_loss(model, train, optimiser, schedule)
        scores = [[measured(model, d, style) for style in (0, 1, 3)] for d in dev]
        shown = " ".join("/".join(f"{f:.4f}" for f in row) for row in scores)
        print(epoch, f"{loss:.4f}", shown, f"{time.time() - began:.0f}s", flush=True)
        score = scores[0][0] + scores[0][2]
        if score > best:
            best = score
            pack(model, {"characters": list(rows)}, options.out)


def chunks(examples: list[Example], size: int = 32) -> list[list[Example]]:
    """Batches of near length."""
    return [examples[i : i + size] for i in range(0, len(examples), size)]


if __name__ == "__main__":
    main()
