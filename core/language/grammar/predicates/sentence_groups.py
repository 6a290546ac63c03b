"""Groups of sentences: what links a sentence to the one before it; offsets into the whole text (句群)."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import text_predicate
from core.language.grammar.sentence import ParsedText, Sentence, Span
from core.language.grammar.syntax.clauses import clauses
from core.language.grammar.syntax.people import PERSON, is_person
from core.language.grammar.syntax.tokens import NOMINAL
from core.language.grammar.word_classes import pattern, words

COORDINATE = words("coordinate_links")
SUBORDINATE = words("subordinate_links")
LINK = re.compile(
    r"^[“‘「]?(?P<link>" + "|".join(sorted(COORDINATE | SUBORDINATE, key=len, reverse=True)) + r")(?=[，、]|[^，、])"
)
NOT_A_LINK = pattern(
    r"^[“‘「]?(?:%{not_links}|又[来是]|那%{after_na_without_link}|那么[多大好久远漂]|那是|那倒|那不|有时候?[^，]|第[一二三](?:天|次|个|名|位)|却[步是])"
)
SHORT_ANSWER = 6
"""Characters."""
PERSON_PRONOUN = re.compile(r"他们|她们|他|她")
THING_PRONOUN = re.compile(
    r"它们|它|(?<![在从到])(?:那里|那儿|这里|这儿|此|这|那)(?!样的话|么|时|天|次|年|会儿|些天|边)"
)


def _neighbours(parsed: ParsedText) -> Iterator[tuple[Sentence, Sentence]]:
    """Neighbouring sentences with words, the first no greeting or call, neither in a dialogue of question and answer."""
    for first, second in zip(parsed.sentences, parsed.sentences[1:], strict=False):
        if len(first.tokens) > 2 and len(second.tokens) > 2 and "\n" not in parsed.text[first.start : second.start]:
            yield first, second


def _is_statement(sentence: Sentence) -> bool:
    return sentence.text.rstrip("”’」』").endswith(("。", "！", "…", "!", ".")) or sentence.text[-1:] not in "？?”"


WEAK_LINKS = words("weak_links")


def _link(sentence: Sentence) -> re.Match[str] | None:
    """The connective that a sentence begins with, or that stands after its subject."""
    if NOT_A_LINK.match(sentence.text):
        return None
    match = LINK.match(sentence.text)
    if match and match["link"] in WEAK_LINKS:
        return (
            match
            if match["link"] in {"可", "但", "其实", "最后", "其中"}
            or sentence.text[match.end("link") : match.end("link") + 1] == "，"
            else None
        )
    if match:
        return match
    return re.match(r"^" + PERSON + r"?(?P<link>因此|所以|却|于是|然而|但是|可是|反而|反倒|则)", sentence.text)


def _statements(parsed: ParsedText) -> bool:
    """Whether the text is a group: two or more sentences with words, all stating."""
    spoken = [s for s in parsed.sentences if len(s.tokens) > 2]
    return (
        len(spoken) > 1
        and all(_is_statement(s) for s in spoken)
        and not any(re.match(r"[甲乙]：|“[^”]*”$", s.text) for s in spoken)
    )


def _by_one_speaker(parsed: ParsedText) -> bool:
    """Two or more sentences of one speaker."""
    spoken = [s for s in parsed.sentences if len(s.tokens) > 2]
    answered = any(
        first.text.endswith(("？", "?")) and len(second.text) <= SHORT_ANSWER and not second.text.endswith(("？", "?"))
        for first, second in itertools.pairwise(spoken)
    )
    return len(spoken) > 1 and not answered and not any(re.match(r"[甲乙]：|“[^”]*”$", s.text) for s in spoken)


LINKING_ADVERBS = words("linking_adverbs_of_groups")
TOO_COMMON_TO_TIE = words("nouns_too_common_to_tie")


def _is_group(parsed: ParsedText) -> bool:
    """Three or more sentences, or two that are not both statements of one clause, or of which the second goes on from the first.

    Two simple statements side by side (我叫大卫。我是美国人。) are no group yet.
    """
    spoken = [sentence for sentence in parsed.sentences if len(sentence.tokens) > 2]
    if len(spoken) != 2 or not all(each.text.endswith("。") and len(each.clauses) == 1 for each in spoken):
        return True
    return _goes_on(*spoken)


def _goes_on(first: Sentence, second: Sentence) -> bool:
    """Whether a sentence takes up the one before: a connective, a linking adverb, a pronoun, a noun again, or its subject left out."""
    if _link(second) or any(word in LINKING_ADVERBS for word in second.words) or second.text.startswith("有的"):
        return True
    thing = THING_PRONOUN.search(second.text)
    if (thing and _is_pronoun(second, thing)) or (PERSON_PRONOUN.match(second.text) and _names_somebody(first)):
        return True
    nouns = _nouns(first) & _nouns(second)
    return bool(nouns) or (_has_subject(first) and not _subject_before_verb(second))


def _nouns(sentence: Sentence) -> set[str]:
    return {
        word
        for token, word in zip(sentence.tokens, sentence.words, strict=True)
        if token.tag in {"NOUN", "PROPN"} and word not in TOO_COMMON_TO_TIE and not TIME_WORD.search(word)
    }


def _whole(parsed: ParsedText) -> Span:
    last = parsed.sentences[-1]
    return parsed.sentences[0].start, last.start + len(last.text)


@text_predicate
def linked(parsed: ParsedText) -> Iterator[Span]:
    """【七—九145】: a sentence begins with a connective; the connective is reported."""
    for first, second in _neighbours(parsed):
        match = _link(second)
        if match and not first.text.rstrip("”").endswith(("？", "?")):
            yield second.start + match.start("link"), second.start + match.end("link")


@text_predicate
def unlinked(parsed: ParsedText) -> Iterator[Span]:
    """【七—九146】: sentences that form a group and that no connective joins; a short answer to a question is another speaker's."""
    if _by_one_speaker(parsed) and _is_group(parsed) and not any(_link(second) for _, second in _neighbours(parsed)):
        yield _whole(parsed)


@text_predicate
def coordinate(parsed: ParsedText) -> Iterator[Span]:
    """【七—九147】: joined by a connective of addition, order, choice, explanation or summary, or by none."""
    if _statements(parsed) and _is_group(parsed):
        links = [match["link"] for _, second in _neighbours(parsed) if (match := _link(second))]
        if all(link in COORDINATE for link in links):
            yield _whole(parsed)


@text_predicate
def subordinate(parsed: ParsedText) -> Iterator[Span]:
    """【七—九148】: joined by a connective of contrast, cause, condition, concession or aim."""
    links = [match["link"] for _, second in _neighbours(parsed) if (match := _link(second))]
    if any(link not in COORDINATE for link in links) and len(parsed.sentences) > 1:
        yield _whole(parsed)


@text_predicate
def taken_up(parsed: ParsedText) -> Iterator[Span]:
    """【五70】: a pronoun takes up a noun, or all, of the sentence before; each pronoun's first use is reported."""
    for first, second in _neighbours(parsed):
        if first.text.rstrip("”").endswith(("？", "?")) or not _is_statement(second):
            continue
        person = PERSON_PRONOUN.search(second.text)
        if person and _names_somebody(first) and person[0] not in first.text:
            yield second.start + person.start(), second.start + person.end()
            continue
        thing = THING_PRONOUN.search(second.text)
        if thing and _is_pronoun(second, thing) and any(t.tag in {"NOUN", "PROPN", "VERB"} for t in first.tokens):
            yield second.start + thing.start(), second.start + thing.end()


def _names_somebody(sentence: Sentence) -> bool:
    """Whether a noun of the sentence names a person."""
    return any(
        token.tag in NOMINAL and token.tag != "PRON" and (is_person(word) or token.tag == "PROPN")
        for token, word in zip(sentence.tokens, sentence.words, strict=True)
    )


def _is_pronoun(sentence: Sentence, match: re.Match[str]) -> bool:
    """Whether 这 or 那 stands for something: at the head of a clause before a verb, or with a noun of the text before."""
    word = match[0]
    if word not in {"这", "那", "此"}:
        return True
    head = match.start() == 0 or sentence.text[match.start() - 1] in "，；“可但而"
    return (
        head
        and re.match(
            r"(?:是|就|也|一[点切说现次]|不|让|使|说明|表明|意味|对|都|才|[种个些件样])", sentence.text[match.end() :]
        )
        is not None
    )


@text_predicate
def subject_left_out(parsed: ParsedText) -> Iterator[Span]:
    """【五71】: a later sentence begins without the subject that the sentence before names; its first clause is reported."""
    for first, second in _neighbours(parsed):
        if not (_is_statement(first) and _is_statement(second)):
            continue
        parts = list(clauses(second))
        if parts and _has_subject(first) and not _subject_before_verb(second):
            yield second.start + parts[0].start, second.start + parts[0].end


def _has_subject(sentence: Sentence) -> bool:
    return any(t.relation.startswith("nsubj") for t in sentence.tokens)


SUBJECTLESS = pattern(r"%{subjectless_openings}|[“‘]|有(?:一|人|的|个)")
TIME_WORD = pattern(r"%{time_word_ends}$")


def _subject_before_verb(sentence: Sentence) -> bool:
    """Whether a nominal that is no time word stands before the first verb, or the sentence bids or has no verb."""
    if SUBJECTLESS.match(sentence.text):
        return True
    if re.match(r"一(?:有[空时机]|到|看|听|想|进|出|回|下)", sentence.text):
        return False
    for token, word in zip(sentence.tokens, sentence.words, strict=True):
        if token.tag == "VERB":
            return False
        if token.relation.startswith("nsubj"):
            return True
        if token.tag in {"PRON", "PROPN", "DET"} or (token.tag == "NOUN" and not TIME_WORD.search(word)):
            return True
    return True
