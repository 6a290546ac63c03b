"""The rule engine on small rules: patterns, conditions, templates, competition, traditional characters."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.errors import CorruptTable
from core.essays.model import Proposal
from core.essays.rules.corrector import RuleCorrector, without_overlap
from core.essays.rules.templates import filled
from core.essays.rules.vocabulary import vocabulary
from core.language.grammar.sentence import ParsedText, Sentence
from core.language.rules.conditions import Occurrence, condition
from core.language.rules.expressions import Expression, WordClasses, any_of
from core.records.texts import Token
from core.tables import shipped_tables
from core.tables.essays.rules import EssayRule, EssayRules, essay_rules

TABLES = shipped_tables()
CLASSIFIERS = TABLES.classifiers


def sentence(tagged: str, *, start: int = 0) -> Sentence:
    """From `word/TAG` cells."""
    tokens, text = [], ""
    for cell in tagged.split(" "):
        word, tag = cell.split("/")
        tokens.append(Token(word, start + len(text), start + len(text) + len(word), tag, -1, "dep"))
        text += word
    return Sentence(text, start, tokens)


def rule(**fields: Any) -> EssayRule:
    """A rule that mends 一个书, but for the fields given."""
    usual: dict[str, Any] = {
        "id": "made-up", "family": "measure_word", "level": 1, "type": "W", "chars": "一(?P<edit>个)(?P<noun>书)",
        "replacement": "{noun|classifier}", "priority": 90, "zh": "不说“{wrong}”，说“{right}”。",
        "en": "Not {wrong} but {right}.", "wrong": "一个书", "right": "一本书", "near": ("一本书", "一个人", "书"),
    }  # fmt: skip
    return EssayRule.model_validate({**usual, **fields})


def corrector(
    *rows: EssayRule, probability: float = 0.9, traditional: Mapping[str, str] | None = None
) -> RuleCorrector:
    """These rules alone."""
    rules, measured = EssayRules(rows, {}, {}, {}), {row.id: probability for row in rows}
    return RuleCorrector(
        rules, probabilities=measured, words=TABLES.words, classifiers=CLASSIFIERS, traditional=traditional
    )


def holds(line: str, tagged: str, pattern: str) -> bool:
    """Whether a condition holds of the first match of a pattern."""
    classes, classifiers = WordClasses({"fruit": ("苹果",)}), {"书": ("本", "部")}
    compiled = re.compile(pattern)
    parsed = sentence(tagged)
    match = compiled.search(parsed.text)
    assert match is not None
    groups = {name: match.span(name) for name in compiled.groupindex if match[name] is not None}
    check = condition(line, classes, groups=frozenset(compiled.groupindex), classifiers=classifiers)
    return check(Occurrence(parsed, match.span(), groups))


def proposals(rule_corrector: RuleCorrector, *sentences: Sentence) -> tuple[Proposal, ...]:
    """The proposals for a text made of these sentences."""
    text = "".join(sentence.text for sentence in sentences)
    return rule_corrector.proposals(text, ParsedText(text, sentences))


def test_a_proposal_has_offsets_a_replacement_and_a_reason_in_terms_of_the_text() -> None:
    (proposal,) = proposals(
        corrector(rule()), sentence("你好/VERB 。/PUNCT"), sentence("一/NUM 个/NOUN 书/NOUN", start=3)
    )
    assert (proposal.start, proposal.end, proposal.replacement, proposal.name) == (4, 5, "本", "made-up")
    assert proposal.explanation is not None
    assert proposal.explanation.zh == "不说“个”，说“本”。"


def test_what_a_map_does_not_know_is_no_proposal() -> None:
    unknown = rule(chars="一(?P<edit>个)(?P<noun>人生)")
    assert proposals(corrector(unknown), sentence("一/NUM 个/NOUN 人生/NOUN")) == ()


def test_a_form_that_is_spoken_of_is_no_error() -> None:
    text = "不/ADV 说/VERB “/PUNCT 一/NUM 个/NOUN 书/NOUN ”/PUNCT"
    assert proposals(corrector(rule()), sentence(text)) == ()


def test_a_class_matches_its_longest_word_and_never_a_shorter_one() -> None:
    assert re.fullmatch(any_of(["书", "书包"]) + "包", "书包") is None
    with pytest.raises(ValueError, match="no class, map or fragment 'fruit'"):
        Expression("%{fruit}", WordClasses({}))


def test_a_template_with_an_unknown_name_is_an_error() -> None:
    with pytest.raises(KeyError, match="noun"):
        filled("{noun}", {}, {})


@pytest.mark.parametrize(
    ("line", "tagged", "pattern", "expected"),
    [
        ("noun edges", "一/NUM 书包/NOUN", "(?P<noun>书)", False),
        ("noun starts", "一/NUM 书包/NOUN", "(?P<noun>书)", True),
        ("noun ends", "一/NUM 书包/NOUN", "(?P<noun>书)", False),
        ("noun token", "一/NUM 书/NOUN", "(?P<noun>书)", True),
        ("noun tag NOUN|PROPN", "一/NUM 书/NOUN", "(?P<noun>书)", True),
        ("noun not-tag NOUN", "一/NUM 书/NOUN", "(?P<noun>书)", False),
        ("noun next-tag END", "一/NUM 书/NOUN", "(?P<noun>书)", True),
        ("noun next-not-tag PUNCT", "书/NOUN 。/PUNCT", "(?P<noun>书)", False),
        ("noun last-tag START", "书/NOUN 。/PUNCT", "(?P<noun>书)", True),
        ("noun last-not-tag NUM", "一/NUM 书/NOUN", "(?P<noun>书)", False),
        ("noun in fruit", "苹果/NOUN", "(?P<noun>苹果)", True),
        ("noun not-in fruit", "苹果/NOUN", "(?P<noun>苹果)", False),
        ("noun not-within 书包|书架", "书包/NOUN", "(?P<noun>书)", False),
        ("noun lacks ^书$", "书/NOUN", "(?P<noun>书)", False),
        ("clause matches 我", "我/PRON 去/VERB ，/PUNCT 他/PRON 来/VERB", "(?P<who>他)", False),
        ("clause_after matches ^来$", "他/PRON 来/VERB ，/PUNCT 好/ADJ", "(?P<who>他)", True),
        ("before matches ，$", "我/PRON ，/PUNCT 他/PRON", "(?P<who>他)", True),
        ("measure unfits noun", "张/NOUN 书/NOUN", "(?P<measure>张)(?P<noun>书)", True),
        ("measure unfits noun", "部/NOUN 书/NOUN", "(?P<measure>部)(?P<noun>书)", False),
        ("gone edges", "书/NOUN", "书(?P<gone>包)?", True),
    ],
)
def test_a_condition_reads_the_place_as_it_says(line: str, tagged: str, pattern: str, expected: bool) -> None:
    assert holds(line, tagged, pattern) is expected


@pytest.mark.parametrize("line", ["verb edges", "noun sings", "noun in vegetable", "clause tag VERB"])
def test_a_condition_that_cannot_be_read_is_refused_with_the_rule(line: str) -> None:
    with pytest.raises(ValueError, match="Rule 'made-up': "):
        corrector(rule(where=(line,)))


def test_of_proposals_that_overlap_the_one_with_the_highest_priority_is_kept() -> None:
    (weak,) = proposals(corrector(rule(priority=50)), sentence("一/NUM 个/NOUN 书/NOUN"))
    strong = replace(weak, start=0, end=2, replacement="一本", name="strong")
    apart = replace(weak, start=2, end=3, name="apart")
    assert without_overlap([weak, apart, strong], {"made-up": 50, "strong": 80, "apart": 60}) == (strong, apart)


def test_a_proposal_has_the_measured_probability_of_its_rule_and_a_rule_without_one_is_refused() -> None:
    (proposal,) = proposals(corrector(rule(priority=99), probability=0.4), sentence("一/NUM 个/NOUN 书/NOUN"))
    assert proposal.probability == 0.4
    with pytest.raises(ValueError, match=r"No probability of the rules \['made-up'\]; run training.essay"):
        RuleCorrector(EssayRules((rule(),), {}, {}, {}), probabilities={}, words=TABLES.words, classifiers=CLASSIFIERS)


def test_an_essay_in_traditional_characters_is_mended_in_them() -> None:
    rule_corrector = corrector(
        rule(chars="一个(?P<edit>书)", replacement="{edit}报"), traditional={"个": "個", "书": "書", "报": "報"}
    )
    parsed = ParsedText("一个书", (sentence("一/NUM 个/NOUN 书/NOUN"),))
    assert [proposal.replacement for proposal in rule_corrector.proposals("一個書", parsed)] == ["書報"]
    assert [proposal.replacement for proposal in rule_corrector.proposals("一个书", parsed)] == ["书报"]


def test_the_same_text_gives_the_same_proposals_and_the_version_names_the_table() -> None:
    rule_corrector = corrector(rule())
    parsed = sentence("一/NUM 个/NOUN 书/NOUN")
    assert proposals(rule_corrector, parsed) == proposals(rule_corrector, parsed)
    assert rule_corrector.version == corrector(rule()).version != corrector(rule(priority=80)).version
    assert rule_corrector.version != corrector(rule(), probability=0.8).version


def test_classes_name_other_classes_and_take_words_away() -> None:
    rules = EssayRules((), {"a": ("书", "包"), "b": ("%a", "报", "-包")}, {}, {})
    assert vocabulary(rules, words=TABLES.words, classifiers=CLASSIFIERS).classes["b"] == ("书", "报")
    circle = EssayRules((), {"a": ("%b",), "b": ("%a",)}, {}, {})
    with pytest.raises(ValueError, match="names itself"):
        vocabulary(circle, words=TABLES.words, classifiers=CLASSIFIERS)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[[rule]]\nid = 'Bad Name'", "id='Bad Name'"),
        ("[classes]\na = 'x'\n[clases]\nb = 'y'", "tables"),
        ("[classes", "file"),
    ],
)
def test_a_bad_rule_file_is_refused_with_its_name(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "10-bad.toml").write_text(text, encoding="utf-8")
    with pytest.raises(CorruptTable, match=why):
        essay_rules(tmp_path)


def test_a_class_that_two_files_give_is_refused(tmp_path: Path) -> None:
    for name in ("10-a.toml", "20-b.toml"):
        (tmp_path / name).write_text("[classes]\na = 'x'\n", encoding="utf-8")
    with pytest.raises(CorruptTable, match=r"20-b\.toml.*is given twice"):
        essay_rules(tmp_path)
