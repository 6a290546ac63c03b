"""The treebanks as this recipe reads them, with the repairs that make the converted training half agree with version 2.

Every repair is deterministic and was found by comparing training with development sentences, never with test.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import conversion
from conversion import Word

STYLES = ("", "gsd", "pud", "hk")
"""Annotation styles, told to the networks by an embedding; the first is "not told"."""
TRAINING = {"train-gsd-converted": "gsd", "train-pud": "pud", "train-hk": "hk"}
LATE_PARTICLE_VERBS = frozenset(
    {"随著", "接著", "沿著", "跟著", "有著", "带著", "向著", "朝著", "意味著", "本著", "藉著", "借著"}
)


def folder() -> Path:
    """Where the treebanks lie: `WENLU_REFERENCE`/treebank, or the reference folder beside the checkout."""
    default = Path(__file__).resolve().parents[3] / "shared" / "reference"
    return Path(os.environ.get("WENLU_REFERENCE", default)) / "treebank"


def sentences(name: str) -> list[list[Word]]:
    """The sentences of `name`.conllu as they stand."""
    parsed: list[list[Word]] = []
    text = (folder() / f"{name}.conllu").read_text(encoding="utf-8")
    for block in text.strip().split("\n\n"):
        rows = [line.split("\t") for line in block.splitlines() if line and not line.startswith("#")]
        parsed.append([Word(row[1], row[3], int(row[6]) - 1, row[7]) for row in rows])
    return parsed


def training() -> Iterator[tuple[str, list[Word]]]:
    """Style and repaired sentence, for all training treebanks."""
    for name, style in TRAINING.items():
        for sentence in sentences(name):
            words = [repaired(word) for word in sentence]
            yield style, conversion.converted(words) if style == "gsd" else words


def repaired(word: Word) -> Word:
    """One word of a training treebank in the conventions of the development half."""
    form, tag, relation = word.form, word.tag, word.relation
    if form.endswith("著") and (tag == "AUX" or form in LATE_PARTICLE_VERBS):
        form = form[:-1] + "着"
    if form in ("的", "之") and relation == "mark:rel":
        tag = "SCONJ"
    if form in ("是", "为") and tag == "AUX" and relation not in ("cop", "aux:pass"):
        tag = "VERB"
    if form in ("把", "将") and tag in ("AUX", "ADP"):
        tag, relation = "ADP", "case" if relation == "aux" else relation
    if form == "得" and (tag, relation) == ("PART", "mark"):
        relation = "compound:ext"
    if form in ("地", "的") and (tag, relation) == ("SCONJ", "mark"):
        relation = "mark:adv"
    if (tag, relation) == ("ADV", "mark"):
        tag = "SCONJ"
    if form in ("没", "未") and tag == "PART":
        tag = "ADV"
    if relation == "csubjpass":
        relation = "csubj:pass"
    return replace(word, form=form, tag=tag, relation=relation)
