"""Trains the tagger and parser: BiLSTM over words, tags after two layers, deep biaffine arcs and labels after three.

    uv run --with torch --with gensim python training/parser/parser.py --epochs 14 --vectors

Dozat and Manning 2017, made small: word, first, last and mean character, dictionary kinds, treebank style.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]
import templates  # noqa: E402
import treebank  # noqa: E402
from pack import pack  # noqa: E402
from treebank import Word  # noqa: E402
from vectors import pretrained, work  # noqa: E402

from core.models.parsing.features import Dictionary, folded, keys  # noqa: E402
from core.models.parsing.network import Weights  # noqa: E402

KINDS, LISTED = 32, 16
F = nn.functional


class Parser(nn.Module):
    """Tags, heads and relations of words."""

    def __init__(
        self,
        words: int,
        vectors: Tensor,
        tags: int,
        relations: int,
        hidden: int,
        dropout: float,
        word_vectors: Tensor | None = None,
    ) -> None:
        super().__init__()
        self.word = nn.Embedding(words, 96)
        self.word.weight.data.mul_(0.1)
        self.fixed = nn.Embedding.from_pretrained(word_vectors, freeze=True) if word_vectors is not None else None
        self.character = nn.Embedding(len(vectors), 64)
        self.character.weight.data[:] = vectors
        self.kind = nn.Embedding(KINDS, 16)
        self.style = nn.Embedding(len(treebank.STYLES), 8)
        self.mix = nn.Linear(64 * 3 + 16 + LISTED + 3, 96)
        size = 96 + 96 + 8 + (word_vectors.shape[1] if word_vectors is not None else 0)
        self.lstm = nn.ModuleList(
            [
                nn.LSTM(size, hidden, bidirectional=True),
                nn.LSTM(2 * hidden, hidden, bidirectional=True),
                nn.LSTM(2 * hidden + 32, hidden, bidirectional=True),
            ]
        )
        self.tag = nn.Linear(2 * hidden, tags)
        self.tag_vectors = nn.Linear(tags, 32, bias=False)
        self.root = nn.Parameter(torch.zeros(2 * hidden))
        self.arc_dependent, self.arc_head = nn.Linear(2 * hidden, 256), nn.Linear(2 * hidden, 256)
        self.label_dependent, self.label_head = nn.Linear(2 * hidden, 80), nn.Linear(2 * hidden, 80)
        self.arc = nn.Parameter(torch.randn(257, 256) * 0.02)
        self.label = nn.Parameter(torch.randn(relations, 81, 81) * 0.02)
        self.drop = dropout

    def dropped(self, x: Tensor) -> Tensor:
        """One mask for all time steps; x (time, batch, size)."""
        if not self.training or not self.drop:
            return x
        return x * (torch.rand(1, x.shape[1], x.shape[2]) > self.drop) / (1 - self.drop)

    def forward(self, b: dict[str, Tensor]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Tag logits (T,B,tags), arc scores (B,T,T+1; head 0 is the root), label inputs of dependents and heads."""
        length = b["words"].shape[0]
        cells = torch.cat([self.character(b["characters"]).flatten(-2), self.kind(b["kinds"]), b["shape"]], -1)
        parts = [self.word(b["words"]), F.relu(self.mix(self.dropped(cells)))]
        if self.fixed is not None:
            parts.append(self.fixed(b["fixed"]))
        if self.training:  # whole views are dropped for a word now and then
            keep = [(torch.rand(p.shape[:2]) > 0.2)[..., None].float() for p in parts]
            scale = len(parts) / sum(keep).clamp(min=1)
            parts = [p * k * scale for p, k in zip(parts, keep, strict=True)]
        x = torch.cat([*parts, self.style(b["style"])[None].expand(length, -1, -1)], -1)
        tags = None
        for depth, lstm in enumerate(self.lstm):
            if depth == 2:
                tags = self.tag(x)
                x = torch.cat([x, self.tag_vectors(tags.softmax(-1))], -1)
            packed = nn.utils.rnn.pack_padded_sequence(self.dropped(x), b["lengths"], enforce_sorted=False)
            x = nn.utils.rnn.pad_packed_sequence(lstm(packed)[0])[0]
            if depth:
                x = self.dropped(x)
        rooted = torch.cat([self.root[None, None].expand(1, x.shape[1], -1), x], 0)
        dependent, head = self.dropped(F.relu(self.arc_dependent(x))), self.dropped(F.relu(self.arc_head(rooted)))
        ones = torch.ones(*dependent.shape[:2], 1)
        arcs = torch.einsum("tbi,ij,sbj->bts", torch.cat([dependent, ones], -1), self.arc, head)
        label_d, label_h = self.dropped(F.relu(self.label_dependent(x))), self.dropped(F.relu(self.label_head(rooted)))
        return tags, arcs, with_one(label_d), with_one(label_h)

    def labels(self, dependents: Tensor, heads: Tensor) -> Tensor:
        """Label logits (N, relations) of N dependents with their heads, each (N, 81)."""
        return torch.einsum("ni,lij,nj->nl", dependents, self.label, heads)


def with_one(x: Tensor) -> Tensor:
    """A constant 1 as last feature."""
    return torch.cat([x, torch.ones(*x.shape[:-1], 1)], -1)


class Lists:
    """Vocabularies."""

    def __init__(self, train: list[tuple[str, list[Word]]]) -> None:
        self.counts = Counter(form_key(w.form) for _, s in train for w in s)
        self.words = {w: i for i, w in enumerate(["", *sorted(w for w, n in self.counts.items() if n > 1)])}
        self.tags = {t: i for i, t in enumerate(sorted({w.tag for _, s in train for w in s}))}
        self.relations = {r: i for i, r in enumerate(sorted({w.relation for _, s in train for w in s}))}
        self.characters, self.vectors = pretrained("character")
        self.fixed, self.fixed_vectors = {}, None

    def adopt(self, stored: Weights) -> None:
        """Take the vocabularies of a packed network for words, tags and relations."""
        self.words, self.tags, self.relations = stored.rows("words"), stored.rows("tags"), stored.rows("relations")


def form_key(form: str) -> str:
    """The vocabulary entry of a word: its unit keys joined."""
    return "".join(keys(folded(form)))


class Example:
    """One sentence as arrays."""

    def __init__(self, sentence: list[Word], style: str, lists: Lists, dictionary: Dictionary) -> None:
        forms = [keys(folded(w.form)) for w in sentence]
        joined = ["".join(f) for f in forms]
        self.words = np.array([lists.words.get(f, 0) for f in joined])
        self.forget = np.array([0.25 / (0.25 + lists.counts.get(f, 0)) for f in joined], np.float32)
        self.fixed = np.array([lists.fixed.get(f, 0) for f in joined])
        rows = lists.characters
        self.characters = np.array(
            [[rows.get(f[0], 0), rows.get(f[-1], 0), rows.get(f[len(f) // 2], 0)] for f in forms]
        )
        self.kinds, self.shape = seen(forms, dictionary)
        self.tags = np.array([lists.tags.get(w.tag, -100) for w in sentence])
        self.heads = np.array([w.head + 1 for w in sentence])
        self.relations = np.array([lists.relations.get(w.relation, -100) for w in sentence])
        self.style = treebank.STYLES.index(style)

    def __len__(self) -> int:
        return len(self.words)


def seen(forms: list[list[str]], dictionary: Dictionary) -> tuple[np.ndarray, np.ndarray]:
    """Kind row, and parts of speech in the word list with the length, of each word."""
    found = dictionary.words(forms)
    bits = (dictionary.listed[found][:, None] >> np.arange(LISTED)) & 1
    sizes = np.array([len(f) for f in forms])
    lengths = np.stack([sizes == 1, sizes == 2, sizes > 2], 1)
    return dictionary.kind[found].astype(np.int64), np.concatenate([bits, lengths], 1).astype(np.float32)


def batch_of(examples: list[Example], *, forget: float = 0.0) -> dict[str, Tensor]:
    """Padded arrays, time first."""
    longest = max(map(len, examples))
    batch = {}
    for name in ("words", "fixed", "characters", "kinds", "shape", "tags", "heads", "relations", "forget"):
        rows = [getattr(e, name) for e in examples]
        fill = -100 if name in ("tags", "heads", "relations") else 0
        out = np.full((longest, len(rows), *rows[0].shape[1:]), fill, rows[0].dtype)
        for place, row in enumerate(rows):
            out[: len(row), place] = row
        batch[name] = torch.from_numpy(out)
    batch["lengths"] = torch.tensor(list(map(len, examples)))
    batch["style"] = torch.tensor([e.style for e in examples])
    if forget:
        batch["words"][torch.rand(batch["words"].shape) < batch["forget"]] = 0
        batch["style"][torch.rand(len(examples)) < forget] = 0
    return batch


def loss_of(model: Parser, b: dict[str, Tensor]) -> Tensor:
    """Cross entropies of tags, heads and relations (of the true head)."""
    tags, arcs, dependents, heads = model(b)
    lengths = b["lengths"]
    reach = torch.arange(arcs.shape[2])[None] > lengths[:, None]
    arcs = arcs.masked_fill(reach[:, None], -1e4)
    true = b["heads"].T
    valid = true >= 0
    arc = F.cross_entropy(arcs[valid], true[valid], label_smoothing=0.0)
    chosen = torch.gather(heads.transpose(0, 1), 1, true.clamp(min=0)[..., None].expand(-1, -1, heads.shape[-1]))
    labels = model.labels(dependents.transpose(0, 1)[valid], chosen[valid])
    label = F.cross_entropy(labels, b["relations"].T[valid], ignore_index=-100, label_smoothing=0.05)
    tag = F.cross_entropy(tags.flatten(0, 1), b["tags"].flatten(), ignore_index=-100, label_smoothing=0.05)
    return arc + label + 0.6 * tag


def measured(model: Parser, examples: list[Example], style: int) -> tuple[float, float, float]:
    """TAG, UAS, LAS in per cent with greedy heads."""
    model.eval()
    right = np.zeros(3)
    count = 0
    with torch.no_grad():
        for place in range(0, len(examples), 64):
            b = batch_of(examples[place : place + 64])
            b["style"][:] = style
            tags, arcs, dependents, heads = model(b)
            reach = torch.arange(arcs.shape[2])[None] > b["lengths"][:, None]
            best = arcs.masked_fill(reach[:, None], -1e4).argmax(-1)
            true = b["heads"].T
            valid = true >= 0
            chosen = torch.gather(heads.transpose(0, 1), 1, best[..., None].expand(-1, -1, heads.shape[-1]))
            labels = model.labels(dependents.transpose(0, 1)[valid], chosen[valid]).argmax(-1)
            same = (best == true)[valid]
            right += [
                float((tags.argmax(-1).T == b["tags"].T)[valid].sum()),
                float(same.sum()),
                float((same & (labels == b["relations"].T[valid])).sum()),
            ]
            count += int(valid.sum())
    return tuple(100 * right / count)


class Average:
    """A running average of the weights: the network that is measured and stored."""

    def __init__(self, model: Parser, decay: float = 0.997) -> None:
        self.decay, self.stored, self.steps = decay, {n: t.detach().clone() for n, t in model.state_dict().items()}, 0

    def add(self, model: Parser) -> None:
        self.steps += 1
        decay = min(self.decay, self.steps / (self.steps + 10))
        for name, tensor in model.state_dict().items():
            self.stored[name].lerp_(tensor, 1 - decay)


def arguments() -> argparse.Namespace:
    """The options of the command line."""
    ask = argparse.ArgumentParser()
    ask.add_argument("--epochs", type=int, default=14)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--templates", type=int, default=12, help="sentences from each template")
    ask.add_argument("--hidden", type=int, default=176)
    ask.add_argument("--dropout", type=float, default=0.33)
    ask.add_argument("--threads", type=int, default=1)
    ask.add_argument("--out", type=Path, default=work() / "parser")
    ask.add_argument("--rate", type=float, default=2e-3)
    ask.add_argument("--start", type=Path, help="a packed network to go on from, with its vocabularies")
    ask.add_argument("--vectors", action="store_true", help="with word vectors")
    return ask.parse_args()


def new_network(lists: Lists, options: argparse.Namespace) -> Parser:
    """A network of the size given by the options."""
    fixed = None if lists.fixed_vectors is None else torch.tensor(lists.fixed_vectors)
    sizes = (len(lists.words), torch.tensor(lists.vectors), len(lists.tags), len(lists.relations))
    return Parser(*sizes, options.hidden, options.dropout, fixed)


def epoch_loss(
    model: Parser, train: list[Example], optimiser: torch.optim.Optimizer, after: Callable[[], None]
) -> float:
    """One pass over the training sentences, `after` called after every step; the mean loss."""
    model.train()
    total, order = 0.0, batches(train)
    for part in order:
        loss = loss_of(model, batch_of(part, forget=0.25))
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5)
        optimiser.step()
        after()
        total += float(loss.detach())
    return total / len(order)


def main() -> None:
    """Train; keep the averaged network with the best LAS on dev-gsdsimp. The learner essays are only for information."""
    options = arguments()
    torch.manual_seed(options.seed)
    random.seed(options.seed)
    torch.set_num_threads(options.threads)
    pairs = [*treebank.training(), *(("hk", s) for s in templates.examples(options.templates))]
    lists = Lists(pairs)
    if options.vectors:
        lists.fixed, lists.fixed_vectors = pretrained("word")
    if options.start:
        lists.adopt(Weights(options.start))
    dictionary = Dictionary(**np.load(ROOT / "data/models/parser/dictionary.npz"))
    train = [Example(s, style, lists, dictionary) for style, s in pairs]
    gsd, learner = (
        [Example(s, "", lists, dictionary) for s in treebank.sentences(name)]
        for name in ("dev-gsdsimp", "dev-cfl-learner")
    )
    model, shadow = new_network(lists, options), new_network(lists, options)
    if options.start:
        stored = Weights(options.start)
        model.load_state_dict({name: torch.tensor(stored[name]) for name in model.state_dict()})
    average = Average(model)
    optimiser = torch.optim.AdamW(model.parameters(), lr=options.rate, betas=(0.9, 0.9), weight_decay=1e-5)
    steps = options.epochs * sum(map(len, train)) // 700
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda s: min(1, s / 200) * max(0.03, 1 - s / steps))

    def after() -> None:
        schedule.step()
        average.add(model)

    best = 0.0
    for epoch in range(options.epochs):
        began = time.time()
        loss = epoch_loss(model, train, optimiser, after)
        shadow.load_state_dict(average.stored)
        scores = [
            measured(shadow, gsd, 1),
            measured(shadow, gsd, 0),
            measured(shadow, learner, 3),
            measured(shadow, learner, 0),
        ]
        shown = " ".join("/".join(f"{f:.2f}" for f in s) for s in scores)
        print(epoch, f"{loss:.3f}", shown, f"{time.time() - began:.0f}s", flush=True)
        if scores[0][2] > best:
            best = scores[0][2]
            names = {name: list(getattr(lists, name)) for name in ("words", "characters", "tags", "relations")}
            pack(shadow, names | ({"fixed": list(lists.fixed)} if options.vectors else {}), options.out)


def batches(examples: list[Example], words: int = 700) -> list[list[Example]]:
    """Sentences of near length together, about `words` words a batch, in random order."""
    ordered = sorted(examples, key=lambda e: len(e) + random.random() * 3)
    found: list[list[Example]] = [[]]
    for example in ordered:
        if found[-1] and sum(map(len, found[-1])) + len(example) > words:
            found.append([])
        found[-1].append(example)
    random.shuffle(found)
    return found


if __name__ == "__main__":
    main()
