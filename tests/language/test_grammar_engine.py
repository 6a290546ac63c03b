"""Patterns, rules and competition on small sentences; and that no search is spared that would have found something."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from core.language.grammar.detect import Detector, without_overlaps
from core.language.grammar.predicates.registry import CHECKS, SENTENCE_PREDICATES, TEXT_PREDICATES
from core.language.grammar.rules import Match, PreparedRule
from core.language.grammar.sentence import ParsedText, Sentence
from core.language.rules.expressions import WordClasses
from core.language.rules.needed import needed_strings
from core.records.texts import Token
from core.tables.grammar import GrammarRule

CLASSES = {"direction": ("来", "出来", "进去"), "measure": ("个", "本")}
POINT, OTHER = "【一01】", "【一02】"


def sentence(tagged: str, *, start: int = 0) -> Sentence:
    """From `word/TAG/relation` cells; the relation may be left out, two spaces stand for a space in the text."""
    tokens, text = [], ""
    for cell in tagged.split(" "):
        if not cell:
            text += " "
            continue
        word, tag, relation = [*cell.split("/"), "dep"][:3]
        tokens.append(Token(word, start + len(text), start + len(text) + len(word), tag, -1, relation))
        text += word
    return Sentence(text, start, tokens)


PUT_OUT = sentence("他/PRON/nsubj 把/ADP/case 书/NOUN/obj 拿/VERB/root 出来/VERB/compound:dir 了/PART 。/PUNCT/punct")


def rule(**fields: Any) -> GrammarRule:
    return GrammarRule.model_validate({"point": POINT, "type": "词语匹配", **fields}, strict=False)


def prepare(classes: Mapping[str, tuple[str, ...]] | None = None, **fields: Any) -> PreparedRule:
    """A rule of these fields."""
    return PreparedRule(rule(**fields), WordClasses(classes or {}))


def matched_texts(
    text: Sentence | str, *, classes: Mapping[str, tuple[str, ...]] = CLASSES, **fields: Any
) -> list[str]:
    """What a rule matches in a sentence (or in bare text, one token a character)."""
    parsed = sentence(" ".join(f"{mark}/X" for mark in text)) if isinstance(text, str) else text
    return [parsed.text[match.start : match.end] for match in prepare(classes, **fields).matches(parsed)]


# -- token patterns --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pattern", "matched"),
    [
        ("[把]", ["把"]),
        ("[把|被]", ["把"]),
        ("[把/VERB]", []),
        ("[/VERB]", ["拿", "出来"]),
        ("[/VERB|ADP]", ["把", "拿", "出来"]),
        ("[!把/ADP]", []),
        ("[!书/!PUNCT/!root] [拿]", []),
        ("[!把|他] [/VERB]", ["书拿"]),
        ("[//compound]", ["出来"]),
        ("[//compound:dir]", ["出来"]),
        ("[//!compound] [了]", []),
        ("[%direction]", ["出来"]),
        ("[拿] [!%direction]", []),
        ("[拿|%direction] [了]", ["出来了"]),
        ("[*来]", ["出来"]),
        ("[出*]", ["出来"]),
        ("[*出*]", ["出来"]),
        ("[把/ADP] ([!了])*? [/VERB] (?P<span> [%direction] )", ["出来"]),
        ("[把] [] [拿]", ["把书拿"]),
        ("([了] | [。])", ["了", "。"]),
    ],
)
def test_a_token_pattern_finds(pattern: str, matched: list[str]) -> None:
    assert matched_texts(PUT_OUT, tokens=pattern) == matched


def test_a_turned_word_is_the_whole_word_and_not_its_beginning() -> None:
    assert matched_texts(sentence("出来/VERB 出/VERB"), tokens="[!出]") == ["出来"]


def test_a_pattern_never_begins_or_ends_inside_a_word() -> None:
    assert matched_texts(sentence("进出/VERB 出来/VERB"), tokens="[出] []?") == []


def test_an_unknown_word_class_is_refused_by_name() -> None:
    for fields in ({"tokens": "[%colour]"}, {"chars": "%{colour}"}):
        with pytest.raises(ValueError, match="There is no class, map or fragment 'colour'"):
            prepare(CLASSES, **fields)


def test_a_broken_pattern_is_refused_with_its_text() -> None:
    with pytest.raises(ValueError, match=r"The pattern '\[把\] \(' of 【一01】 is broken"):
        prepare(tokens="[把] (")


def test_signs_of_the_encoding_in_a_text_do_no_harm() -> None:
    slash = sentence("A/X //PUNCT").tokens[0]
    parsed = Sentence("A/B x", 0, [slash, Token("/", 1, 2, "PUNCT", -1, "punct"), Token("B x", 2, 5, "X", -1, "dep")])
    assert parsed.encoded == " A/X/dep ／/PUNCT/punct B　x/X/dep "
    assert matched_texts(parsed, tokens="[/PUNCT]") == ["/"]
    assert matched_texts(parsed, tokens="[/PUNCT] []") == ["/B x"]


# -- the four kinds of rule ------------------------------------------------------------------------------------


def test_words_are_found_longest_first_and_only_on_word_boundaries() -> None:
    assert matched_texts(PUT_OUT, words=["出", "出来"], where=["markers edges"]) == ["出来"]
    assert matched_texts(PUT_OUT, words=["出"], where=["markers edges"]) == []
    assert matched_texts(PUT_OUT, words=["出"]) == ["出"]
    assert matched_texts(PUT_OUT, words=["出"], where=["markers starts"]) == ["出"]
    assert matched_texts(PUT_OUT, words=["出"], where=["markers ends"]) == []
    assert matched_texts(PUT_OUT, words=["来"], where=["markers ends"]) == ["来"]


def test_words_are_no_regular_expressions() -> None:
    assert matched_texts("好不好？", words=["好.好"]) == []


def test_a_character_pattern_may_name_classes_and_part_span_from_markers() -> None:
    assert matched_texts("一个一个", chars="一%{measure}一%{measure}", where=["markers edges"]) == ["一个一个"]
    assert matched_texts("因为下雨所以不去", chars="(?P<a>因为)(?P<span>.*?)(?P<b>所以)", where=["markers edges"]) == [
        "下雨"
    ]


def test_markers_are_the_named_groups_or_else_the_span() -> None:
    parsed = sentence("因为/SCONJ 下雨/VERB 所以/SCONJ")
    (match,) = prepare(chars="(?P<a>因为).*?(?P<b>所以)", where=["markers edges"]).matches(parsed)
    assert (match.start, match.end, match.markers) == (0, 6, ((0, 2), (4, 6)))
    (match,) = prepare(tokens="(?P<a>[因为]) [] (?P<b>[所以])").matches(parsed)
    assert (match.start, match.end, match.markers) == (0, 6, ((0, 2), (4, 6)))
    (match,) = prepare(words=["下雨"], where=["markers edges"]).matches(parsed)
    assert match.markers == ((2, 4),)


def test_boundaries_are_asked_of_the_markers_and_not_of_the_span() -> None:
    parsed = sentence("看得/VERB 很/ADV 清楚/ADJ")
    assert matched_texts(parsed, chars="(?P<span>得(?P<a>很)清)", where=["markers edges"]) == ["得很清"]
    assert matched_texts(parsed, chars="(?P<span>(?P<a>得)很)", where=["markers edges"]) == []


def test_a_group_that_took_no_part_is_no_marker() -> None:
    (match,) = prepare(chars="(?P<a>因为)?下雨", where=["markers edges"]).matches(sentence("下雨/VERB"))
    assert match.markers == ((0, 2),)


def test_an_empty_match_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert matched_texts("好", chars="(?:好吗)?") == []
    assert matched_texts("好", tokens="[吗]?") == []
    monkeypatch.setitem(SENTENCE_PREDICATES, "engine_nothing", lambda parsed: [(0, 0), (1, 0), (0, 1)])
    assert matched_texts("好", predicate="engine_nothing") == ["好"]


def test_tags_and_relations_are_asked_of_the_token_at_the_start() -> None:
    assert matched_texts(PUT_OUT, words=["把"], where=["markers edges", "markers tag ADP"]) == ["把"]
    assert matched_texts(PUT_OUT, words=["把"], where=["markers edges", "markers tag VERB"]) == []
    assert matched_texts(PUT_OUT, words=["出来"], where=["markers edges", "match relation compound"]) == ["出来"]
    assert matched_texts(PUT_OUT, words=["出来"], where=["markers edges", "match relation obj"]) == []


def test_a_match_that_begins_with_white_space_has_no_tag() -> None:
    spaced = sentence("好/ADJ  吗/PART")
    assert spaced.text == "好 吗"
    assert matched_texts(spaced, chars=r"\s吗") == [" 吗"]
    assert matched_texts(spaced, chars=r"\s吗", where=["markers tag PART"]) == []
    assert matched_texts(spaced, chars=r"\s吗", where=["match relation dep"]) == []


def test_a_match_inside_a_longer_string_does_not_count() -> None:
    assert matched_texts("把手，两把", words=["把"], where=["markers edges", "markers not-within 把手"]) == ["把"]
    assert matched_texts("手把手", words=["把"], where=["markers edges", "markers not-within 把手|手把"]) == []
    assert matched_texts("把手", words=["把"], where=["markers edges", "markers not-within 手把"]) == ["把"]


def test_the_sentence_must_hold_one_pattern_and_not_hold_another() -> None:
    assert matched_texts("是他吗", words=["是"], where=["sentence matches 吗", "markers edges"]) == ["是"]
    assert matched_texts("是他的", words=["是"], where=["sentence matches 吗", "markers edges"]) == []
    assert matched_texts("是他吗", words=["是"], where=["sentence lacks 吗", "markers edges"]) == []


def test_a_trigger_spares_the_search_where_it_is_missing() -> None:
    assert matched_texts("是他吗", words=["是"], where=["markers edges"], trigger=["他", "你"]) == ["是"]
    assert matched_texts("是我吗", words=["是"], where=["markers edges"], trigger=["他", "你"]) == []


def test_predicates_and_checks_are_known_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SENTENCE_PREDICATES, "engine_last", lambda parsed: [(len(parsed.text) - 1, len(parsed.text))])
    monkeypatch.setitem(CHECKS, "engine_long", lambda parsed, _: len(parsed.text) > 2)
    assert matched_texts("好吗", predicate="engine_last") == ["吗"]
    assert matched_texts("好吗", predicate="engine_last", check="engine_long") == []
    assert matched_texts("他好吗", predicate="engine_last", check="engine_long") == ["吗"]


@pytest.mark.parametrize("name", ["engine_last", "sentences.engine_last.first", "sentences.passives.engine_last"])
def test_a_name_that_no_predicate_or_check_bears_is_refused(name: str) -> None:
    with pytest.raises(KeyError, match=re.escape(name)):
        prepare(predicate=name)
    with pytest.raises(KeyError, match=re.escape(name)):
        prepare(words=["好"], where=["markers edges"], check=name)


@pytest.mark.parametrize("fields", [{}, {"words": ["好"], "chars": "好"}, {"tokens": "[好]", "predicate": "x"}])
def test_a_rule_looks_for_exactly_one_thing(fields: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="needs exactly one of words, chars, tokens and predicate"):
        rule(**fields)


# -- competition -----------------------------------------------------------------------------------------------


def match(point: str, start: int, end: int, *, priority: int = 0, group: Sequence[str] = ("g",)) -> Match:
    return Match(point, "词语匹配", start, end, ((start, end),), tuple(group), priority)


def test_of_overlapping_matches_of_a_group_the_higher_priority_stays_then_the_longer_then_the_earlier() -> None:
    short, long, first = match(POINT, 0, 2), match(OTHER, 0, 3), match("【一03】", 0, 3, priority=1)
    assert without_overlaps([short, long]) == [long]
    assert without_overlaps([long, first]) == [first]
    assert without_overlaps([match(POINT, 0, 2), match(OTHER, 1, 3)]) == [match(POINT, 0, 2)]


def test_matches_side_by_side_of_no_group_of_two_groups_or_of_one_point_do_not_compete() -> None:
    for pair in (
        [match(POINT, 0, 2), match(OTHER, 2, 4)],
        [match(POINT, 0, 2, group=()), match(OTHER, 0, 2, group=())],
        [match(POINT, 0, 2, group=["a"]), match(OTHER, 0, 2, group=["b"])],
        [match(POINT, 0, 3), match(POINT, 0, 2)],
    ):
        assert sorted(without_overlaps(pair), key=pair.index) == pair


def test_markers_compete_and_not_what_lies_between_them() -> None:
    because = Match(POINT, "固定搭配", 0, 6, ((0, 2), (4, 6)), ("g",), 0)
    assert len(without_overlaps([because, match(OTHER, 2, 4)])) == 2
    assert without_overlaps([because, match(OTHER, 4, 5)]) == [because]


def test_what_was_beaten_takes_nothing() -> None:
    best, beaten, third = match(POINT, 0, 2, priority=2), match(OTHER, 1, 4, priority=1), match("【一03】", 3, 5)
    assert without_overlaps([best, beaten, third]) == [best, third]


# -- whole texts -----------------------------------------------------------------------------------------------


def test_matches_come_in_order_counted_from_the_start_of_the_text_each_once() -> None:
    parts = (sentence("他/PRON 好/ADJ 。/PUNCT"), sentence("好/ADJ 吗/PART", start=4))
    rules = [
        rule(words=["好"], where=["markers edges"]),
        rule(words=["好"], where=["markers edges"], type="语义匹配"),
        rule(words=["他"], where=["markers edges"], point=OTHER),
    ]
    matches = Detector(rules, {}).matches(ParsedText("他好。 好吗", parts))
    assert [(match.point, match.start, match.end, match.type) for match in matches] == [
        (OTHER, 0, 1, "词语匹配"), (POINT, 1, 2, "词语匹配"), (POINT, 4, 5, "词语匹配"),
    ]  # fmt: skip


def test_a_sentence_without_a_chinese_character_has_no_grammar_points() -> None:
    rules = [rule(chars=".")]
    for text, count in (("12😀", 0), ("1天", 2)):
        parsed = sentence(" ".join(f"{mark}/X" for mark in text))
        assert len(Detector(rules, {}).matches(ParsedText(text, (parsed,)))) == count


def test_a_rule_over_the_whole_text_sees_past_the_full_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    def across(parsed: ParsedText) -> list[tuple[int, int]]:
        return [(m.start(), m.end()) for m in re.finditer("。好", parsed.text)]

    monkeypatch.setitem(TEXT_PREDICATES, "engine_across", across)
    parts = (sentence("他/PRON 。/PUNCT"), sentence("好/ADJ", start=2))
    (match_,) = Detector([rule(predicate="engine_across", scope="text")], {}).matches(ParsedText("他。好", parts))
    assert (match_.start, match_.end, match_.markers) == (1, 3, ((1, 3),))


# -- spared searches -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pattern", "needed"),
    [
        ("把.*了", "把 了"),
        ("(?:因为|由于).*?所以", "因为,由于 所以"),
        ("[着过]", "着,过"),
        ("[^着]", ""),
        ("[一-十]", ""),
        ("(?:把)?", ""),
        ("(?:把)+", "把"),
        ("把|", ""),
        ("(?:因为|由于)", "因为,由于"),
        ("把|好|[我你]", "把,好,我,你"),
        ("(?=把)", "把"),
        ("(?!把)", ""),
        ("(?<=把)好", "把 好"),
        ("(?>把|好)", "把,好"),
        ("", ""),
        ("A/X", ""),
        ("(?P<a>把){2,}?", "把"),
        ("(把)?(?(1)被|好)", ""),
    ],
)
def test_the_characters_and_pairs_that_a_match_needs(pattern: str, needed: str) -> None:
    expected = {frozenset(strings.split(",")) for strings in needed.split()}
    # The characters of a pair are needed beside it, and say nothing more.
    of_pairs = {
        frozenset(pair[place] for pair in pairs)
        for pairs in expected
        for place in (0, 1)
        if all(len(p) == 2 for p in pairs)
    }
    assert set(needed_strings(pattern)) - of_pairs == expected
