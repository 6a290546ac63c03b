"""Verbs with two objects: 送他一本书 (双宾语句)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import predicate
from core.language.grammar.sentence import Sentence, Span
from core.language.grammar.syntax.amounts import QUANTITY
from core.language.grammar.syntax.clauses import Clause, clauses, end_of_object
from core.language.grammar.syntax.people import PERSON
from core.language.grammar.word_classes import pattern, words

GIVES = words("verbs_of_giving")
TO_WHOM = pattern(
    r"(?<!请)(?P<v>%{verbs_of_giving})(?P<g>给)?(?P<l>了|过)?(?P<p>"
    + PERSON
    + r"|陈立新等十名同志|每个?人|[^，。的]{0,6}(?:同学|老师|同志|客人|孩子|公司))(?!的|们|给)(?P<o>[^，。；：！？的们][^，。；：！？]*)"
)
SAYS = re.compile(
    r"(?:告诉|(?<!请)问|请教|通知|答应|回答)(?:了|过)?(?P<p>" + PERSON + r")(?!的|们)(?P<o>[^，。；：！？了]+)"
)
GIVE = re.compile(
    r"给(?:了|过)?(?P<p>"
    + PERSON
    + r"|[^，。的]{0,4}(?:同学|老师|客人|孩子)们?)(?!的|们|给)(?P<o>[^，。；：！？的们][^，。；：！？]*)"
)


@predicate
def two_objects(sentence: Sentence) -> Iterator[Span]:
    """【二61】: a verb of giving or telling with a person and a thing."""
    for clause in clauses(sentence):
        if _says(clause) or _gives(clause, TO_WHOM) or _gives(clause, GIVE):
            yield clause.span


def _says(clause: Clause) -> bool:
    match = SAYS.search(clause.text)
    return match is not None and len(match["o"]) > 1 and clause.tag(clause.token_over(match.start())) == "VERB"


def _gives(clause: Clause, giving: re.Pattern[str]) -> bool:
    for match in giving.finditer(clause.text):
        index, thing = clause.token_over(match.start()), clause.token_over(match.start("o"))
        if not clause.word(index).startswith(("给", *GIVES)):
            continue
        if clause.sentence.spans[index][0] != clause.start + match.start():
            continue
        if re.match(r"(?:很|非常|更|最|极|十分|特别|巨)[^，。]{1,4}的[^，。]", match["o"]):
            return True
        if clause.tag(thing) in {"NUM", "DET", "NOUN", "PROPN", "ADJ"} and _thing_given(clause, thing, match):
            return True
    return False


def _thing_given(clause: Clause, thing: int, match: re.Match[str]) -> bool:
    """Whether from a token on a nominal stands that is given, before any verb."""
    if re.match(r"[一两二三四五六七八九十几半好多\d]+(?:次|遍|天|年|下儿?|会儿|回|趟)", match["o"]):
        return False
    end = end_of_object(clause, thing, 10)
    if end <= thing or not any(clause.tag(i) in {"NOUN", "PROPN"} or clause.tag(i) == "NUM" for i in range(thing, end)):
        return False
    plain = match.groupdict().get("v") is None
    return not (
        plain and end < clause.last and clause.tag(end) in {"VERB", "ADV"} and not re.match(QUANTITY, match["o"])
    )
