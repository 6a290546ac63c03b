"""A word of a text, looked up in its context."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.api.core import Core
from core.errors import BadParameter
from core.records.access import Caller
from core.wiring import in_memory_core
from core.words.wire import WordEntry

CALLER = Caller("org", frozenset())


@pytest.fixture(scope="module")
def core() -> Iterator[Core]:
    """One for all: nothing is stored."""
    shared = in_memory_core()
    yield shared
    shared.store.close()


def looked_at(core: Core, text: str, word: str) -> WordEntry:
    """The entry at the first character of a word in a text."""
    entry = core.words.look(text, text.index(word), CALLER)
    assert entry is not None
    return entry


@pytest.mark.parametrize(
    ("text", "at", "word", "pinyin"),
    [
        ("我们一起去图书馆看书吧。", "书馆", "图书馆", "túshūguǎn"),
        ("他长得很像爸爸。", "长", "长", "zhǎng"),
        ("这条路很长。", "长", "长", "cháng"),
        ("他在银行工作。", "行", "银行", "yínháng"),
        ("我都听得懂。", "都", "都", "dōu"),
        ("她还没来。", "还", "还", "hái"),
    ],
)
def test_a_word_is_the_longest_of_the_list_there_and_read_as_it_is_there(
    core: Core, text: str, at: str, word: str, pinyin: str
) -> None:
    entry = looked_at(core, text, at)
    assert (entry.word, entry.pinyin, entry.kind) == (word, pinyin, "listed")
    assert text[entry.start : entry.end] == entry.written
    assert entry.sentence == text


def test_the_meaning_is_that_of_the_reading(core: Core) -> None:
    assert "long" in looked_at(core, "这条路很长。", "长").meaning
    assert "grow" in looked_at(core, "他长得很像爸爸。", "长").meaning


def test_tones_that_change_in_speech_are_told_beside_the_dictionary_reading(core: Core) -> None:
    assert looked_at(core, "我不去。", "不").spoken == "bú"
    assert looked_at(core, "我不来。", "不").spoken == ""
    assert looked_at(core, "我女儿很高。", "女儿").spoken == ""


def test_a_traditional_text_gives_the_same_word_and_its_traditional_form(core: Core) -> None:
    entry = looked_at(core, "學生都在教室裏。", "學")
    assert (entry.word, entry.written, entry.traditional) == ("学生", "學生", "學生")


def test_a_word_on_no_list_says_so_and_is_told_by_its_parts(core: Core) -> None:
    entry = looked_at(core, "银行行长去了上海，小猫在窗外睡觉。", "窗")
    assert (entry.word, entry.kind, entry.level) == ("窗外", "unlisted", None)
    assert [(part.text, part.pinyin, part.level) for part in entry.parts] == [
        ("窗", "chuāng", None),
        ("外", "wài", 1),
    ]


def test_the_dictionary_is_named_where_it_gives_the_meaning(core: Core) -> None:
    entry = looked_at(core, "她要找银行行长。", "行长")
    assert (entry.pinyin, entry.from_dictionary) == ("hángzhǎng", True)
    assert "bank" in entry.meaning
    assert not looked_at(core, "我去图书馆。", "图书馆").from_dictionary


def test_a_name_is_called_a_name_and_has_no_example(core: Core) -> None:
    entry = looked_at(core, "我住在上海。", "上海")
    assert (entry.kind, entry.pinyin, entry.meaning, entry.example) == ("name", "Shànghǎi", "Shanghai", None)


def test_the_example_is_of_the_words_level_and_another_sentence_with_the_same_reading(core: Core) -> None:
    text = "他长得很像爸爸。"
    entry = looked_at(core, text, "长")
    assert entry.example is not None
    assert entry.level is not None
    shown = entry.example.text
    assert shown != text
    assert shown[entry.example.start : entry.example.end] == "长"
    assert core.reader.syllables(shown)[entry.example.start] == "zhǎng"
    easy = looked_at(core, "我去图书馆。", "图书馆")
    assert easy.example is not None
    assert easy.example.level <= (easy.level or 0)


def test_the_points_are_those_that_the_word_takes_part_in_there(core: Core) -> None:
    assert "【三27】" in [point.id for point in looked_at(core, "他把书放在桌子上。", "把").points]
    assert [point.id for point in looked_at(core, "他把书放在桌子上。", "书").points] == []


def test_each_character_has_its_reading_in_the_word_and_its_level(core: Core) -> None:
    characters = looked_at(core, "我去银行。", "银行").characters
    assert [(each.character, each.pinyin) for each in characters] == [("银", "yín"), ("行", "háng")]
    assert all(each.level for each in characters)


def test_where_no_chinese_stands_there_is_no_word(core: Core) -> None:
    assert core.words.look("OK，好", 0, CALLER) is None
    assert core.words.look("OK，好", 2, CALLER) is None


@pytest.mark.parametrize(("text", "offset"), [("好", 1), ("好", -1), ("", 0), ("好" * 201, 0), ("好\ud83d", 0)])
def test_an_offset_outside_and_a_text_that_is_too_long_or_broken_are_refused(
    core: Core, text: str, offset: int
) -> None:
    with pytest.raises(BadParameter, match=r"Parameter validation failed: (text|offset)"):
        core.words.look(text, offset, CALLER)


@pytest.mark.parametrize("text", ["儿", "一一一一", "龘龘", "𠮷野家", "……好", "他说：“好”！", "\n好\n"])
def test_any_text_gives_an_entry_or_none(core: Core, text: str) -> None:
    for offset in range(len(text)):
        entry = core.words.look(text, offset, CALLER)
        assert entry is None or entry.start <= offset < entry.end
