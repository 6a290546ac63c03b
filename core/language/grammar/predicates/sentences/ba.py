"""Sentences with 把, by what follows the verb (“把”字句)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import predicate
from core.language.grammar.sentence import Sentence, Span, cached_on_sentence
from core.language.grammar.syntax.amounts import ba_counts
from core.language.grammar.syntax.clauses import Clause, clauses
from core.language.grammar.syntax.people import PERSON, is_person
from core.language.grammar.word_classes import pattern, words

BA = pattern(
    r"(?<![一二两三四五六七八九十几0-9每哪第拖刀火])把(?!手(?!%{hand_words})|握(?!住|紧)|柄|关(?!上|掉)|戏(?!演)|"
    r"门(?!%{acts_on_doors})|控|玩|守|脉|风|儿|兄弟|势|酒|式|，|。|、)"
)
TIMES = pattern(
    r"^(?:了|过)?(?:整整|足足|好|很)?(?:[一二两三四五六七八九十几半数多好\d]+(?:个|多)?%{units_of_repetition}|很久|半天)"
)
AFFECTS = pattern(r"^%{verbs_affecting}")
BODY = pattern(r"%{parts_of_the_body}$")
INTRANSITIVE = words("intransitive_verbs_after_ba")
AT_ONCE = pattern(r"把[^，。]{1,12}?(?<![统第专万成了到作为给在])一(?!%{after_yi_of_amounts})[^，。一了]{1,2}$")
GOAL = pattern(r"^%{ba_goals}")
COMPLEMENT = pattern(r"^(?:不)?%{ba_complements}")
VERB_ENDS = pattern(r".%{verb_ends_with_complement}$")


def _verb_of(clause: Clause, ba: int) -> int:
    """The verb that 把 belongs to: by the parse, or the first verb after an object; -1 without one."""
    tokens = clause.sentence.tokens
    head = tokens[ba].head
    for index in (tokens[head].head if head >= 0 else -1, head):
        if (
            ba + 1 < index < clause.last
            and clause.tag(index) in {"VERB", "ADJ"}
            and clause.word(index + 1) != "的"
            and clause.word(index - 1) != "的"
        ):
            return _after_gei(clause, _first_of_chain(clause, index, ba))
    after_object = len(clause.word(ba)) > 1
    for index in range(ba + 1, clause.last):
        if (
            after_object
            and clause.tag(index) == "VERB"
            and "的" not in {clause.word(index + 1), clause.word(index - 1)}
        ):
            return _after_gei(clause, index)
        after_object = after_object or clause.tag(index) in {"NOUN", "PRON", "PROPN"}
    return next((i for i in range(ba + 2, clause.last) if clause.tag(i) in {"VERB", "ADJ"}), -1)


def _after_gei(clause: Clause, index: int) -> int:
    """On from 给 before the verb to the verb."""
    return index + 1 if clause.word(index) == "给" and clause.tag(index + 1) in {"VERB", "ADJ"} else index


def _first_of_chain(clause: Clause, index: int, ba: int) -> int:
    """Back to the first of two verbs in a row, when the parse takes the complement for the head."""
    while index - 1 > ba + 1 and COMPLEMENT.match(clause.word(index)):
        before = clause.word(index - 1)
        acts = clause.tag(index - 1) == "VERB" and before not in {"给", "会", "往", "向", "朝", "到"}
        if not acts and not (clause.tag(index - 1) == "ADJ" and AFFECTS.match(before)):
            break
        index -= 1
    return index


def kinds_of_ba(clause: Clause, ba: int) -> str:
    """Numbers of the 把 sentences (1 to 5) that a clause is; two when the form fits two descriptions."""
    if AT_ONCE.search(clause.text) and not re.search(r"(.)一\1$", clause.text):
        return "3"
    verb = _verb_of(clause, ba)
    if verb < 0:
        return ""
    text, word = clause.sentence.text, clause.word(verb)
    start = clause.sentence.spans[verb][0]
    between = text[clause.sentence.spans[ba][1] : start]
    full = text[start : clause.end].rstrip("吗吧呢啊呀嘛啦”")
    tail = full[len(word) :]
    thing = re.sub(r"(?:都|全|给|一下子|好好儿?地?|也|再|又)+$", "", between)
    animate = is_person(thing) or bool(BODY.search(thing)) or bool(re.search(PERSON + "$", thing))
    if re.search(r"[^统第专]一$", between) and tail in {"", "就"} and len(word) <= 2:
        return "3"
    if clause.text.startswith(("看把", "瞧把")) and tail.startswith(("得", "的")):
        return ""
    if re.search(TIMES.pattern.removeprefix("^").replace("(?:了|过)?", "(?:了|过)", 1) + "$", full):
        return "2"
    if (
        re.match(r"^(.{1,2})(?:一|了|了一)?\1(?!.*地)", full)
        or TIMES.match(tail)
        or (len(word) == 2 and word[0] == word[1])
    ):
        return "2"
    if tail.startswith("着"):
        return "2"
    if (
        AFFECTS.match(word)
        and animate
        and (tail.startswith("得") or COMPLEMENT.match(tail) or len(word) > 1)
        and not GOAL.match(tail[:1] if tail[:1] in "在到给进" else "x")
    ):
        return "4"
    if word == "吓" and tail.startswith("了一"):
        return "4"
    if re.match(r"(.{1,2})了又\1", full):
        return ""
    if word in INTRANSITIVE and animate and tail in {"了", "掉了"} and not re.search("给$", between):
        return "5"
    return _disposal(clause, verb, between, word, tail)


BA_COMPLEMENT_OPENINGS = tuple(words("ba_complement_openings"))
TELLING_OR_GIVING = pattern(r"%{verbs_of_telling_and_giving}")


def _disposal(clause: Clause, verb: int, between: str, word: str, tail: str) -> str:
    """The kinds 1 to 3 that are told apart by what follows the verb."""
    plain = tail.rstrip("的")
    if tail.startswith(BA_COMPLEMENT_OPENINGS):
        return "1"
    if VERB_ENDS.match(word) and not word.startswith("给"):
        return "1"
    if plain in {"了", "过了"}:
        return "2" if between.endswith("给") else "23"
    if not plain:
        if re.search(r"[往朝向]$", between):
            return "3"
        adverbial = re.search(r"(?:地|往.{1,3}|向.{1,3}|到处|乱|随便|从.{1,6}|朝.{1,3}|不断|一直)$", between)
        return "3" if adverbial or clause.tag(verb - 1) == "ADV" else "1"
    if COMPLEMENT.match(plain) and not re.match(r"^(?:下[一个]|上[一个]|[大小][^了]|[长多少][^了一])", plain):
        return "1"
    if clause.tag(verb + 1) in {"VERB", "ADJ"}:
        return "1"
    if TELLING_OR_GIVING.match(word) and re.match(PERSON, plain.removeprefix("了")):
        return "1"
    following = plain.removeprefix("了").removeprefix("过")
    if re.match(PERSON, following) and not plain.startswith("了"):
        return "1"
    return "3"


@cached_on_sentence
def _kinds_by_clause(sentence: Sentence) -> Iterator[tuple[Span, frozenset[str]]]:
    """Each clause with 把, and which of the five kinds it is."""
    for clause in clauses(sentence):
        match = BA.search(clause.text)
        if match:
            index = clause.token_over(match.start())
            if clause.word(index) in {"把", "把手", "倒把", "把门", "把头", "就把"} and not ba_counts(clause, index):
                yield clause.span, frozenset(kinds_of_ba(clause, index))


def _of_kind(sentence: Sentence, kind: str) -> Iterator[Span]:
    return (span for span, kinds in _kinds_by_clause(sentence) if kind in kinds)


@predicate
def placed_or_changed(sentence: Sentence) -> Iterator[Span]:
    """【三54】: with 在 or 到 and a place, with a receiver, or with a complement."""
    yield from _of_kind(sentence, "1")


@predicate
def doubled_or_timed(sentence: Sentence) -> Iterator[Span]:
    """【四38】: the verb doubled, with 了 or 着, or with times or duration."""
    yield from _of_kind(sentence, "2")


@predicate
def handled(sentence: Sentence) -> Iterator[Span]:
    """【五39】: an adverbial before the bare verb, 一 and the verb, 了, or a second object."""
    yield from _of_kind(sentence, "3")


@predicate
def caused_state(sentence: Sentence) -> Iterator[Span]:
    """【六40】: something causes a state or feeling."""
    yield from _of_kind(sentence, "4")


@predicate
def caused_act(sentence: Sentence) -> Iterator[Span]:
    """【七—九088】: the object does the action of an intransitive verb."""
    yield from _of_kind(sentence, "5")
