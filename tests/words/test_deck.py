"""The words that a student has put by: kept, asked, graded, taken along."""

from __future__ import annotations

import io
import sqlite3
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pydantic import ValidationError

from core.api import words as api
from core.api.core import Core
from core.api.words import NewWord, TooManyWords
from core.errors import NotFound
from core.records.access import PERMISSIONS, Caller
from core.words.files import as_csv
from evaluation.service.clock import StoppedClock
from tests.plan.planning import CALLER, SCHOOL, plan_of, school

LIBRARY = NewWord(word="图书馆", pinyin="túshūguǎn", meaning="library", level=1, sentence="我去图书馆。")
UNASKED = NewWord(word="龘龘", pinyin="dádá", meaning="")
BORROW = NewWord(word="借书", pinyin="jièshū", meaning="", sentence="我去借书。")


@pytest.fixture
def core(clock: StoppedClock) -> Core:
    return school(clock, "s1", "s2")


def own(core: Core, student: str = "s1") -> list[str]:
    """The words of a student, the last added first."""
    return [word.word for word in core.words.deck(student, CALLER)]


def test_a_word_is_put_by_once_and_belongs_to_the_student_alone(core: Core, clock: StoppedClock) -> None:
    assert core.words.add("s1", LIBRARY, CALLER)
    assert not core.words.add("s1", LIBRARY.model_copy(update={"sentence": "别的句子。"}), CALLER)
    (word,) = core.words.deck("s1", CALLER)
    assert (word.word, word.sentence, word.due_at) == ("图书馆", "我去图书馆。", None)
    assert word.is_due(clock.now())
    assert core.words.has("s1", "图书馆", CALLER)
    assert not core.words.has("s2", "图书馆", CALLER)
    assert own(core, "s2") == []


def test_a_teacher_of_another_class_gets_nothing(core: Core) -> None:
    core.words.add("s1", LIBRARY, CALLER)
    other = Caller(SCHOOL, frozenset(PERMISSIONS), "en", students=frozenset({"s2"}))
    for ask in (core.words.deck, core.words.as_csv, core.words.as_anki):
        with pytest.raises(NotFound, match="There is no student"):
            ask("s1", other)


def test_a_word_that_was_removed_comes_back_as_it_was(core: Core) -> None:
    core.words.add("s1", LIBRARY, CALLER)
    before = core.words.deck("s1", CALLER)
    removed = core.words.remove("s1", "图书馆", CALLER)
    assert removed is not None
    assert own(core) == []
    assert core.words.remove("s1", "图书馆", CALLER) is None
    assert core.words.restore(removed, CALLER)
    assert core.words.deck("s1", CALLER) == before


def test_a_full_deck_takes_no_further_word(core: Core, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "MOST_WORDS", 1)
    core.words.add("s1", LIBRARY, CALLER)
    with pytest.raises(TooManyWords, match="words in the deck already"):
        core.words.add("s1", BORROW, CALLER)


def test_a_card_that_was_graded_is_a_review_of_the_word(core: Core, clock: StoppedClock) -> None:
    for word in (LIBRARY, BORROW):
        core.words.add("s1", word, CALLER)
    core.words.recall("s1", "图书馆", "known", CALLER)
    core.words.recall("s1", "借书", "forgotten", CALLER)
    due = {word.word: word.due_at for word in core.words.deck("s1", CALLER)}
    assert due["图书馆"] is not None
    assert due["借书"] is not None
    assert due["图书馆"] > due["借书"] > clock.now()
    with pytest.raises(NotFound, match="has not put '好' by"):
        core.words.recall("s1", "好", "known", CALLER)


def test_what_is_due_longest_is_asked_first_then_what_was_never_asked(core: Core, clock: StoppedClock) -> None:
    for word in (LIBRARY, BORROW):
        core.words.add("s1", word, CALLER)
    core.words.recall("s1", "图书馆", "forgotten", CALLER)
    assert [word.word for word in core.words.pressing("s1", CALLER)] == ["借书", "图书馆"]
    clock.advance(timedelta(days=10))
    assert [word.word for word in core.words.pressing("s1", CALLER)] == ["图书馆", "借书"]


def test_a_round_asks_the_students_words_and_none_twice_within_a_fortnight(core: Core) -> None:
    core.words.add("s1", LIBRARY, CALLER)
    core.words.add("s1", UNASKED, CALLER)
    seen: set[str] = set()
    for _ in range(3):
        view = core.words.practise("s1", CALLER)
        assert view is not None
        (card,) = view.cards
        assert list(card.item.words) == ["图书馆"]
        assert card.item.id not in seen
        seen.add(card.item.id)


def test_words_without_an_exercise_give_no_round(core: Core) -> None:
    assert core.words.practise("s1", CALLER) is None
    core.words.add("s1", UNASKED, CALLER)
    assert core.words.practise("s1", CALLER) is None


def test_the_plan_asks_a_new_word_of_the_student_before_others(core: Core, clock: StoppedClock) -> None:
    hard = next(
        word.text
        for word in core.tables.words.rows
        if word.level == 6 and word.text in core.plan.shelf_of(CALLER).words("reading")
    )
    core.words.add("s1", NewWord(word=hard, pinyin="", meaning="", level=6), CALLER)
    plan_of(core)
    stored = core.store.plan(SCHOOL, "s1", clock.now().date())
    assert stored is not None
    assert f"{hard}: one of your words, not practised yet." in stored.body


def test_the_words_go_with_the_student(core: Core) -> None:
    core.words.add("s1", LIBRARY, CALLER)
    removed = core.student_data.erase("s1", CALLER).counts
    assert removed["own_word"] == 1


def test_the_table_opens_in_a_spreadsheet_and_calculates_nothing(core: Core) -> None:
    core.words.add("s1", LIBRARY, CALLER)
    core.words.add("s1", NewWord(word="=1+1", pinyin=" =1", meaning="@x"), CALLER)
    text = core.words.as_csv("s1", CALLER).decode("utf-8-sig")
    assert text.splitlines()[0] == "word,pinyin,meaning,level,sentence,added"
    assert "图书馆,túshūguǎn,library,1,我去图书馆。,2026-11-24" in text
    assert "'=1+1,' =1,'@x" in text
    assert as_csv([], "zh").decode("utf-8-sig").startswith("词语,拼音")


def test_the_table_has_the_day_on_which_the_student_added_the_word(core: Core, clock: StoppedClock) -> None:
    clock.advance(datetime(2026, 11, 25, 16, 30, tzinfo=UTC) - clock.now())
    core.words.add("s1", LIBRARY, CALLER)
    assert core.words.as_csv("s1", CALLER).decode("utf-8-sig").rstrip().endswith(",2026-11-26")


@pytest.mark.parametrize("field", ["pinyin", "meaning", "sentence"])
def test_a_text_that_the_database_cannot_keep_is_refused(field: str) -> None:
    with pytest.raises(ValidationError, match=field):
        NewWord.model_validate({**LIBRARY.model_dump(), field: "a\x00b"})
    assert NewWord.model_validate({**LIBRARY.model_dump(), field: "a\nb"})


def test_the_anki_deck_has_a_note_for_each_word_and_the_same_one_the_next_time(core: Core, tmp_path: Path) -> None:
    core.words.add("s1", LIBRARY, CALLER)
    core.words.add("s1", BORROW, CALLER)
    first, second = (notes_of(core.words.as_anki("s1", CALLER), tmp_path / str(time)) for time in range(2))
    assert first == second
    assert sorted(fields.split("\x1f")[0] for _, fields in first) == ["借书", "图书馆"]
    assert any(fields == "图书馆\x1ftúshūguǎn\x1flibrary\x1f我去图书馆。\x1f1" for _, fields in first)


def notes_of(package: bytes, file: Path) -> list[tuple[str, str]]:
    """Guid and fields of each note of an Anki package."""
    with zipfile.ZipFile(io.BytesIO(package)) as zipped:
        file.write_bytes(zipped.read("collection.anki2"))
    database = sqlite3.connect(file)
    try:
        return database.execute("SELECT guid, flds FROM notes ORDER BY guid").fetchall()
    finally:
        database.close()
