"""Properties that hold for every essay, whatever the correctors propose."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from core.essays import edits as editing
from core.essays import marks
from core.essays.model import Change
from evaluation.essays.fakes import (
    BREAKING,
    COMMON_CHARACTERS,
    UNSTABLE_ERRORS,
    ListedErrors,
    RecklessCorrector,
    evaluator,
    random_essay,
    request,
)
from evaluation.essays.properties import violations

ESSAYS = st.lists(
    st.sampled_from([*COMMON_CHARACTERS, *BREAKING]) | st.characters(codec="utf-8"), min_size=0, max_size=60
).map("".join)


@settings(max_examples=150, deadline=None)
@given(ESSAYS.map(lambda text: "我今天去学校学习汉语了" + text))
def test_whatever_correctors_propose_the_properties_hold(essay: str) -> None:
    assert violations(evaluator(RecklessCorrector()), request(essay)) == []


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.sampled_from([*UNSTABLE_ERRORS, *UNSTABLE_ERRORS, "。", "\n", "们"]), min_size=10, max_size=40).map(
        "".join
    )
)
def test_correctors_that_contradict_themselves_flip_no_edit_back(essay: str) -> None:
    assert (
        violations(
            evaluator(ListedErrors(UNSTABLE_ERRORS), RecklessCorrector()), request("我今天去学校学习汉语了" + essay)
        )
        == []
    )


def test_they_hold_of_long_essays_of_many_paragraphs() -> None:
    rng = random.Random(8)
    for _ in range(20):
        essay = "\r\n".join(random_essay(rng) for _ in range(4))
        assert violations(evaluator(RecklessCorrector(), ListedErrors(UNSTABLE_ERRORS)), request(essay)) == []


@st.composite
def edited(draw: st.DrawFn) -> tuple[str, list[Change]]:
    """A text with valid changes."""
    essay = draw(ESSAYS)
    changes: list[Change] = []
    previous_end = 0
    for _ in range(draw(st.integers(0, 6))):
        start = draw(st.integers(min(previous_end, len(essay)), len(essay)))
        end = draw(st.integers(start, min(len(essay), start + 3)))
        kind = draw(st.sampled_from("BLDPWS"))
        new = draw(ESSAYS.map(lambda text: text[:3]))
        change = Change(start, end, essay[start:end], new, kind)  # type: ignore[arg-type]
        try:
            editing.check(essay, [*changes, change])
        except ValueError:
            continue
        changes.append(change)
        previous_end = end
    return essay, changes


@settings(deadline=None)
@given(edited())
def test_marked_corrected_and_original_recover_one_another(essay_and_changes: tuple[str, list[Change]]) -> None:
    essay, changes = essay_and_changes
    corrected = editing.apply(essay, changes)
    read = marks.parse(marks.write(essay, changes))
    assert (read.essay, read.corrected, list(read.edits)) == (essay, corrected, changes)
    inverse_changes = editing.inverse(changes)
    editing.check(corrected, inverse_changes)
    assert editing.apply(corrected, inverse_changes) == essay
    assert [editing.inverse(inverse_changes)[number] for number in range(len(inverse_changes))] == changes


@settings(deadline=None)
@given(edited(), st.data())
def test_what_no_edit_touches_is_found_again_in_the_corrected_text(
    essay_and_changes: tuple[str, list[Change]], data: st.DataObject
) -> None:
    essay, changes = essay_and_changes
    start = data.draw(st.integers(0, len(essay)))
    end = data.draw(st.integers(start, len(essay)))
    first, last = editing.corrected_range(start, end, changes)
    touched = any(
        (change.start < end and start < change.end) or (change.start == change.end and start < change.start < end)
        for change in changes
    )
    if start < end and not touched:
        assert editing.apply(essay, changes)[first:last] == essay[start:end]
    assert 0 <= first <= last <= len(editing.apply(essay, changes))


@settings(deadline=None)
@given(ESSAYS, st.data())
def test_two_changes_have_one_minimal_form_if_and_only_if_they_produce_the_same_text(
    text: str, data: st.DataObject
) -> None:
    def drawn_change() -> tuple[int, int, str]:
        start = data.draw(st.integers(0, len(text)))
        return start, data.draw(st.integers(start, len(text))), data.draw(ESSAYS.map(lambda new: new[:3]))

    def applied(first: tuple[int, int, str]) -> str:
        return text[: first[0]] + first[2] + text[first[1] :]

    first, second = drawn_change(), drawn_change()
    assert applied(editing.minimal_change(text, *first)) == applied(first)
    if "\n" not in text and "\r" not in text and applied(first) != text:
        assert (editing.minimal_change(text, *first) == editing.minimal_change(text, *second)) == (
            applied(first) == applied(second)
        )
