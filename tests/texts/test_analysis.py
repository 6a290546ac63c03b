"""Any text is analysed; places are of the text as it was sent."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from opencc import OpenCC

from core.api.core import Core
from core.language.difficulty import UNLISTED, estimate
from core.language.grammar.rules import Match
from core.texts.analysis import Analysis
from core.texts.service import result
from core.texts.wire import LONGEST_TEXT, GrammarText, GrammarTextRequest
from core.wiring import in_memory_core

HARMLESS = st.text(
    alphabet="我你他不没把被比是的了着过得书看完好很北京去年三个，。！？“”…\n　 aZ9９Ａ.😀👩‍🏫𠮷著臺後\u200b'\"/[]T恤", max_size=50
)  # fmt: skip


def grammar_text(core: Core, text: str) -> GrammarText:
    return core.texts.grammar_text(GrammarTextRequest(txt=text))


def spans_of(analysis: Analysis) -> list[tuple[str, int, int]]:
    def span(match: Match) -> tuple[str, int, int]:
        return match.point, match.start, match.end

    return [span(match) for match in analysis.matches]


@pytest.mark.parametrize(
    "text",
    ["Hello, world.", "1234 5678.90", "😀👩‍🏫🎉", " \n\t　", "，。！？", "мама", "ｈｅｌｌｏ", "\u200b", "/ [ ] / *"],
)
def test_a_text_without_chinese_is_answered_and_says_that_nothing_was_judged(texts_core: Core, text: str) -> None:
    result = grammar_text(texts_core, text)
    assert (result.known, result.words, result.difficulty_level, result.level_interval) == (False, 0, "1", (1, 1))
    assert result.level_probabilities == [1, 0, 0, 0, 0, 0, 0]
    assert (result.reasons.words, result.reasons.characters, result.reasons.words_per_clause) == ([], [], 0.0)
    assert (result.lower.words, result.lower.points, result.lower.reachable) == ([], [], False)
    assert all(curve.words == curve.characters == [1.0] * 7 for curve in result.coverage)


def test_analysing_nothing_gives_nothing(texts_core: Core) -> None:
    analysis = texts_core.analyser.analyse("")
    assert (analysis.matches, analysis.words, analysis.counted) == ([], [], [])


@given(HARMLESS)
@settings(max_examples=60, deadline=None, derandomize=True)
def test_every_place_is_of_the_text_as_sent(text: str) -> None:
    analysis = CORE.analyser.analyse(text)
    for match in analysis.matches:
        assert 0 <= match.start < match.end <= len(text)
    for word in analysis.words:
        assert analysis.parsed.text[word.start : word.end] == word.text
    starts = [word.start for word in analysis.words]
    assert starts == sorted(starts)
    assert all(before.end <= after.start for before, after in zip(analysis.words, analysis.words[1:], strict=False))
    if text:
        for matches in grammar_text(CORE, text).grammar_dict.values():
            assert all(text[start:end] == matched for start, end, matched, _ in matches)


CORE = in_memory_core()
"""For the test above: Hypothesis takes no fixtures of a longer life than one example."""


def test_places_count_code_points_before_and_after_signs_outside_the_first_plane(texts_core: Core) -> None:
    plain, shifted = (
        texts_core.analyser.analyse(text) for text in ("他把书放在桌子上了。", "😀😀\n他把书放在桌子上了。")
    )
    assert "【三27】" in {point for point, _, _ in spans_of(plain)}
    assert [(point, start + 3, end + 3) for point, start, end in spans_of(plain)] == spans_of(shifted)


def test_a_traditional_text_has_the_points_of_its_simplified_form_and_its_own_characters(texts_core: Core) -> None:
    text, simplified = "他把書放在桌子上了，還買了兩個麵包。", "他把书放在桌子上了，还买了两个面包。"
    assert spans_of(texts_core.analyser.analyse(text)) == spans_of(texts_core.analyser.analyse(simplified))
    old, new = grammar_text(texts_core, text), grammar_text(texts_core, simplified)
    assert (old.grammar_list, old.difficulty_level, old.words) == (new.grammar_list, new.difficulty_level, new.words)
    matched = [match for matches in old.grammar_dict.values() for match in matches]
    assert all(text[start:end] == shown for start, end, shown, _ in matched)
    assert any("還" in shown or "書" in shown for _, _, shown, _ in matched)


def test_the_content_in_traditional_characters_has_the_same_points(texts_core: Core) -> None:
    traditional, simplified = OpenCC("s2t").convert, texts_core.converter.simplified
    compared = 0
    for row in texts_core.tables.content.sentences[::25]:
        other = cast(str, traditional(row.text))
        if simplified(other) != row.text:
            continue  # the conversion there does not come back
        compared += 1
        assert spans_of(texts_core.analyser.analyse(other)) == spans_of(texts_core.analyser.analyse(row.text)), row.text
    assert compared > 20


def test_names_and_numbers_are_shown_and_no_evidence(texts_core: Core) -> None:
    analysis = texts_core.analyser.analyse("李明今年三十岁。")
    levels = {word.text: word.level for word in analysis.words}
    assert levels["李明"] == levels["三十"] == 0
    assert [analysis.parsed.text[word.start : word.end] for word in analysis.counted] == ["今年", "岁"]
    view = texts_core.texts.view(GrammarTextRequest(txt="李明今年三十岁。"))
    assert [word.level for word in view.shown_words if word.start == 0] == [0]


def stands(core: Core, text: str) -> list[str]:
    """The words of a text that are evidence, in order."""
    analysis = core.analyser.analyse(text)
    return [analysis.parsed.text[word.start : word.end] for word in analysis.counted]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("王静买了一匹马。", "王静"),
        ("我和张静是同屋。", "张静"),
        ("去年夏天他去了马德里。", "马德里"),
        ("马老师住在学校旁边。", "马"),
    ],
)
def test_a_name_made_of_listed_words_is_a_name(texts_core: Core, text: str, name: str) -> None:
    levels = {word.text: (word.level, word.evidence) for word in texts_core.analyser.analyse(text).words}
    assert levels[name] == (0, False)
    assert name not in stands(texts_core, text)


def test_a_given_name_that_the_parser_parts_from_its_surname_is_none_of_the_words(texts_core: Core) -> None:
    assert stands(texts_core, "周静昨天没来上课。") == ["昨天", "没", "来", "上课"]


def test_what_the_tagger_calls_a_name_with_a_plural_ending_is_none(texts_core: Core) -> None:
    words = texts_core.analyser.analyse("老人们坐在树下聊天儿。").words
    assert all(word.level > 0 for word in words if word.text.startswith("老人"))


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("这个城市的人口是三十年前的五倍。", "倍"),
        ("今年来的人是去年的十倍。", "十倍"),
        ("百分之八十的同学都参加了。", "分之"),
        ("二〇二六年他从大学毕业。", "二六"),
    ],
)
def test_a_number_is_no_evidence_whether_the_parser_parts_it_or_not(texts_core: Core, text: str, number: str) -> None:
    assert not [word for word in stands(texts_core, text) if number in word or word in number]


@pytest.mark.parametrize(
    ("text", "compound"), [("她看着窗外。", "窗外"), ("校门对面有一家书店。", "校门"), ("树下有两只小猫。", "小猫")]
)
def test_a_compound_of_easy_parts_is_no_evidence_and_is_shown_with_the_level_of_its_parts(
    texts_core: Core, text: str, compound: str
) -> None:
    levels = {word.text: (word.level, word.evidence) for word in texts_core.analyser.analyse(text).words}
    level, evidence = levels[compound]
    assert 1 <= level <= 4
    assert not evidence
    assert compound not in stands(texts_core, text)
    view = texts_core.texts.view(GrammarTextRequest(txt=text))
    assert compound not in [word.word for word in view.result.reasons.words]
    assert [word.evidence for word in view.shown_words if view.text[word.start : word.end] == compound] == [False]


def test_a_word_with_儿_and_without_it_is_one_word(texts_core: Core) -> None:
    words = texts_core.analyser.analyse("孩子们在院子里玩，你慢点儿走。").words
    levels = {word.text: word.level for word in words}
    assert levels["玩"] == 1
    assert all(word.level < UNLISTED for word in words)


def test_a_word_on_no_list_is_shown_without_a_level_and_counts_as_the_hardest(texts_core: Core) -> None:
    analysis = texts_core.analyser.analyse("他看见踟蹰的人。")
    assert [word.level for word in analysis.words if "踟" in word.text] == [UNLISTED]
    view = texts_core.texts.view(GrammarTextRequest(txt="他看见踟蹰的人。"))
    assert [word.level for word in view.shown_words if view.text[word.start] == "踟"] == [None]
    assert [word.level for word in view.result.reasons.words if "踟" in word.word] == [None]


def test_words_with_latin_letters_keep_characters_and_levels_together(texts_core: Core) -> None:
    parsed = texts_core.analyser.analyse("他买了T恤衫。")
    (shirt,) = (word for word in parsed.counted if "恤" in parsed.parsed.text[word.start : word.end])
    mixed = replace(shirt, start=parsed.text.index("T"))
    analysis = replace(parsed, counted=[mixed], estimate=estimate([mixed]))
    made = result(analysis, texts_core.analyser)
    assert set(made.reasons.characters) <= {"恤", "衫"}
    assert all(curve.characters[-1] <= 1 for curve in made.coverage)


def test_listed_words_that_the_parser_parts_are_levelled_as_the_list_has_them(texts_core: Core) -> None:
    analysis = texts_core.analyser.analyse("对不起，我没听懂。")
    assert {word.text: word.level for word in analysis.words}["对不起"] == 1


def test_a_text_of_the_greatest_length_is_analysed_whole(texts_core: Core, passages: list[str]) -> None:
    text = "".join(passages)
    text = (text * (LONGEST_TEXT // len(text) + 1))[:LONGEST_TEXT]
    analysis = texts_core.analyser.analyse(text)
    assert len(text) == LONGEST_TEXT
    assert analysis.words[-1].end > LONGEST_TEXT - 20
    assert max(match.end for match in analysis.matches) > LONGEST_TEXT - 50
    assert analysis.estimate.words > 5_000


def test_a_text_without_a_full_stop_is_analysed_too(texts_core: Core) -> None:
    analysis = texts_core.analyser.analyse("他把书放在桌子上了" * 200)
    assert len({match.start for match in analysis.matches if match.point == "【三27】"}) > 100
