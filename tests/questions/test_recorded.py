"""Dictation of recorded sentences: at the level of their words, only where the pack is installed, and heard without a voice."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.answers.wire import StartPractice
from core.api.core import Core
from core.backends.sentence_pack import RecordedSentences, install, remove
from core.ports.language import RecordedSentence
from core.questions.hearing import is_recorded
from core.questions.kinds.recorded import RecordedItems
from core.records.items import Audio, Item
from core.wiring import in_memory_core
from evaluation.service.clock import StoppedClock
from tests.backends.test_sentence_pack import flat
from tests.plan.planning import CALLER, school

SENTENCES = (
    RecordedSentence("hsk1-0001.mp3", "我们是同学。", "wo3 men5 shi4 tong2 xue2", "We are classmates."),
    RecordedSentence("hsk1-0002.mp3", "你是学生吗？", "ni3 shi4 xue2 sheng1 ma5"),
    RecordedSentence("hsk3-0001.mp3", "他一直在图书馆看书。", ""),
    RecordedSentence("hsk1-0004.mp3", "我叫李明，是学生。", ""),
    RecordedSentence("hsk1-0005.mp3", "我们都很喜欢你们学校的那个老师。", ""),
    RecordedSentence("hsk1-0006.mp3", "我们去看犰狳。", ""),
    RecordedSentence("hsk1-0007.mp3", "他是学生。", "ta1 shi4 xue2 xiao4"),
)


class Listed:
    """Sentences without files."""

    def __init__(self, *sentences: RecordedSentence) -> None:
        self.sentences = sentences

    def url(self, text: str) -> str | None:
        return next((f"/recordings/sentences/{each.file}" for each in self.sentences if each.text == text), None)

    def file(self, name: str) -> Path | None:
        return None

    def credit(self) -> str:
        return ""


@pytest.fixture(scope="module")
def plain() -> Core:
    """A core without a pack."""
    return in_memory_core()


@pytest.fixture
def items(plain: Core) -> dict[str, Item]:
    """The items of the sentences, by what is said."""
    made = RecordedItems(plain.tables, plain.reader, Listed(*SENTENCES)).by_level()
    return {item.key: item for drafts in made.values() for draft in drafts if (item := draft.item()) is not None}


def test_short_sentences_of_listed_words_that_can_be_written_by_ear_are_dictated(items: dict[str, Item]) -> None:
    assert set(items) == {"我们是同学。", "你是学生吗？", "他一直在图书馆看书。"}


def test_the_level_is_that_of_the_hardest_word(plain: Core, items: dict[str, Item]) -> None:
    levels = plain.tables.words.levels
    assert items["我们是同学。"].standard_level == 1
    hardest = max(levels[word] for word in ("他", "一直", "在", "图书馆", "看", "书"))
    assert items["他一直在图书馆看书。"].standard_level == hardest


def test_an_item_says_its_sentence_and_accepts_its_pinyin(items: dict[str, Item]) -> None:
    item = items["我们是同学。"]
    assert item.audio == Audio(kind="speech", text="我们是同学。", pinyin="Wǒmen shì tóngxué.")
    assert (item.answer_kind, item.translation) == ("text_or_pinyin", "We are classmates.")
    assert "sentence_dictation" in item.tags
    assert "We are classmates." in item.explanation.en
    assert items["你是学生吗？"].explanation.en.endswith(")")


def test_without_a_pack_the_bank_is_as_it_was(plain: Core) -> None:
    shared = plain.bank.piles("fill_blank", "listening", "beginner")
    assert plain.questions.bank_of(CALLER).piles("fill_blank", "listening", "beginner") == shared
    assert RecordedItems(plain.tables, plain.reader, Listed()).by_level() == {}


def test_whole_recorded_sentences_need_no_voice_and_turns_of_speakers_do() -> None:
    recording = Listed(*SENTENCES).url
    assert is_recorded(Audio(kind="speech", text="我们是同学。"), recording)
    assert not is_recorded(Audio(kind="speech", text="男：我们是同学。\n女：你是学生吗？"), recording)
    assert not is_recorded(Audio(kind="speech", text="我们不是同学。"), recording)


@pytest.fixture
def packed(clock: StoppedClock, tmp_path: Path) -> tuple[Core, Path]:
    """A core over a folder in which sentences are installed while it runs."""
    core, folder = school(clock, "s1"), tmp_path / "recordings-sentences"
    core.questions._sentences = core.questions.recorded_items._recordings = RecordedSentences(folder)
    assert core.questions.recorded_items.by_level() == {}
    install(flat(tmp_path / "pack.tar"), folder)
    return core, folder


def practise(core: Core, *, voice: bool, count: int = 2) -> list[Item]:
    """Dictation as a student is dealt it."""
    request = StartPractice(student_id="s1", count=count, types=["fill_blank"], topics=["listening"], level=1)
    view = core.practice.start(request, CALLER, voice=voice)
    return [card.item for card in view.cards]


def test_without_a_voice_the_recorded_sentences_are_dealt_until_the_pack_is_gone(packed: tuple[Core, Path]) -> None:
    core, folder = packed
    dealt = practise(core, voice=False)
    assert {item.key for item in dealt} == {"我们是同学。", "你是学生吗？"}
    assert [core.questions.recording(item.key) for item in dealt] == [
        f"/recordings/sentences/{item.source.removeprefix('recorded_')}.mp3" for item in dealt
    ]
    remove(folder)
    assert core.questions.recorded_items.by_level() == {}
    assert core.questions.recording(dealt[0].key) is None


def test_a_word_is_not_taken_from_the_sentences(plain: Core, monkeypatch: pytest.MonkeyPatch) -> None:
    sentences = Listed(RecordedSentence("a.mp3", "茶"), RecordedSentence("b.mp3", "我们是同学。"))
    monkeypatch.setattr(plain.questions, "_sentences", sentences)
    assert plain.questions.recording("茶") is None
    assert plain.questions.recording("我们是同学。") == "/recordings/sentences/b.mp3"
    assert plain.questions.word_recording("我们是同学。") is None
