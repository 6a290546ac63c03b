"""In what two readings differ, syllable by syllable: the tone, the initial, the final."""

from __future__ import annotations

from collections.abc import Iterator

from core.language.pinyin import NEUTRAL, Syllable, parse
from core.language.sandhi import spoken_tones
from core.wire import Bilingual

INITIALS = ("zh", "ch", "sh", *"bpmfdtnlgkhjqxrzcs")
TONES_ZH = ("", "第一声", "第二声", "第三声", "第四声", "轻声")
TONES_EN = ("", "tone 1", "tone 2", "tone 3", "tone 4", "the neutral tone")
MOST_DIFFERENCES = 2
"""Syllables that are told apart; a reading that differs in more is another word."""


def difference(given: str, right: str, *, characters: str = "", most: int = MOST_DIFFERENCES) -> Bilingual | None:
    """What is wrong in `given`, in one clause for each syllable; None where the two cannot be laid side by side, and where more than `most`
    syllables differ. `characters` are what is read: a tone that 一, 不 or two third tones have in speech is no difference.

    >>> difference("dōngxī", "dōngxi").en
    'Syllable 2, xī: it is the neutral tone (xi), not tone 1'
    """
    said, wanted = parse(given.lower()), parse(right.lower())
    if not said or not wanted or len(said) != len(wanted):
        return None
    tones = spoken_tones(characters, wanted)
    clauses = [
        _clause(number if len(wanted) > 1 else 0, one, other)
        for number, (one, other, allowed) in enumerate(zip(said, wanted, tones, strict=True), start=1)
        if one.letters != other.letters or not (one.tone in allowed or _tone(one) == _tone(other))
    ]
    if not 0 < len(clauses) <= most:
        return None
    return Bilingual(zh="；".join(clause.zh for clause in clauses), en="; ".join(clause.en for clause in clauses))


def _tone(syllable: Syllable) -> int:
    return syllable.tone or NEUTRAL


def _clause(number: int, said: Syllable, right: Syllable) -> Bilingual:
    zh, en = [], []
    parts = list(_letters(said.letters, right.letters))
    if len(parts) > 1 or parts[:1] == [NO_PART]:
        # Another syllable: it is named as a whole.
        zh, en = [f"应该是 {right.marked}"], [f"it is {right.marked}"]
        parts = []
    for one, other, zh_name, en_name in parts:
        zh.append(f"{zh_name}是 {other}，不是 {one}")
        en.append(f"the {en_name} is {other}, not {one}")
    if _tone(said) != _tone(right) and not (zh and not parts):
        # A syllable without any mark may be a tone that was left out.
        was_zh = "没有声调" if said.tone == 0 and right.tone != NEUTRAL else f"不是{TONES_ZH[_tone(said)]}"
        was_en = "no tone is written" if said.tone == 0 and right.tone != NEUTRAL else f"not {TONES_EN[_tone(said)]}"
        zh.append(f"应该是{TONES_ZH[_tone(right)]}（{right.marked}），{was_zh}")
        en.append(f"it is {TONES_EN[_tone(right)]} ({right.marked}), {was_en}")
    zh_head = f"第 {number} 个音节 {said.marked}：" if number else f"{said.marked}："
    en_head = f"Syllable {number}, {said.marked}: " if number else f"{said.marked}: "
    return Bilingual(zh=zh_head + "，".join(zh), en=en_head + "; ".join(en))


NO_PART = ("", "", "", "")
"""Syllables that differ in more than an initial or a final."""


def _letters(said: str, right: str) -> Iterator[tuple[str, str, str, str]]:
    """The parts of a syllable that differ: said, right, and the part's name in Chinese and English."""
    if said == right:
        return
    (initial, final), (right_initial, right_final) = _parts(said), _parts(right)
    if said[0] in "yw" or right[0] in "yw":  # y and w are spelling: what they stand for is no initial
        yield NO_PART
        return
    if (initial != right_initial and not (initial and right_initial)) or (final != right_final and not final):
        yield NO_PART
        return
    if initial != right_initial:
        yield initial, right_initial, "声母", "initial"
    if final != right_final:
        yield final, right_final, "韵母", "final"


def _parts(letters: str) -> tuple[str, str]:
    initial = next((each for each in INITIALS if letters.startswith(each)), "")
    return initial, letters[len(initial) :]
