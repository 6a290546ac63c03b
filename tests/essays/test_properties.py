"""What holds of every essay, whatever judges say of it."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from core.essays import edits as editing
from core.essays import marks
from core.essays.model import Change
from evaluation.essays.made import FICKLE, HARD, PLAIN, Listed, Reckless, evaluator, random_essay, request
from evaluation.essays.properties import violations

ESSAYS = st.lists(st.sampled_from([*PLAIN, *HARD]) | st.characters(codec="utf-8"), min_size=0, max_size=60).map("".join)


@settings(max_examples=150, deadline=None)
@given(ESSAYS.map(lambda text: "我今天去学校学习汉语了" + text))
def test_whatever_judges_propose_the_properties_hold(essay: str) -> None:
    assert violations(evaluator(Reckless()), request(essay)) == []


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from([*FICKLE, *FICKLE, "。", "\n", "们"]), min_size=10, max_size=40).map("".join))
def test_judges_that_contradict_themselves_flip_no_edit_back(essay: str) -> None:
    assert violations(evaluator(Listed(FICKLE), Reckless()), request("我今天去学校学习汉语了" + essay)) == []


def test_they_hold_of_long_essays_of_many_paragraphs() -> None:
    chance = random.Random(8)
    for _ in range(20):
        essay = "\r\n".join(random_essay(chance) for _ in range(4))
        assert violations(evaluator(Reckless(), Listed(FICKLE)), request(essay)) == []


@st.composite
def edited(draw: st.DrawFn) -> tuple[str, list[Change]]:
    """A text with changes that hold."""
    essay = draw(ESSAYS)
    changes: list[Change] = []
    at = 0
    for _ in range(draw(st.integers(0, 6))):
        start = draw(st.integers(min(at, len(essay)), len(essay)))
        end = draw(st.integers(start, min(len(essay), start + 3)))
        kind = draw(st.sampled_from("BLDPWS"))
        new = draw(ESSAYS.map(lambda text: text[:3]))
        change = Change(start, end, essay[start:end], new, kind)  # type: ignore[arg-type]
        try:
            editing.check(essay, [*changes, change])
        except ValueError:
            continue
        changes.append(change)
        at = end
    return essay, changes


@settings(deadline=None)
@given(edited())
def test_marked_corrected_and_original_recover_one_another(made: tuple[str, list[Change]]) -> None:
    essay, changes = made
    corrected = editing.apply(essay, changes)
    read = marks.parse(marks.write(essay, changes))
    assert (read.essay, read.corrected, list(read.edits)) == (essay, corrected, changes)
    back = editing.inverse(changes)
    editing.check(corrected, back)
    assert editing.apply(corrected, back) == essay
    assert [editing.inverse(back)[number] for number in range(len(back))] == changes


@settings(deadline=None)
@given(edited(), st.data())
def test_what_no_edit_touches_is_found_again_in_the_corrected_text(
    made: tuple[str, list[Change]], data: st.DataObject
) -> None:
    essay, changes = made
    start = data.draw(st.integers(0, len(essay)))
    end = data.draw(st.integers(start, len(essay)))
    first, last = editing.transposed(start, end, changes)
    touched = any(
        (one.start < end and start < one.end) or (one.start == one.end and start < one.start < end) for one in changes
    )
    if start < end and not touched:
        assert editing.apply(essay, changes)[first:last] == essay[start:end]
    assert 0 <= first <= last <= len(editing.apply(essay, changes))


@settings(deadline=None)
@given(ESSAYS, st.data())
def test_two_changes_have_one_least_form_if_and_only_if_they_come_to_the_same(text: str, data: st.DataObject) -> None:
    def drawn() -> tuple[int, int, str]:
        start = data.draw(st.integers(0, len(text)))
        return start, data.draw(st.integers(start, len(text))), data.draw(ESSAYS.map(lambda new: new[:3]))

    def made(one: tuple[int, int, str]) -> str:
        return text[: one[0]] + one[2] + text[one[1] :]

    one, other = drawn(), drawn()
    assert made(editing.least(text, *one)) == made(one)
    if "\n" not in text and "\r" not in text and made(one) != text:
        assert (editing.least(text, *one) == editing.least(text, *other)) == (made(one) == made(other))
