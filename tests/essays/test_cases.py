"""The behaviour pack is sound: its corrections apply, no two rows are alike, and it is as varied as it says."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[1] / "cases" / "essays"
Row = dict[str, Any]
LEAST_ROWS = 220
LENGTHS = range(6, 46)
"""Code points of a text."""
PASSAGE_SHARE = 1 / 6
SEVERAL_SHARE = 1 / 10
LEAST_TRAPS = 3
"""Negatives of every family of pairs."""
ALIKE = 0.6
"""Jaccard similarity of character pairs from which two texts count as the same sentence again."""
SENTENCE_END = re.compile(r"[。！？!?]+[”’」]?(?=.)|\r?\n", re.DOTALL)


def rows(name: str) -> list[Row]:
    return [json.loads(line) for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()]


PAIRS = rows("pairs.jsonl")
NEGATIVES = rows("negatives.jsonl")


def corrected(pair: Row) -> str:
    """The wrong text with every edit applied, from the last to the first."""
    text: str = pair["wrong"]
    for edit in reversed(pair["edits"]):
        text = text[: edit["start"]] + edit["replacement"] + text[edit["end"] :]
    return text


def fits_its_type(original: str, replacement: str, type_: str) -> bool:
    if type_ == "L":
        return not original and bool(replacement)
    if type_ == "D":
        return bool(original) and not replacement
    if type_ == "B":
        return len(original) == len(replacement) == 1
    if type_ == "P":
        return not re.search(r"\w", original + replacement)
    return type_ in "WS" and bool(original) and bool(replacement)


def bigrams(text: str) -> frozenset[str]:
    return frozenset(text[at : at + 2] for at in range(len(text) - 1))


def test_every_row_has_its_own_number_and_the_fields_of_its_kind() -> None:
    for letter, pack in (("p", PAIRS), ("n", NEGATIVES)):
        numbers = [row["id"] for row in pack]
        assert numbers == sorted(set(numbers))
        assert all(re.fullmatch(rf"{letter}\d{{3}}", number) for number in numbers)
    assert {frozenset(row) for row in PAIRS} == {
        frozenset({"id", "level", "wrong", "right", "edits", "also", "family", "note"})
    }
    assert {frozenset(row) for row in NEGATIVES} == {frozenset({"id", "level", "text", "trap", "family"})}
    assert {row["level"] for row in PAIRS} == set(range(1, 7))
    assert {row["level"] for row in NEGATIVES} == set(range(1, 8))
    assert all(row["note"] for row in PAIRS)
    assert all(row["trap"] for row in NEGATIVES)


@pytest.mark.parametrize("family", sorted({pair["family"] for pair in PAIRS}))
def test_the_edits_of_a_pair_turn_the_wrong_text_into_the_right_one(family: str) -> None:
    for pair in PAIRS:
        if pair["family"] == family:
            check_edits(pair)


def check_edits(pair: Row) -> None:
    edits = pair["edits"]
    assert edits
    assert corrected(pair) == pair["right"] != pair["wrong"]
    assert all(left["end"] <= right["start"] for left, right in pairwise(edits))
    for edit in edits:
        original = pair["wrong"][edit["start"] : edit["end"]]
        assert original != edit["replacement"]
        assert fits_its_type(original, edit["replacement"], edit["type"]), edit
    accepted = [pair["right"], *pair["also"]]
    assert pair["wrong"] not in accepted
    assert len(set(accepted)) == len(accepted)


def test_no_two_texts_are_alike() -> None:
    texts = {row["id"]: bigrams(row["right"]) for row in PAIRS} | {row["id"]: bigrams(row["text"]) for row in NEGATIVES}
    holders: dict[str, list[str]] = {}
    shared: Counter[tuple[str, str]] = Counter()
    for number, text in texts.items():
        for bigram in text:
            seen = holders.setdefault(bigram, [])
            shared.update((earlier, number) for earlier in seen)
            seen.append(number)
    alike = {pair for pair, common in shared.items() if common >= ALIKE * len(texts[pair[0]] | texts[pair[1]])}
    assert alike == set()


@pytest.mark.parametrize(("pack", "field"), [(PAIRS, "wrong"), (NEGATIVES, "text")], ids=["pairs", "negatives"])
def test_the_pack_is_large_and_a_sixth_of_it_are_passages(pack: list[Row], field: str) -> None:
    texts = [row[field] for row in pack]
    assert len(texts) >= LEAST_ROWS
    assert [text for text in texts if len(text) not in LENGTHS] == []
    assert sum(bool(SENTENCE_END.search(text)) for text in texts) >= PASSAGE_SHARE * len(texts)


def test_nine_pairs_in_ten_hold_one_error() -> None:
    several = [pair for pair in PAIRS if pair["family"] == "several"]
    assert all(len(pair["edits"]) == 2 for pair in several)
    assert len(several) <= SEVERAL_SHARE * len(PAIRS)


def test_every_family_of_errors_has_traps_of_its_own() -> None:
    traps = Counter(row["family"] for row in NEGATIVES)
    families = {pair["family"] for pair in PAIRS} - {"several"}
    assert {family for family in families if traps[family] < LEAST_TRAPS} == set()
