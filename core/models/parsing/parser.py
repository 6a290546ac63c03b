"""The project's own segmenter, tagger and dependency parser as a `core.ports.language.Parser`; trained by training/parser."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from pathlib import Path

import numpy as np

from core.arrays import Float32, Int64
from core.models.parsing.features import Dictionary, Unit, bigrams, code_points, folded, keys, units
from core.models.parsing.network import BiLSTM, Packing, Weights, linear, tree
from core.models.recent import Recent
from core.records.texts import Token

STYLES = ("", "gsd", "pud", "hk")
"""Annotation styles of the training treebanks; with "" the network infers the style from the sentence."""
LONGEST_SENTENCE = 200
"""In units; longer sentences are cut, so that the time stays linear in the length of the text."""
LONGEST_CHARACTERS = 300
"""From the first to the last of a sentence, Latin words and white space included: the longest text that a pattern of grammar or
of essay rules is matched against. Half as many again as the units, so that Chinese is never cut by it."""
ENDS = frozenset("。！？!?…")
CLOSERS = frozenset("”’」』）)】》〉")
PAUSES = frozenset("，,；;、：:")
ALWAYS_SEPARATE = frozenset('。，！？；：、“”‘’（）《》〈〉【】!?;,()[]"')
"""Punctuation that is always a word by itself; the network decides on other signs."""
BATCH_UNITS = 2048
LISTED_BITS = 16
SEGMENTER_STYLE = (0.4, 0.0, 0.0, 0.6)
"""Weights of `STYLES` in the segmenter's style vector. "hk" separates 不能, 看到 and 每天, which suits grammar points; with it
alone words of encyclopedia text are split too: F on dev-gsdsimp / dev-cfl-learner .911/.909, mixed .922/.908."""
PARTED = re.compile(
    r"有没(?=有)|[这那每哪](?=个)"
    r"|高(?=[一二两三四五六七八九十]+(?:厘米|公分|毫米|米))"
    r"|好(?=中文)|说(?=法语(?![气言音句境调序无]))"
)
"""A word ends where a match ends, whatever the network thinks."""
JOINED = re.compile(
    r"(?<![开删清解排消免去])除了|与其(?![他它中余])"
    r"|(?<![办方想书宪司语立])法语(?![气言音句境调序无])|作曲家(?![长庭里])"
)
"""No word ends inside a match."""

CACHED_PARSES = 512
"""Number of sentences whose parses are cached: a corrected essay, or the next draft, differs from the last text in a few of them."""

Analysis = tuple[str, int, str]
"""Tag, head (index in the sentence, -1 for the root), relation."""
ParseKey = tuple[tuple[str, bool], ...]
"""All of a sentence that its parse depends on: the keys of its units, and whether white space precedes each."""
ParsedWords = tuple[list[int], list[Analysis]]
"""Number of units of each word, and its analysis."""


class NeuralParser:
    """The parser; reads its files on first use; safe to share between threads."""

    def __init__(self, folder: Path, *, simplified: Callable[[str], str] | None = None) -> None:
        """`simplified` turns a text into simplified characters of the same length."""
        self._folder = folder
        self._simplified = simplified
        self._lock = threading.Lock()
        self._recent: Recent[ParseKey, ParsedWords] = Recent(CACHED_PARSES)

    def parse(self, text: str) -> list[tuple[Token, ...]]:
        """See `core.ports.language.Parser.parse`."""
        groups = sentences(units(self._plain(text)))
        group_of = {_parse_key(group): group for group in groups}
        parses = self._recent.results_for(
            [_parse_key(group) for group in groups], lambda new: self._parsed([group_of[key] for key in new])
        )
        return [_tokens(text, group, parsed) for group, parsed in zip(groups, parses, strict=True)]

    def _parsed(self, groups: Sequence[Sequence[Unit]]) -> list[ParsedWords]:
        spans = self._engine.segmented(groups)
        analyses = self._engine.analysed([[_unit_keys(part) for part in sentence] for sentence in spans])
        return [
            ([len(part) for part in sentence], analysis) for sentence, analysis in zip(spans, analyses, strict=True)
        ]

    def words(self, text: str) -> list[str]:
        """The tokens in order; white space is a token of its own, so that joined they give `text` back."""
        tokens, end_of_last = [], 0
        for sentence in self._engine.segmented(sentences(units(self._plain(text)))):
            for part in sentence:
                if part[0].start > end_of_last:
                    tokens.append(text[end_of_last : part[0].start])
                end_of_last = part[-1].end
                tokens.append(text[part[0].start : end_of_last])
        return [*tokens, text[end_of_last:]] if end_of_last < len(text) else tokens

    def segmented(self, text: str) -> list[list[str]]:
        """The words of each sentence, without white space and without a tree: quicker than `parse`."""
        segmented = self._engine.segmented(sentences(units(self._plain(text))))
        return [[text[part[0].start : part[-1].end] for part in sentence] for sentence in segmented]

    def parse_words(self, segmented: Sequence[Sequence[str]], *, style: str = "") -> list[list[Analysis]]:
        """Tags and trees of sentences whose words are known; `style` is one of `STYLES`."""
        forms = [[keys(self._plain(word)) or [" "] for word in sentence] for sentence in segmented]
        return self._engine.analysed(forms, style=STYLES.index(style))

    def _plain(self, text: str) -> str:
        simple = text if self._simplified is None else self._simplified(text)
        return folded(simple if len(simple) == len(text) else text)

    @property
    def is_loaded(self) -> bool:
        """Whether its models are in memory: they are from the first text on."""
        return "_loaded" in vars(self)

    @cached_property
    def _loaded(self) -> _Engine:
        return _Engine(self._folder)

    @property
    def _engine(self) -> _Engine:
        with self._lock:
            return self._loaded


def sentences(text_units: Sequence[Unit]) -> list[list[Unit]]:
    """Units of a text by sentence.

    A sentence ends after 。！？!?… with the closing quotes and brackets that follow. One of over `LONGEST_SENTENCE` units is
    cut after its last comma, or right there if it has none; one of over `LONGEST_CHARACTERS` is cut right there.
    """
    groups: list[list[Unit]] = []
    for unit in text_units:
        last = groups[-1] if groups else None
        if last is None or _is_ended(last, unit) or unit.end - last[0].start > LONGEST_CHARACTERS:
            groups.append([unit])
        elif len(last) >= LONGEST_SENTENCE:
            cut = next((i + 1 for i in range(len(last) - 1, 0, -1) if last[i].key in PAUSES), len(last))
            groups[-1:] = [last[:cut], [*last[cut:], unit]]
        else:
            last.append(unit)
    return groups


def _is_ended(last: list[Unit], unit: Unit) -> bool:
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


def _parse_key(group: Sequence[Unit]) -> ParseKey:
    ends = [group[0].start, *(unit.end for unit in group)]
    return tuple((unit.key, unit.start > end) for unit, end in zip(group, ends, strict=False))


def _tokens(text: str, group: Sequence[Unit], parsed: ParsedWords) -> tuple[Token, ...]:
    widths, analysis = parsed
    ends = list(accumulate(widths))
    spans = [(group[end - width].start, group[end - 1].end) for end, width in zip(ends, widths, strict=True)]
    return tuple(
        Token(text[start:end], start, end, *word_analysis)
        for (start, end), word_analysis in zip(spans, analysis, strict=True)
    )


def _unit_keys(part: Sequence[Unit]) -> list[str]:
    return [unit.key for unit in part]


class _Engine:
    """The dictionary and both networks, loaded."""

    def __init__(self, folder: Path) -> None:
        with np.load(folder / "dictionary.npz", allow_pickle=False) as stored:
            self._dictionary = Dictionary(stored["hashed"], stored["step"], stored["kind"], stored["listed"])
        self._segmenter = _Segmenter(Weights(folder / "segmenter.npz"), self._dictionary)
        self._tagger = _Tagger(Weights(folder / "parser.npz"), self._dictionary)

    def segmented(self, groups: Sequence[Sequence[Unit]]) -> list[list[list[Unit]]]:
        """The words of each sentence, as their units."""
        words: list[list[list[Unit]]] = [[] for _ in groups]
        for batch in _batches([len(group) for group in groups]):
            begins = self._segmenter.begins([groups[index] for index in batch])
            for index, starts in zip(batch, begins, strict=True):
                edges = [*starts, len(groups[index])]
                words[index] = [list(groups[index][a:b]) for a, b in pairwise(edges)]
        return words

    def analysed(self, forms: Sequence[Sequence[list[str]]], *, style: int = 0) -> list[list[Analysis]]:
        """Tag, head and relation of each word, given as its unit keys."""
        results: list[list[Analysis]] = [[] for _ in forms]
        for batch in _batches([len(sentence) for sentence in forms]):
            analyses = self._tagger.analyses([forms[index] for index in batch], style)
            for index, analysis in zip(batch, analyses, strict=True):
                results[index] = analysis
        return results


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Indices of the non-empty sentences in batches of similar length, about `BATCH_UNITS` units in each."""
    batch: list[int] = []
    total = 0
    for index in sorted((index for index, length in enumerate(lengths) if length), key=lambda index: lengths[index]):
        if batch and total + lengths[index] > BATCH_UNITS:
            yield batch
            batch, total = [], 0
        batch.append(index)
        total += lengths[index]
    if batch:
        yield batch


class _Segmenter:
    def __init__(self, weights: Weights, dictionary: Dictionary) -> None:
        self._weights = weights
        self._dictionary = dictionary
        self._rows = weights.rows("characters")
        self._layers = [BiLSTM(weights, f"lstm.{layer}") for layer in range(2)]
        self._style = np.array(SEGMENTER_STYLE, np.float32) @ weights["style.weight"]

    def begins(self, groups: Sequence[Sequence[Unit]]) -> list[list[int]]:
        """Indices of the units that begin a word, for each sentence of a batch."""
        lengths = np.array([len(group) for group in groups])
        x, packing = self._inputs(groups, lengths), Packing(lengths)
        for layer in self._layers:
            x = layer(x, packing)
        scores = linear(self._weights, "out", x)
        # The tags are begin, middle, end, single; summed to "begins a word" or not, every result is a legal segmentation.
        begin = np.logaddexp(scores[:, 0], scores[:, 3]) > np.logaddexp(scores[:, 1], scores[:, 2])
        forced = np.array([boundary for group in groups for boundary in _forced(group)])
        begin = (begin | (forced > 0)) & (forced >= 0)
        edges = np.cumsum(lengths)
        return [np.flatnonzero(begin[end - length : end]).tolist() for end, length in zip(edges, lengths, strict=True)]

    def _inputs(self, groups: Sequence[Sequence[Unit]], lengths: Int64) -> Float32:
        """Input of the first layer for each unit; array [shape=(units, size)]."""
        keys = [key for group in groups for key in [*_unit_keys(group), "\0"]]
        is_unit = np.ones(len(keys), bool)
        is_unit[np.cumsum(lengths + 1) - 1] = False
        codes = code_points(keys)
        rows = np.fromiter((self._rows.get(key, 0) for key in keys), np.int64, len(keys))[is_unit]
        parts = [
            self._weights["character.weight"][rows],
            self._weights["bigram.weight"][bigrams(codes)[is_unit]],
            np.broadcast_to(self._style, (len(rows), len(self._style))),
            self._dictionary.matches(codes)[is_unit],
        ]
        return np.concatenate(parts, axis=1)


def _forced(group: Sequence[Unit]) -> list[int]:
    """1 where a word must begin: at the start, after white space, at and after punctuation; -1 where none may; else 0."""
    joined = "".join(unit.key[0] for unit in group)
    forced = [0] * len(group)
    for match in PARTED.finditer(joined):
        forced[match.end()] = 1
    for match in JOINED.finditer(joined):
        forced[match.start() + 1 : match.end()] = [-1] * (match.end() - match.start() - 1)
    for index, (previous, unit) in enumerate(pairwise(group), start=1):
        if unit.start > previous.end or unit.key in ALWAYS_SEPARATE or previous.key in ALWAYS_SEPARATE:
            forced[index] = 1
    return [1, *forced[1:]]


class _Tagger:
    def __init__(self, weights: Weights, dictionary: Dictionary) -> None:
        self._weights = weights
        self._dictionary = dictionary
        self._words, self._characters = weights.rows("words"), weights.rows("characters")
        self._fixed = weights.rows("fixed") if "fixed.weight" in weights else None
        self._tags, self._relations = weights.entries("tags"), weights.entries("relations")
        self._root = self._relations.index("root")
        self._layers = [BiLSTM(weights, f"lstm.{layer}") for layer in range(3)]
        label = weights.taken("label")
        self._label = np.ascontiguousarray(label.transpose(1, 0, 2).reshape(label.shape[1], -1))

    def analyses(self, batch: Sequence[Sequence[list[str]]], style: int) -> list[list[Analysis]]:
        """Tag, head and relation of each word of a batch of sentences."""
        lengths = np.array([len(sentence) for sentence in batch])
        packing = Packing(lengths)
        x = self._inputs([form for sentence in batch for form in sentence], style)
        for layer in self._layers[:2]:
            x = layer(x, packing)
        tags = linear(self._weights, "tag", x)
        probabilities = np.exp(tags - tags.max(-1, keepdims=True))
        probabilities /= probabilities.sum(-1, keepdims=True)
        x = np.concatenate([x, probabilities @ self._weights["tag_vectors.weight"].T], axis=-1)
        x = self._layers[2](x, packing)
        heads = self._heads(x, lengths)
        names = [self._tags[tag] for tag in tags.argmax(-1)]
        rows = list(zip(names, (heads - 1).tolist(), self._related(x, heads, lengths), strict=True))
        edges = np.cumsum(lengths)
        return [rows[end - length : end] for end, length in zip(edges, lengths, strict=True)]

    def _heads(self, states: Float32, lengths: Int64) -> Int64:
        """Heads of all words in their sentences, 0 the root, words from 1."""
        dependents = _with_one(self._projected("arc_dependent", states)) @ self._weights["arc"]
        heads = self._projected("arc_head", self._rooted(states))
        heads_of, start = [], 0
        for length in lengths:
            rows = slice(start + 1, start + 1 + length)
            own = dependents[start : start + length]
            heads_of.append(tree(np.concatenate([own @ heads[:1].T, own @ heads[rows].T], axis=1)))
            start += length
        return np.concatenate(heads_of)

    def _related(self, states: Float32, heads: Int64, lengths: Int64) -> list[str]:
        """The relation of each word to its head."""
        starts = np.repeat(np.cumsum(lengths) - lengths, lengths)
        label_heads = _with_one(self._projected("label_head", self._rooted(states)))[
            np.where(heads == 0, 0, starts + heads)
        ]
        crossed = _with_one(self._projected("label_dependent", states)) @ self._label
        scores = np.matmul(crossed.reshape(len(heads), len(self._relations), -1), label_heads[..., None])[..., 0]
        scores[:, self._root] = np.where(heads == 0, np.inf, -np.inf)
        return [self._relations[row] for row in scores.argmax(-1)]

    def _rooted(self, states: Float32) -> Float32:
        return np.concatenate([self._weights["root"][None], states])

    def _projected(self, name: str, x: Float32) -> Float32:
        return np.maximum(linear(self._weights, name, x), 0)

    def _inputs(self, forms: Sequence[list[str]], style: int) -> Float32:
        """Input of the first layer for each word; array [shape=(words, size)]."""
        weights = self._weights
        joined = ["".join(form) for form in forms]
        character_rows = [
            [self._characters.get(form[position], 0) for position in (0, -1, len(form) // 2)] for form in forms
        ]
        rows = self._dictionary.words(forms)
        sizes = np.array([len(form) for form in forms])
        shape = np.stack([sizes == 1, sizes == 2, sizes > 2], axis=1)
        bits = (self._dictionary.listed[rows][:, None] >> np.arange(LISTED_BITS)) & 1
        characters = weights["character.weight"][np.array(character_rows)].reshape(len(forms), -1)
        cells = np.concatenate([characters, weights["kind.weight"][self._dictionary.kind[rows]], bits, shape], axis=1)
        parts = [
            weights["word.weight"][[self._words.get(form, 0) for form in joined]],
            self._projected("mix", cells.astype(np.float32)),
        ]
        if self._fixed is not None:
            parts.append(weights["fixed.weight"][[self._fixed.get(form, 0) for form in joined]])
        style_vector = weights["style.weight"][style]
        return np.concatenate([*parts, np.broadcast_to(style_vector, (len(forms), len(style_vector)))], axis=1)


def _with_one(x: Float32) -> Float32:
    return np.concatenate([x, np.ones((len(x), 1), np.float32)], axis=1)
