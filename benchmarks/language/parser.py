"""Segmentation, tags and trees against the treebanks kept for measuring, with jieba beside; speed and memory."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np

from core.arrays import Float64
from core.backends.jieba import JiebaSegmenter
from core.backends.scripts import OpenccConverter
from core.models.parsing.parser import NeuralParser
from core.tables import Tables
from evaluation.bars import Bars
from evaluation.figures import Figure, Section, report
from evaluation.reference import ABSENT, REFERENCE

COMMAND = "uv run python -m benchmarks parser"
TEST, LEARNER = "test-gsdsimp", "dev-cfl-learner"
TAG, UAS, LAS, SEGMENTATION = 0.90, 0.74, 0.67, 0.88
SECONDS_FOR_1000 = 0.12
CNN_BASELINE = {"TAG": "spaCy CNN .88", "UAS": "spaCy CNN .70", "LAS": "spaCy CNN .62"}
"""Trained on the same sentences, as told in the notes on grammar detection."""
RESAMPLES = 2_000
SEED = 2018
EVERYDAY = "我每天早上六点起床，然后跟妹妹一起坐车去学校。你看完这本书了没有？他比我高一点儿，跑得也很快。"

Row = tuple[str, str, int, str]
"""Form, tag, head (-1 the root), relation."""


def treebank(name: str) -> list[list[Row]]:
    """The sentences of one treebank."""
    blocks = (REFERENCE / "treebank" / f"{name}.conllu").read_text(encoding="utf-8").strip().split("\n\n")
    sentences = []
    for block in blocks:
        lines = [line.split("\t") for line in block.splitlines() if line and not line.startswith("#")]
        sentences.append([(line[1], line[3], int(line[6]) - 1, line[7]) for line in lines])
    return sentences


def spans(words: Sequence[str]) -> set[tuple[int, int]]:
    """Start and end of each word."""
    ends = np.cumsum([0, *map(len, words)]).tolist()
    return set(pairwise(ends))


def segmentation(words_of: Callable[[str], list[str]], sentences: list[list[Row]]) -> Float64:
    """Right, predicted and true words of each sentence; array [shape=(n, 3)]."""
    rows = []
    for sentence in sentences:
        true = [form for form, *_ in sentence]
        predicted_spans, true_spans = spans(words_of("".join(true))), spans(true)
        rows.append((len(predicted_spans & true_spans), len(predicted_spans), len(true_spans)))
    return np.array(rows, float)


def trees(parser: NeuralParser, sentences: list[list[Row]], style: str = "") -> Float64:
    """Right tags, heads, heads with relations, and tokens of each sentence; array [shape=(n, 4)].

    As in the CoNLL 2018 evaluation every token counts, punctuation too, and subtypes of relations count.
    """
    rows = []
    parsed = parser.parse_words([[form for form, *_ in sentence] for sentence in sentences], style=style)
    for sentence, analyses in zip(sentences, parsed, strict=True):
        pairs = list(zip(sentence, analyses, strict=True))
        tags = sum(true[1] == predicted[0] for true, predicted in pairs)
        heads = sum(true[2] == predicted[1] for true, predicted in pairs)
        both = sum(true[2:] == predicted[1:] for true, predicted in pairs)
        rows.append((tags, heads, both, len(pairs)))
    return np.array(rows, float)


def figure(
    name: str, counts: Float64, unit: str, score: Callable[[Float64], float], bar: float | None, baseline: str
) -> Figure:
    """A score of summed counts with its 95 % interval over resampled sentences."""
    rng = np.random.default_rng(SEED)
    resampled_scores = [score(counts[rng.integers(0, len(counts), len(counts))].sum(0)) for _ in range(RESAMPLES)]
    low, high = np.percentile(resampled_scores, [2.5, 97.5])
    return Figure(name, score(counts.sum(0)), int(counts[:, -1].sum()), unit, float(low), float(high), bar, baseline)


def f_score(sums: Float64) -> float:
    """Harmonic mean of precision and recall."""
    return float(2 * sums[0] / (sums[1] + sums[2]))


def shares(column: int) -> Callable[[Float64], float]:
    """Score function: the share of tokens that are right in one column."""
    return lambda sums: float(sums[column] / sums[3])


def own_parser(tables: Tables) -> NeuralParser:
    """As the product builds it."""
    return NeuralParser(Path(tables.folder) / "models" / "parser", simplified=OpenccConverter().simplified)


def measure() -> Section:
    """All figures."""
    tables = Tables()
    parser, jieba = own_parser(tables), JiebaSegmenter(tables)
    figures = []
    test = treebank(TEST)
    counts, styled = trees(parser, test), trees(parser, test, "gsd")
    for column, (name, bar) in enumerate((("TAG", TAG), ("UAS", UAS), ("LAS", LAS))):
        figures.append(figure(f"{name}, gold words, {TEST}", counts, "tokens", shares(column), bar, CNN_BASELINE[name]))
    for name in (TEST, LEARNER):
        sentences = treebank(name)
        baseline = f_score(segmentation(jieba.words, sentences).sum(0))
        own = segmentation(parser.words, sentences)
        figures.append(figure(f"segmentation F, {name}", own, "words", f_score, SEGMENTATION, f"jieba {baseline:.3f}"))
    learner = trees(parser, treebank(LEARNER))
    for column, name in enumerate(("TAG", "UAS", "LAS")):
        figures.append(figure(f"{name}, gold words, {LEARNER}", learner, "tokens", shares(column), None, ""))
    styled_sums = styled.sum(0)
    return Section(
        title="Segmentation, tagging, parsing",
        model="data/models/parser (training/parser)",
        data="UD Chinese GSDSimp test, never trained or tuned on; CFL learner essays, not trained on, but they had a say in the segmenter's style mixture and checkpoint",
        figures=figures,
        command=COMMAND,
        notes=[
            f"Told that the style is GSD's: TAG {styled_sums[0] / styled_sums[3]:.3f}, UAS {styled_sums[1] / styled_sums[3]:.3f}, LAS {styled_sums[2] / styled_sums[3]:.3f}."
        ],
    )


def seconds_for(parser: NeuralParser, characters: int, repeats: int = 7) -> float:
    """Least CPU seconds of one parse."""
    text = (EVERYDAY * (characters // len(EVERYDAY) + 1))[:characters]
    times = []
    for _ in range(repeats):
        started = time.process_time()
        parser.parse(text)
        times.append(time.process_time() - started)
    return min(times)


def run() -> int:
    """Print the figures; how many bars failed."""
    bars = Bars()
    if not (REFERENCE / "treebank").is_dir():
        print(ABSENT)
        return 1
    report(measure(), bars)
    parser = own_parser(Tables())
    parser.parse(EVERYDAY)
    bars.at_most("CPU seconds for 1,000 characters", seconds_for(parser, 1_000), SECONDS_FOR_1000)
    growth = seconds_for(parser, 20_000, 3) / seconds_for(parser, 2_000, 3)
    bars.at_most("time for 20,000 characters over time for 2,000", growth, 14)
    return bars.failed


if __name__ == "__main__":
    raise SystemExit(run())
