"""Reasons for edits that no rule wants: made of the edit itself, and claiming no more than it shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, Protocol

from core.essays.edits import apply
from core.essays.merging.meant import LONGEST_WORD, meant_word
from core.essays.model import Change
from core.essays.spelling.particles import PARTICLES
from core.language.confusable_readings import CONFUSED_FINALS, CONFUSED_INITIALS
from core.language.levels import HAN
from core.language.pinyin import Syllable, parse
from core.wire import Bilingual

Likeness = Literal["same sound", "other tone", "near sound", "alike", ""]
"""What two characters have in common; "" where nothing is known."""
USED_TOGETHER, MORE_THAN_THE_OTHER = 2.0, 1.5
"""Nats: seven times as often as by chance, and at least four times as the other word is."""
NEAR = 12
"""Characters on each side that tell how a character is read."""
MARK_NAMES: dict[str, tuple[str, str]] = {
    "，": ("逗号", "comma"), "。": ("句号", "full stop"), "、": ("顿号", "enumeration comma"), "；": ("分号", "semicolon"),
    "：": ("冒号", "colon"), "？": ("问号", "question mark"), "！": ("感叹号", "exclamation mark"),
    "“": ("引号", "quotation mark"), "”": ("引号", "quotation mark"), "《": ("书名号", "title mark"),
    "》": ("书名号", "title mark"), "……": ("省略号", "ellipsis"), "——": ("破折号", "dash"),
    ",": ("英文逗号", "Western comma"), ".": ("英文句号", "Western full stop"), "?": ("英文问号", "Western question mark"),
    "!": ("英文感叹号", "Western exclamation mark"), ";": ("英文分号", "Western semicolon"), ":": ("英文冒号", "Western colon"),
}  # fmt: skip
"""Names after GB/T 15834-2011."""
LIKE: dict[Likeness, tuple[str, str]] = {
    "same sound": ("“{new}”和“{old}”同音（{new_read}）", "{new} and {old} sound the same ({new_read})"),
    "other tone": (
        "“{new}”（{new_read}）和“{old}”（{old_read}）只有声调不同",
        "{new} ({new_read}) and {old} ({old_read}) differ in tone only",
    ),
    "near sound": (
        "“{new}”（{new_read}）和“{old}”（{old_read}）读音相近",
        "{new} ({new_read}) and {old} ({old_read}) sound much alike",
    ),
    "alike": ("“{new}”和“{old}”字形相近", "{new} and {old} look much alike"),
}


class Readings(Protocol):
    """How characters are read: the part of `core.ports.language.PinyinReader` that reasons ask for."""

    def syllables(self, text: str) -> list[str]: ...


@dataclass
class Explainer:
    """Reasons by type of edit; what it rests on is asked for at the first edit."""

    reader: Readings
    load_words: Callable[[], Mapping[str, str]]
    """Listed words with their pinyin, "" where there are several."""
    alike: Callable[[str, str], bool] = lambda _one, _other: False
    """Whether two characters look alike."""
    association: Callable[[str, str], float | None] = lambda _left, _right: None
    """How much likelier a noun is behind a verb, adjective or measure word than anywhere, in nats; None of other pairs, and of those that
    are not known to stand together."""

    @cached_property
    def _words(self) -> Mapping[str, str]:
        return self.load_words()

    def explain(self, simplified: str, change: Change) -> Bilingual:
        """Why something is to be changed, in a text in simplified characters of the same length."""
        if change.type == "B":
            return self._character(simplified, change)
        if change.type == "P":
            return _mark(change)
        company = self._company(simplified, change) if change.type == "W" else None
        if company:
            return Bilingual(
                zh=f"这里用“{change.replacement}”，不用“{change.original}”：{company.zh}。",
                en=f"Say {change.replacement} here, not {change.original}: {company.en}.",
            )
        return _plain(change)

    def _company(self, text: str, change: Change) -> Bilingual | None:
        """The word behind it with which the right word is used, and the wrong one is not."""
        rest = text[change.end : change.end + LONGEST_WORD]
        behind = next((rest[:length] for length in range(len(rest), 1, -1) if rest[:length] in self._words), "")
        new, old = (self.association(word, behind) for word in (change.replacement, change.original))
        if new is None or new < USED_TOGETHER or (old is not None and old > new - MORE_THAN_THE_OTHER):
            return None
        return Bilingual(
            zh=f"和后面的“{behind}”常连用的是“{change.replacement}”",
            en=f"what is used with {behind} is {change.replacement}",
        )

    def _character(self, text: str, change: Change) -> Bilingual:
        corrected = apply(text, [change])
        facts = [self._likeness(corrected, change), self._word(text, corrected, change)]
        zh = "；".join(fact.zh for fact in facts if fact)
        en = "; ".join(fact.en for fact in facts if fact)
        said = Bilingual(
            zh=f"这里应写“{change.replacement}”，不写“{change.original}”",
            en=f"Write {change.replacement} here, not {change.original}",
        )
        return Bilingual(
            zh=f"{said.zh}：{zh}。" if zh else f"{said.zh}。", en=f"{said.en}: {en}." if en else f"{said.en}."
        )

    def _likeness(self, corrected: str, change: Change) -> Bilingual | None:
        kind, new_read, old_read = self._common(corrected, change)
        if not kind:
            return None
        named = {"new": change.replacement, "old": change.original, "new_read": new_read, "old_read": old_read}
        zh, en = LIKE[kind]
        return Bilingual(zh=zh.format(**named), en=en.format(**named))

    def _common(self, corrected: str, change: Change) -> tuple[Likeness, str, str]:
        """What the two characters have in common, and how the right one is read here and the wrong one by itself.

        By a rare reading (那 nǎ, 大 tài) nobody mistakes a character, and what looks alike (已 己) hardly sounds alike by more than chance.
        """
        if not (HAN.match(change.original) and HAN.match(change.replacement)):
            return "", "", ""
        if {change.original, change.replacement} <= PARTICLES:
            return "same sound", "de", "de"
        first = max(0, change.start - NEAR)
        new_read = self.reader.syllables(corrected[first : change.start + NEAR])[change.start - first]
        old_read = self.reader.syllables(change.original)[0]
        if new_read and new_read == old_read:
            return "same sound", new_read, new_read
        if new_read and _same_letters(new_read, old_read):
            return "other tone", new_read, old_read
        if self.alike(change.original, change.replacement):
            return "alike", new_read, ""
        return ("near sound", new_read, old_read) if new_read and _near_letters(new_read, old_read) else ("", "", "")

    def _word(self, text: str, corrected: str, change: Change) -> Bilingual | None:
        """The listed word that the right character makes, where the wrong one makes none."""
        word = meant_word(text, corrected, change.start, self._words)
        if not word or change.replacement in PARTICLES:
            return None
        read = self._words[word]
        return Bilingual(
            zh=f"要写的词是“{word}”（{read}）" if read else f"要写的词是“{word}”",
            en=f"the word is {word} ({read})" if read else f"the word is {word}",
        )


def _syllable(read: str) -> Syllable | None:
    parsed = parse(read)
    return parsed[0] if parsed else None


def _same_letters(one: str, other: str) -> bool:
    first, second = _syllable(one), _syllable(other)
    return first is not None and second is not None and first.letters == second.letters


def _near_letters(one: str, other: str) -> bool:
    """Whether two syllables differ by a single confusion of learners (`core.language.confusable_readings`), whatever their tones.

    >>> _near_letters("zhī", "zī"), _near_letters("xīn", "xīng"), _near_letters("mā", "tā")
    (True, True, False)
    """
    first, second = _syllable(one), _syllable(other)
    if first is None or second is None:
        return False
    return any(
        _swapped(first.letters, second.letters, here, there, pairs is CONFUSED_INITIALS)
        for pairs in (CONFUSED_INITIALS, CONFUSED_FINALS)
        for pair in pairs
        for here, there in (pair, pair[::-1])
    )


def _swapped(one: str, other: str, here: str, there: str, at_start: bool) -> bool:
    if at_start:
        return one.startswith(here) and other.startswith(there) and one[len(here) :] == other[len(there) :]
    return one.endswith(here) and other.endswith(there) and one[: -len(here)] == other[: -len(there)]


def _mark(change: Change) -> Bilingual:
    old, new = _named(change.original), _named(change.replacement)
    if not change.original:
        return Bilingual(zh=f"这里应加上{new.zh}。", en=f"{_article(new.en).capitalize()} {new.en} is missing here.")
    if not change.replacement:
        return Bilingual(zh=f"这里不用{old.zh}。", en=f"No {old.en} belongs here.")
    return Bilingual(
        zh=f"这里应该用{new.zh}，不用{old.zh}。",
        en=f"Use {_article(new.en)} {new.en} here, not {_article(old.en)} {old.en}.",
    )


def _article(noun: str) -> str:
    return "an" if noun[0] in "aeiou" else "a"


def _named(mark: str) -> Bilingual:
    """
    >>> _named("，").zh, _named("～").en
    ('逗号“，”', 'mark ～')
    """
    zh, en = MARK_NAMES.get(mark, ("标点", "mark"))
    return Bilingual(zh=f"{zh}“{mark}”", en=f"{en} {mark}")


def _plain(change: Change) -> Bilingual:
    """What is missing, extra or to be said otherwise: a model says so, and why it does not say."""
    old, new = change.original, change.replacement
    if change.type == "L":
        return Bilingual(zh=f"这里少写了“{new}”。", en=f"{new} is missing here.")
    if change.type == "D":
        return Bilingual(zh=f"这里多写了“{old}”。", en=f"{old} is not needed here.")
    if change.type == "W":
        return Bilingual(zh=f"这里用“{new}”，不用“{old}”。", en=f"Say {new} here, not {old}.")
    if not new:
        return Bilingual(zh=f"这里的“{old}”不要。", en=f"Leave out {old} here.")
    return Bilingual(zh=f"这一处应说成“{new}”。", en=f"Say it in this way: {new}")
