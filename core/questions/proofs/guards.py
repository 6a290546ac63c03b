"""Guards: when could another word than the key be right in a gap? Pure; what they know comes from tables.

A guard answers for one (key, option) in one gap of one text. It fails with a finding when the option could stand there as
well; a guard that has the key in its field and finds nothing has passed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from core.questions.kinds.senses import Senses
from core.records.proofs import Finding
from core.tables.content.collected import Content
from core.tables.content.texts import Gap
from core.tables.words.equivalents import Classifiers, Condition, Equivalent, Equivalents
from core.tables.words.lists import Word, WordList, own_gloss
from core.wire import Bilingual

CLAUSE_EDGES = "，。！？；：、“”‘’（）…—\n"
NUMBERS = "零一二两三四五六七八九十百千万亿几半多数第每这那哪0123456789"
PERSONS = re.compile(
    r"(我|你|您|他|她|咱|大家|别人|人|自己|老师|同学|朋友|孩子|[爸妈爷奶哥姐弟妹叔姨]|医生|客人|顾客|邻居|学生|同事|父母|家人|经理|老板)"
)
OPPOSITES = frozenset(
    frozenset(pair)
    for pair in re.findall(
        "..",
        "左右前后上下里外内外男女大小多少高低长短早晚进出来去东西南北东南西北东北西南买卖好坏冷热快慢轻重远近新旧父母"
        "公婆兄弟姐妹姐弟哥弟春秋冬夏春夏秋冬春冬夏秋今明今昨昨明这那加减升降增减胜败输赢始终借还开关有无正反正负深浅",
    )
)
"""Characters of which one says the contrary of the other, or its counterpart."""
LIGHT_ENDINGS = frozenset("儿子面边头里着于钟见")
"""What a word can often do without: 外 and 外边, 朝 and 朝着."""
SAME_SENSE_CLOSENESS = 0.3
"""Closeness of glosses from which on two words count as sharing a sense: beside the other guards it flags 1.7 % of the gaps of levels 4-7 as
written and finds 3.9 % of the answers planted there."""
LONGEST_WORD = 4
LEAST_ACCEPTING = 1
"""Other sources that must accept one word for another, and more than call it wrong. At 2 the gaps of levels 4-7
flagged as written fall from 7.1 to 5.6 %, and the planted answers found from 56 to 46 %."""


@dataclass(frozen=True)
class GapContext:
    """A gap without its word."""

    before: str
    after: str

    def filled(self, word: str) -> str:
        """The text with a word in the gap."""
        return self.before + word + self.after


@dataclass(frozen=True)
class AcceptedPairs:
    """Which sources accept one word for another in their gaps, and which call it wrong."""

    accepted: Mapping[frozenset[str], frozenset[str]] = field(default_factory=dict)
    wrong: Mapping[frozenset[str], frozenset[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, content: Content) -> AcceptedPairs:
        """The pairs of all gaps in sentences."""
        accepted: dict[frozenset[str], set[str]] = {}
        wrong: dict[frozenset[str], set[str]] = {}
        for source, gap in gaps_of(content):
            for table, words in ((accepted, gap.accept), (wrong, gap.distractors)):
                for word in words:
                    table.setdefault(frozenset((gap.key, word)), set()).add(source)
        frozen = [{pair: frozenset(ids) for pair, ids in table.items()} for table in (accepted, wrong)]
        return cls(*frozen)

    def counts(self, key: str, option: str, *, without: str = "") -> tuple[int, int]:
        """How many other sources accept the option for the key, and how many call it wrong."""
        pair = frozenset((key, option))
        accepted, wrong = self.accepted.get(pair, frozenset()), self.wrong.get(pair, frozenset())
        return len(accepted - {without}), len(wrong - {without})


def gaps_of(content: Content) -> Iterator[tuple[str, Gap]]:
    """All gaps of single sentences with the id of the sentence."""
    for row in content.sentences:
        for gap in (row.cloze, row.word):
            if gap is not None:
                yield row.id, gap


@dataclass(frozen=True)
class Guards:
    """Everything that guards look up."""

    equivalents: Equivalents
    classifiers: Classifiers
    words: WordList
    pairs: AcceptedPairs = AcceptedPairs()
    gloss: Callable[[Word], str] = own_gloss
    """English senses of a word, divided by ';'."""

    def findings(self, gap: GapContext, key: str, options: Sequence[str], *, source: str = "") -> list[Finding]:
        """What speaks for another option; the surest of each option. `source` is what the item was made from."""
        findings = []
        for option in options:
            about_option = list(self._findings_about(gap, key, option, source))
            if about_option:
                findings.append(max(about_option, key=lambda finding: finding.sure))
        return findings

    def kinds(self, gap: GapContext, key: str) -> set[str]:
        """Kinds of guards that apply to the key."""
        measures = {"classifier"} if self._measure_words(gap, key) else set()
        return self.equivalents.kinds_of(key) | measures

    def finding(self, guard: str, key: str, option: str) -> Finding:
        """What a guard that failed says of an option. Raises `KeyError` for a guard that there is not."""
        row = self.equivalents.by_id.get(guard)
        if row is not None:
            return Finding(guard=guard, option=option, sure=row.sure, said=_equivalence_sentence(row, key, option))
        sure, zh, en = GUARDS[guard]
        sentence = Bilingual(zh=zh.format(key=key, option=option), en=en.format(key=key, option=option))
        return Finding(guard=guard, option=option, sure=sure, said=sentence)

    def _findings_about(self, gap: GapContext, key: str, option: str, source: str) -> Iterator[Finding]:
        failed = [row.id for row in self.equivalents.between(key, option) if self._applies(row, gap)]
        accepted, wrong = self.pairs.counts(key, option, without=source)
        guard_fails = {
            "same_text": key == option,
            "classifier": option in self._measure_words(gap, key) - {key},
            "accepted_elsewhere": accepted >= LEAST_ACCEPTING and accepted > wrong,
            "same_sense": not _are_opposites(key, option)
            and self._senses.closeness(key, option) >= SAME_SENSE_CLOSENESS,
            "short_form": _is_short_form(key, option),
        }
        for guard in [*failed, *(guard for guard, fails in guard_fails.items() if fails)]:
            yield self.finding(guard, key, option)

    def _measure_words(self, gap: GapContext, key: str) -> frozenset[str]:
        """Measure words of the noun after the gap, where the key is one of any noun."""
        noun = self._noun(gap.after) if key in self.classifiers.all else ""
        return frozenset(self.classifiers.by_noun.get(noun, ()))

    def _noun(self, after: str) -> str:
        """The first noun with known measure words in the rest of the clause; '' if there is none.

        The longest that ends where it ends: 大熊猫 before 熊猫, and in 红色的小汽车 the noun at the end.
        """
        clause = re.split(f"[{CLAUSE_EDGES}]", after)[0]
        for end in range(1, len(clause) + 1):
            for start in range(max(0, end - self.classifiers.longest), end):
                if clause[start:end] in self.classifiers.by_noun:
                    longer = [n for n in range(end + 1, len(clause) + 1) if clause[start:n] in self.classifiers.by_noun]
                    return clause[start : longer[-1]] if longer else clause[start:end]
        return ""

    def _applies(self, row: Equivalent, gap: GapContext) -> bool:
        if not self._conditions[row.condition](gap):
            return False
        before = not row.before or re.search(row.before if row.before.endswith("$") else f"{row.before}$", gap.before)
        return bool(before) and bool(re.match(row.after, gap.after))

    @cached_property
    def _senses(self) -> Senses:
        return Senses(self.words, self.gloss)

    @cached_property
    def _conditions(self) -> Mapping[Condition, Callable[[GapContext], bool]]:
        return {
            "any": lambda _: True,
            "clause_initial": lambda gap: not gap.before or gap.before[-1] in CLAUSE_EDGES,
            "clause_internal": lambda gap: bool(gap.before) and gap.before[-1] not in CLAUSE_EDGES,
            "clause_final": lambda gap: not gap.after or gap.after[0] in CLAUSE_EDGES,
            "before_verb": lambda gap: self._begins_with_class(gap.after, "V"),
            "before_adjective": lambda gap: self._begins_with_class(gap.after, "Adj"),
            "before_noun": lambda gap: self._begins_with_class(gap.after, "N"),
            "before_number": lambda gap: gap.after[:1] in NUMBERS and bool(gap.after),
            "before_person": lambda gap: bool(PERSONS.match(gap.after)),
            "after_verb": lambda gap: self._ends_with_class(gap.before, "V"),
            "after_adjective": lambda gap: self._ends_with_class(gap.before, "Adj"),
            "after_number": lambda gap: gap.before[-1:] in NUMBERS and bool(gap.before),
        }

    def _begins_with_class(self, text: str, word_class: str) -> bool:
        return self._can_be(word_class, [text[:size] for size in range(min(LONGEST_WORD, len(text)), 0, -1)])

    def _ends_with_class(self, text: str, word_class: str) -> bool:
        return self._can_be(word_class, [text[-size:] for size in range(min(LONGEST_WORD, len(text)), 0, -1)])

    def _can_be(self, word_class: str, forms: Sequence[str]) -> bool:
        """Whether the first of the forms that the word list has can be of the class."""
        for form in forms:
            rows = self.words.by_form.get(form)
            if rows:
                return any(word_class in row.pos for row in rows)
        return False


GUARDS = {
    "same_text": (True, "这个选项和答案一样。", "This option is the key itself."),
    "classifier": (True, "这里的名词也可以用量词“{option}”。", "The noun here also takes the measure word {option}."),
    "accepted_elsewhere": (
        False, "题库中别的题也接受用“{option}”代替“{key}”。", "Other items of the bank accept {option} for {key}."
    ),
    "same_sense": (
        False, "词典里“{option}”和“{key}”意思很近。", "In the dictionary {option} and {key} are close in meaning."
    ),
    "short_form": (
        False, "“{key}”和“{option}”只差一个词尾，可能都通。", "{key} and {option} differ by an ending only; both may fit."
    ),
    "attested": (
        False, "“{option}”和前后的字连在一起，在别的文章里出现过。", "{option} with its neighbours occurs in other texts."
    ),
}  # fmt: skip
"""Guards that are no rows of a table: whether they are sure, and what they say."""


def _is_short_form(key: str, option: str) -> bool:
    """Whether one is the other with a light ending."""
    short, long = sorted((key, option), key=len)
    return long[:-1] == short and long[-1] in LIGHT_ENDINGS


def _are_opposites(key: str, option: str) -> bool:
    """Whether the words differ in one character and by an opposite: glosses of 左边 and 右边 share all but a word."""
    differences = [pair for pair in zip(key, option, strict=False) if pair[0] != pair[1]]
    return len(key) == len(option) and len(differences) == 1 and frozenset(differences[0]) in OPPOSITES


def _equivalence_sentence(row: Equivalent, key: str, option: str) -> Bilingual:
    often_zh, often_en = ("可以", "can") if row.sure else ("有时可以", "can sometimes")
    zh = f"这里“{option}”{often_zh}代替“{key}”" + (f"：{row.zh}。" if row.zh else "。")
    en = f"Here {option} {often_en} stand for {key}" + (f": {row.en}." if row.en else ".")
    return Bilingual(zh=zh, en=en)
