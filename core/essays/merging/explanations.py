"""Reasons for edits that no rule proposes. They are derived from the edit itself and claim no more than it shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, Protocol

from core.essays.edits import apply
from core.essays.merging.intended_word import LONGEST_WORD, intended_word
from core.essays.model import Change
from core.essays.spelling.particles import PARTICLES
from core.language.confusable_readings import CONFUSED_FINALS, CONFUSED_INITIALS
from core.language.levels import HAN
from core.language.pinyin import Syllable, parse
from core.wire import Bilingual

Likeness = Literal["same sound", "other tone", "near sound", "alike", ""]
"""What two characters have in common; "" where nothing is known."""
LEAST_ASSOCIATION, LEAST_ADVANTAGE = 2.0, 1.5
"""In nats: a collocation occurs seven times as often as by chance, and at least four times as often as that of the other word."""
READING_CONTEXT = 12
"""The reading of a character is determined from so many characters on each side of it."""
MARK_NAMES: dict[str, tuple[str, str]] = {
    "，": ("逗号", "comma"), "。": ("句号", "full stop"), "、": ("顿号", "enumeration comma"), "；": ("分号", "semicolon"),
    "：": ("冒号", "colon"), "？": ("问号", "question mark"), "！": ("感叹号", "exclamation mark"),
    "“": ("引号", "quotation mark"), "”": ("引号", "quotation mark"), "《": ("书名号", "title mark"),
    "》": ("书名号", "title mark"), "……": ("省略号", "ellipsis"), "——": ("破折号", "dash"),
    ",": ("英文逗号", "Western comma"), ".": ("英文句号", "Western full stop"), "?": ("英文问号", "Western question mark"),
    "!": ("英文感叹号", "Western exclamation mark"), ";": ("英文分号", "Western semicolon"), ":": ("英文冒号", "Western colon"),
}  # fmt: skip
"""Names after GB/T 15834-2011."""
LIKENESS_REASONS: dict[Likeness, tuple[str, str]] = {
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
    """How characters are read: the part of `core.ports.language.PinyinReader` that reasons need."""

    def syllables(self, text: str) -> list[str]: ...


@dataclass
class Explainer:
    """Gives reasons by type of edit; its word list is loaded at the first edit."""

    reader: Readings
    load_words: Callable[[], Mapping[str, str]]
    """Listed words with their pinyin; "" for a word with several readings."""
    look_alike: Callable[[str, str], bool] = lambda _one, _other: False
    """Whether two characters look alike."""
    association: Callable[[str, str], float | None] = lambda _left, _right: None
    """How much likelier a noun is after a verb, adjective or measure word than elsewhere, in nats; None for other pairs, and for pairs that
    are not known to occur together."""

    @cached_property
    def _words(self) -> Mapping[str, str]:
        return self.load_words()

    def explain(self, simplified: str, change: Change, otherwise: Bilingual | None = None) -> Bilingual:
        """The reason for a change, given the text in simplified characters of the same length; `otherwise` where the change itself shows none."""
        if change.type == "B":
            return self._character_reason(simplified, change, otherwise)
        if change.type == "P":
            return _mark_reason(change)
        collocation = self._collocation(simplified, change) if change.type == "W" else None
        if collocation:
            return Bilingual(
                zh=f"这里用“{change.replacement}”，不用“{change.original}”：{collocation.zh}。",
                en=f"Say {change.replacement} here, not {change.original}: {collocation.en}.",
            )
        return otherwise or _unexplained(change)

    def _collocation(self, text: str, change: Change) -> Bilingual | None:
        """The following word with which the right word forms a collocation and the wrong one does not."""
        rest = text[change.end : change.end + LONGEST_WORD]
        following_word = next((rest[:length] for length in range(len(rest), 1, -1) if rest[:length] in self._words), "")
        new, old = (self.association(word, following_word) for word in (change.replacement, change.original))
        if new is None or new < LEAST_ASSOCIATION or (old is not None and old > new - LEAST_ADVANTAGE):
            return None
        return Bilingual(
            zh=f"和后面的“{following_word}”常连用的是“{change.replacement}”",
            en=f"what is used with {following_word} is {change.replacement}",
        )

    def _character_reason(self, text: str, change: Change, otherwise: Bilingual | None) -> Bilingual:
        corrected = apply(text, [change])
        reasons = [self._likeness_reason(corrected, change), self._word_reason(text, corrected, change)]
        zh = "；".join(reason.zh for reason in reasons if reason)
        en = "; ".join(reason.en for reason in reasons if reason)
        if otherwise is not None and not zh:
            return otherwise
        instruction = Bilingual(
            zh=f"这里应写“{change.replacement}”，不写“{change.original}”",
            en=f"Write {change.replacement} here, not {change.original}",
        )
        return Bilingual(
            zh=f"{instruction.zh}：{zh}。" if zh else f"{instruction.zh}。",
            en=f"{instruction.en}: {en}." if en else f"{instruction.en}.",
        )

    def _likeness_reason(self, corrected: str, change: Change) -> Bilingual | None:
        kind, new_read, old_read = self._shared_trait(corrected, change)
        if not kind:
            return None
        values = {"new": change.replacement, "old": change.original, "new_read": new_read, "old_read": old_read}
        zh, en = LIKENESS_REASONS[kind]
        return Bilingual(zh=zh.format(**values), en=en.format(**values))

    def _shared_trait(self, corrected: str, change: Change) -> tuple[Likeness, str, str]:
        """What the two characters have in common, the reading of the right one here, and that of the wrong one by itself.

        Nobody mistakes a character because of a rare reading (那 nǎ, 大 tài), and characters that look alike (已 己) sound alike only by coincidence.
        """
        if not (HAN.match(change.original) and HAN.match(change.replacement)):
            return "", "", ""
        if {change.original, change.replacement} <= PARTICLES:
            return "same sound", "de", "de"
        first = max(0, change.start - READING_CONTEXT)
        new_read = self.reader.syllables(corrected[first : change.start + READING_CONTEXT])[change.start - first]
        old_read = self.reader.syllables(change.original)[0]
        if new_read and new_read == old_read:
            return "same sound", new_read, new_read
        if new_read and _same_letters(new_read, old_read):
            return "other tone", new_read, old_read
        if self.look_alike(change.original, change.replacement):
            return "alike", new_read, ""
        return ("near sound", new_read, old_read) if new_read and _near_letters(new_read, old_read) else ("", "", "")

    def _word_reason(self, text: str, corrected: str, change: Change) -> Bilingual | None:
        """The listed word that the right character forms, where the wrong one forms none."""
        word = intended_word(text, corrected, change.start, self._words)
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
        _swapped(first.letters, second.letters, one_part, other_part, pairs is CONFUSED_INITIALS)
        for pairs in (CONFUSED_INITIALS, CONFUSED_FINALS)
        for pair in pairs
        for one_part, other_part in (pair, pair[::-1])
    )


def _swapped(one: str, other: str, one_part: str, other_part: str, are_initials: bool) -> bool:
    if are_initials:
        return (
            one.startswith(one_part)
            and other.startswith(other_part)
            and one[len(one_part) :] == other[len(other_part) :]
        )
    return one.endswith(one_part) and other.endswith(other_part) and one[: -len(one_part)] == other[: -len(other_part)]


def _mark_reason(change: Change) -> Bilingual:
    old_mark, new_mark = _mark_name(change.original), _mark_name(change.replacement)
    if not change.original:
        return Bilingual(
            zh=f"这里应加上{new_mark.zh}。", en=f"{_article(new_mark.en).capitalize()} {new_mark.en} is missing here."
        )
    if not change.replacement:
        return Bilingual(zh=f"这里不用{old_mark.zh}。", en=f"No {old_mark.en} belongs here.")
    return Bilingual(
        zh=f"这里应该用{new_mark.zh}，不用{old_mark.zh}。",
        en=f"Use {_article(new_mark.en)} {new_mark.en} here, not {_article(old_mark.en)} {old_mark.en}.",
    )


def _article(noun: str) -> str:
    return "an" if noun[0] in "aeiou" else "a"


def _mark_name(mark: str) -> Bilingual:
    """
    >>> _mark_name("，").zh, _mark_name("～").en
    ('逗号“，”', 'mark ～')
    """
    zh, en = MARK_NAMES.get(mark, ("标点", "mark"))
    return Bilingual(zh=f"{zh}“{mark}”", en=f"{en} {mark}")


def _unexplained(change: Change) -> Bilingual:
    """The plain statement that something is missing, superfluous or to be said otherwise: a model proposes it and knows no reason."""
    old, new = change.original, change.replacement
    if change.type == "L":
        return Bilingual(zh=f"这里少写了“{new}”。", en=f"{new} is missing here.")
    if change.type == "D":
        return Bilingual(zh=f"这里多写了“{old}”。", en=f"{old} is not needed here.")
    if change.type == "W":
        return Bilingual(zh=f"这里用“{new}”，不用“{old}”。", en=f"Say {new} here, not {old}.")
    if not new:
        return Bilingual(zh=f"这里不要“{old}”。", en=f"Leave out {old} here.")
    return Bilingual(zh=f"这一处应说成“{new}”。", en=f"Say it in this way: {new}")
