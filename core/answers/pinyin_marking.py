"""Typed pinyin against the right reading: letters and tones marked apart, syllable by syllable."""

from __future__ import annotations

from collections.abc import Sequence

from core.answers.text_marking import Comparison
from core.answers.wire import Fault
from core.language.pinyin import NEUTRAL, Syllable, parse
from core.wire import Bilingual

LETTERS_SHARE = 0.5
"""Half a syllable's credit for its letters, half for its tone: both are needed to be understood."""

SANDHI = {"yi": (1, 2, 4), "bu": (4, 2)}
"""一 and 不 may be written with their dictionary tone or with the tone they are spoken in."""


def compare(given: str, accepted: Sequence[str]) -> Comparison:
    """The best comparison of `given` with the accepted readings; not pinyin at all scores 0."""
    typed = parse(given)
    if typed is None:
        fault = Fault(start=0, end=len(given), kind="wrong", given=given, expected=accepted[0])
        return Comparison(
            0.0,
            (fault,),
            Bilingual(
                zh=f"“{given}”不是拼音。正确读音是 {accepted[0]}。",
                en=f"“{given}” is not pinyin. It is read {accepted[0]}.",
            ),
        )
    found = [_against(given, typed, reading) for reading in accepted]
    return max(found, key=lambda each: each.score)


def _against(given: str, typed: tuple[Syllable, ...], reading: str) -> Comparison:
    wanted = parse(reading) or ()
    if len(typed) != len(wanted):
        fault = Fault(start=0, end=len(given), kind="letters", given=given, expected=reading)
        said = Bilingual(zh=f"应为 {len(wanted)} 个音节：{reading}。", en=f"It has {len(wanted)} syllables: {reading}.")
        return Comparison(0.0, (fault,), said)
    spans = _spans(given, typed)
    score, faults = 0.0, []
    for syllable, right, (start, end) in zip(typed, wanted, spans, strict=True):
        letters, tone = syllable.letters == right.letters, _tone_holds(syllable, right)
        score += LETTERS_SHARE * letters + (1 - LETTERS_SHARE) * (tone and letters)
        if not letters:
            faults.append(_fault("letters", given, start, end, right))
        elif not tone:
            faults.append(_fault("tone", given, start, end, right))
    percent = round(100 * score / len(wanted), 1)
    return Comparison(percent, tuple(faults), _told(typed, faults, reading))


def _tone_holds(syllable: Syllable, right: Syllable) -> bool:
    neutral = (0, NEUTRAL)
    if right.tone in neutral or syllable.tone in neutral:
        return right.tone in neutral and syllable.tone in neutral
    return syllable.tone == right.tone or (
        syllable.tone in SANDHI.get(right.letters, ()) and right.tone in SANDHI.get(right.letters, ())
    )


def _fault(kind: str, given: str, start: int, end: int, right: Syllable) -> Fault:
    return Fault(
        start=start,
        end=end,
        kind=kind,  # type: ignore[arg-type]
        given=given[start:end],
        expected=right.marked,
    )


def _spans(given: str, typed: tuple[Syllable, ...]) -> list[tuple[int, int]]:
    """Where each typed syllable stands in the answer; by growing prefixes, so that every way of typing works."""
    spans: list[tuple[int, int]] = []
    start = 0
    for place in range(1, len(typed) + 1):
        while start < len(given) - 1 and not given[start].isalnum():
            start += 1
        end = _end_of_prefix(given, typed, place, start)
        spans.append((start, end))
        start = end
    return spans


def _end_of_prefix(given: str, typed: tuple[Syllable, ...], count: int, start: int) -> int:
    """The first cut after which the rest reads as the remaining syllables."""
    if count == len(typed):
        return len(given)
    for end in range(start + 1, len(given)):
        head, rest = parse(given[:end]), parse(given[end:])
        if head is not None and rest is not None and head == typed[:count] and rest == typed[count:]:
            return end
    return len(given)


def _told(typed: tuple[Syllable, ...], faults: Sequence[Fault], reading: str) -> Bilingual:
    if not faults:
        return Bilingual(zh="", en="")
    if all(syllable.tone == 0 for syllable in typed) and all(fault.kind == "tone" for fault in faults):
        return Bilingual(
            zh=f"字母对了，还要写声调：{reading}。", en=f"The letters are right; add the tones: {reading}."
        )
    tones = [f"{fault.given}→{fault.expected}" for fault in faults if fault.kind == "tone"]
    letters = [f"{fault.given}→{fault.expected}" for fault in faults if fault.kind == "letters"]
    zh = [f"声调：{'，'.join(tones)}"] * bool(tones) + [f"拼写：{'，'.join(letters)}"] * bool(letters)
    en = [f"tone: {', '.join(tones)}"] * bool(tones) + [f"letters: {', '.join(letters)}"] * bool(letters)
    return Bilingual(zh=f"{'；'.join(zh)}。正确读音是 {reading}。", en=f"{'; '.join(en)}. It is read {reading}.")
