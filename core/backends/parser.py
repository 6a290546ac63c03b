"""The project's own segmenter, tagger and dependency parser as a `core.ports.Parser`; trained by training/parser."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.backends.parser_features import Dictionary, Floats, Integers, Unit, bigrams, code_points, folded, keys, units
from core.backends.parser_network import BiLSTM, Weights, boundaries, linear, padded, tree
from core.records import Token

STYLES = ("", "gsd", "pud", "hk")
"""Annotation styles of the training treebanks; "" leaves the choice to the sentence."""
LONGEST_SENTENCE = 200
"""In units; longer ones are cut, so that the time stays linear in the length of the text."""
ENDS = frozenset("。！？!?…")
CLOSERS = frozenset("”’」』）)】》〉")
PAUSES = frozenset("，,；;、：:")
ALONE = frozenset("。，！？；：、“”‘’（）《》〈〉【】!?;,()[]\"")
"""Punctuation that is a word by itself; of other signs the network decides."""
BATCH_UNITS = 2048
LISTED_BITS = 16

Analysis = tuple[str, int, str]
"""Tag, head (index in the sentence, -1 for the root), relation."""


class NeuralParser:
    """Reads its files on first use; safe to share between threads."""

    def __init__(self, folder: Path, *, simplified: Callable[[str], str] | None = None) -> None:
        """`simplified` turns a text into simplified characters of the same length."""
        self._folder = folder
        self._simplified = simplified
        self._lock = threading.Lock()

    def parse(self, text: str) -> list[tuple[Token, ...]]:
        """See `core.ports.Parser.parse`."""
        groups = sentences(units(self._plain(text)))
        spans = self._engine.segmented(groups)
        analyses = self._engine.analysed([[_keys(part) for part in sentence] for sentence in spans])
        return [
            tuple(
                Token(text[part[0].start : part[-1].end], part[0].start, part[-1].end, *found)
                for part, found in zip(sentence, analysis, strict=True)
            )
            for sentence, analysis in zip(spans, analyses, strict=True)
        ]

    def words(self, text: str) -> list[str]:
        """The tokens in order; white space is a token of its own, so that joined they give `text` back."""
        found, last = [], 0
        for sentence in self._engine.segmented(sentences(units(self._plain(text)))):
            for part in sentence:
                if part[0].start > last:
                    found.append(text[last : part[0].start])
                last = part[-1].end
                found.append(text[part[0].start : last])
        return [*found, text[last:]] if last < len(text) else found

    def parse_words(self, given: Sequence[Sequence[str]], *, style: str = "") -> list[list[Analysis]]:
        """Tags and trees of sentences whose words are known; `style` is one of `STYLES`."""
        forms = [[keys(self._plain(word)) or [" "] for word in sentence] for sentence in given]
        return self._engine.analysed(forms, style=STYLES.index(style))

    def _plain(self, text: str) -> str:
        simple = text if self._simplified is None else self._simplified(text)
        return folded(simple if len(simple) == len(text) else text)

    @cached_property
    def _loaded(self) -> _Engine:
        return _Engine(self._folder)

    @property
    def _engine(self) -> _Engine:
        with self._lock:
            return self._loaded


def sentences(found: Sequence[Unit]) -> list[list[Unit]]:
    """Units of a text by sentence.

    A sentence ends after 。！？!?… with the closing quotes and brackets that follow. One of over `LONGEST_SENTENCE` units is
    cut after its last comma, or right there if it has none.
    """
    groups: list[list[Unit]] = []
    for unit in found:
        last = groups[-1] if groups else None
        if last is None or _ended(last, unit):
            groups.append([unit])
        elif len(last) >= LONGEST_SENTENCE:
            cut = next((i + 1 for i in range(len(last) - 1, 0, -1) if last[i].key in PAUSES), len(last))
            groups[-1:] = [last[:cut], [*last[cut:], unit]]
        else:
            last.append(unit)
    return groups


def _ended(last: list[Unit], unit: Unit) -> bool:
    if unit.after_line:
        return True
    if unit.key in ENDS or unit.key in CLOSERS:
        return False
    tail = len(last)
    while tail and last[tail - 1].key in CLOSERS:
        tail -= 1
    if not tail or last[tail - 1].key not in ENDS:
        return False
    return unit.key != '"' or sum(u.key == '"' for u in last) % 2 == 0


def _keys(part: Sequence[Unit]) -> list[str]:
    return [unit.key for unit in part]


class _Engine:
    """Dictionary and both networks, read."""

    def __init__(self, folder: Path) -> None:
        with np.load(folder / "dictionary.npz", allow_pickle=False) as stored:
            self._dictionary = Dictionary(stored["hashed"], stored["step"], stored["kind"], stored["listed"])
        self._segmenter = _Segmenter(Weights(folder / "segmenter.npz"), self._dictionary)
        self._tagger = _Tagger(Weights(folder / "parser.npz"), self._dictionary)

    def segmented(self, groups: Sequence[Sequence[Unit]]) -> list[list[list[Unit]]]:
        """The words of each sentence, as their units."""
        found: list[list[list[Unit]]] = [[] for _ in groups]
        for places in _batches([len(group) for group in groups]):
            part = [groups[place] for place in places]
            for place, group, begins in zip(places, part, self._segmenter.begins(part), strict=True):
                edges = [*np.flatnonzero(begins).tolist(), len(group)]
                found[place] = [list(group[a:b]) for a, b in zip(edges, edges[1:], strict=False)]
        return found

    def analysed(self, forms: Sequence[Sequence[list[str]]], *, style: int = 0) -> list[list[Analysis]]:
        """Tag, head and relation of each word, given as its unit keys."""
        found: list[list[Analysis]] = [[] for _ in forms]
        for places in _batches([len(sentence) for sentence in forms]):
            analyses = self._tagger.analyses([forms[place] for place in places], style)
            for place, analysis in zip(places, analyses, strict=True):
                found[place] = analysis
        return found


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Places of non-empty sentences, those of near length together, `BATCH_UNITS` units with padding at most."""
    batch: list[int] = []
    for place in sorted((p for p, length in enumerate(lengths) if length), key=lambda p: lengths[p]):
        if batch and (len(batch) + 1) * lengths[place] > BATCH_UNITS:
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch


class _Segmenter:
    def __init__(self, weights: Weights, dictionary: Dictionary) -> None:
        self._weights = weights
        self._dictionary = dictionary
        self._rows = weights.rows("characters")
        self._layers = [BiLSTM(weights, f"lstm.{layer}") for layer in range(2)]
        self._style = weights["style.weight"][0]

    def begins(self, groups: Sequence[Sequence[Unit]]) -> list[NDArray[np.bool_]]:
        """Where words begin, for each sentence of a batch."""
        x = padded([self._seen(group) for group in groups])
        lengths = np.array([len(group) for group in groups])
        for layer in self._layers:
            x = layer(x, lengths)
        scores = linear(self._weights, "out", x)
        return [boundaries(scores[: len(group), place], _fixed(group)) for place, group in enumerate(groups)]

    def _seen(self, group: Sequence[Unit]) -> Floats:
        codes = code_points(_keys(group))
        rows = [self._rows.get(unit.key, 0) for unit in group]
        parts = [
            self._weights["character.weight"][rows],
            self._weights["bigram.weight"][bigrams(codes)],
            np.broadcast_to(self._style, (len(group), len(self._style))),
            self._dictionary.matches(codes),
        ]
        return np.concatenate(parts, axis=1)


def _fixed(group: Sequence[Unit]) -> NDArray[np.int8]:
    """1 where a word must begin: after white space, at and after punctuation."""
    forced = [True]
    for before, unit in zip(group, group[1:], strict=False):
        forced.append(unit.start > before.end or unit.key in ALONE or before.key in ALONE)
    return np.array(forced, np.int8)


class _Tagger:
    def __init__(self, weights: Weights, dictionary: Dictionary) -> None:
        self._weights = weights
        self._dictionary = dictionary
        self._words, self._characters = weights.rows("words"), weights.rows("characters")
        self._fixed = weights.rows("fixed") if "fixed.weight" in weights else None
        self._tags, self._relations = weights.entries("tags"), weights.entries("relations")
        self._root = self._relations.index("root")
        self._layers = [BiLSTM(weights, f"lstm.{layer}") for layer in range(3)]
        label = weights["label"]
        self._label = np.ascontiguousarray(label.transpose(1, 0, 2).reshape(label.shape[1], -1))

    def analyses(self, batch: Sequence[Sequence[list[str]]], style: int) -> list[list[Analysis]]:
        """Tag, head and relation of each word of a batch of sentences."""
        lengths = np.array([len(sentence) for sentence in batch])
        x = padded([self._seen(sentence, style) for sentence in batch])
        for layer in self._layers[:2]:
            x = layer(x, lengths)
        tags = linear(self._weights, "tag", x)
        chances = np.exp(tags - tags.max(-1, keepdims=True))
        chances /= chances.sum(-1, keepdims=True)
        x = np.concatenate([x, chances @ self._weights["tag_vectors.weight"].T], axis=-1)
        x = self._layers[2](x, lengths)
        found = []
        for place, count in enumerate(lengths):
            heads, relations = self._tree(x[:count, place])
            names = [self._tags[tag] for tag in tags[:count, place].argmax(-1)]
            found.append(list(zip(names, (heads - 1).tolist(), relations, strict=True)))
        return found

    def _tree(self, states: Floats) -> tuple[Integers, list[str]]:
        """Heads (0 the root, words from 1) and relations of one sentence."""
        rooted = np.concatenate([self._weights["root"][None], states])
        dependents = _with_one(self._projected("arc_dependent", states))
        heads = tree(dependents @ self._weights["arc"] @ self._projected("arc_head", rooted).T)
        label_heads = _with_one(self._projected("label_head", rooted))[heads]
        crossed = _with_one(self._projected("label_dependent", states)) @ self._label
        scores = np.einsum("nlj,nj->nl", crossed.reshape(len(heads), len(self._relations), -1), label_heads)
        scores[:, self._root] = np.where(heads == 0, np.inf, -np.inf)
        return heads, [self._relations[row] for row in scores.argmax(-1)]

    def _projected(self, name: str, x: Floats) -> Floats:
        return np.maximum(linear(self._weights, name, x), 0)

    def _seen(self, sentence: Sequence[list[str]], style: int) -> Floats:
        """What the first layer is given of each word; array [shape=(n, size)]."""
        weights = self._weights
        joined = ["".join(form) for form in sentence]
        ends = [[self._characters.get(form[place], 0) for place in (0, -1, len(form) // 2)] for form in sentence]
        rows = self._dictionary.words(sentence)
        sizes = np.array([len(form) for form in sentence])
        shape = np.stack([sizes == 1, sizes == 2, sizes > 2], axis=1)
        bits = (self._dictionary.listed[rows][:, None] >> np.arange(LISTED_BITS)) & 1
        characters = weights["character.weight"][np.array(ends)].reshape(len(sentence), -1)
        cells = np.concatenate([characters, weights["kind.weight"][self._dictionary.kind[rows]], bits, shape], axis=1)
        parts = [weights["word.weight"][[self._words.get(form, 0) for form in joined]], self._projected("mix", cells.astype(np.float32))]
        if self._fixed is not None:
            parts.append(weights["fixed.weight"][[self._fixed.get(form, 0) for form in joined]])
        told = weights["style.weight"][style]
        return np.concatenate([*parts, np.broadcast_to(told, (len(sentence), len(told)))], axis=1)


def _with_one(x: Floats) -> Floats:
    return np.concatenate([x, np.ones((len(x), 1), np.float32)], axis=1)
