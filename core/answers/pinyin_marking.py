"""Typed pinyin compared with the right reading: letters and tones marked separately, syllable by syllable."""

from __future__ import annotations

from collections.abc import Sequence

from core.answers.text_marking import Comparison
from core.answers.wire import Fault
from core.language.pinyin import NEUTRAL, Syllable, parse, parse_as_with_ends
from core.language.sandhi import spoken_tones
from core.wire import Bilingual

LETTERS_CREDIT = 0.5
"""Half a syllable's credit for its letters, half for its tone: both are needed to be understood."""


def compare(given: str, accepted: Sequence[str], *, characters: str = "") -> Comparison:
    """The best comparison of `given` with the accepted readings; not pinyin at all scores 0.

    `characters` is what is read, for the sandhi of 一 and 不.
    """
    comparisons = [_against(given, reading, characters) for reading in accepted]
    return max(comparisons, key=lambda comparison: comparison.score)


def _against(given: str, reading: str, characters: str) -> Comparison:
    expected = parse(reading) or ()
    typed_syllables = parse_as_with_ends(given, expected)
    if typed_syllables is None:
        return _whole_answer_wrong(given, "wrong", reading, _not_pinyin(given, reading))
    typed = tuple(syllable for syllable, _ in typed_syllables)
    if len(typed) != len(expected):
        plural = "" if len(expected) == 1 else "s"
        message = Bilingual(
            zh=f"应该有 {len(expected)} 个音节：{reading}。", en=f"It has {len(expected)} syllable{plural}: {reading}."
        )
        return _whole_answer_wrong(given, "letters", reading, message)
    tones = spoken_tones(characters, expected)
    score, faults = 0.0, []
    for syllable, right, allowed, span in zip(
        typed, expected, tones, _spans(given, [end for _, end in typed_syllables]), strict=True
    ):
        letters = syllable.letters == right.letters
        tone = _tone_is_right(syllable.tone, allowed)
        score += LETTERS_CREDIT * letters + (1 - LETTERS_CREDIT) * (tone and letters)
        if not (letters and tone):
            faults.append(_fault("tone" if letters else "letters", given, span, right.marked))
    percent = round(100 * score / len(expected), 1)
    return Comparison(percent, tuple(faults), _message(typed, expected, faults, reading))


def _tone_is_right(tone: int, allowed: set[int]) -> bool:
    """A syllable without any mark is neutral."""
    return tone in allowed or (tone in (0, NEUTRAL) and not allowed.isdisjoint((0, NEUTRAL)))


def _whole_answer_wrong(given: str, kind: str, reading: str, message: Bilingual) -> Comparison:
    return Comparison(0.0, (_fault(kind, given, (0, len(given)), reading),), message)


def _not_pinyin(given: str, reading: str) -> Bilingual:
    return Bilingual(
        zh=f"“{given}”不是拼音。正确读音是 {reading}。", en=f"“{given}” is not pinyin. It is read {reading}."
    )


def _fault(kind: str, given: str, span: tuple[int, int], expected: str) -> Fault:
    start, end = span
    return Fault(start=start, end=end, kind=kind, given=given[start:end], expected=expected)  # type: ignore[arg-type]


def _spans(given: str, ends: Sequence[int]) -> list[tuple[int, int]]:
    """Where each typed syllable stands in the answer; the last takes what follows it."""
    spans: list[tuple[int, int]] = []
    start = 0
    for end in [*ends[:-1], len(given)]:
        while start < len(given) - 1 and not given[start].isalnum():
            start += 1
        spans.append((start, max(start, end)))
        start = max(start, end)
    return spans


def _message(
    typed: Sequence[Syllable], expected: Sequence[Syllable], faults: Sequence[Fault], reading: str
) -> Bilingual:
    if not faults:
        return _note_on_written_tones(typed, expected, reading)
    if all(syllable.tone == 0 for syllable in typed) and all(fault.kind == "tone" for fault in faults):
        return Bilingual(
            zh=f"字母对了，还要写声调：{reading}。", en=f"The letters are right; add the tones: {reading}."
        )
    tones = [f"{fault.given}→{fault.expected}" for fault in faults if fault.kind == "tone"]
    letters = [f"{fault.given}→{fault.expected}" for fault in faults if fault.kind == "letters"]
    zh = [f"声调：{'，'.join(tones)}"] * bool(tones) + [f"拼写：{'，'.join(letters)}"] * bool(letters)
    en = [f"tone: {', '.join(tones)}"] * bool(tones) + [f"letters: {', '.join(letters)}"] * bool(letters)
    return Bilingual(zh=f"{'；'.join(zh)}。正确读音是 {reading}。", en=f"{'; '.join(en)}. It is read {reading}.")


def _note_on_written_tones(typed: Sequence[Syllable], expected: Sequence[Syllable], reading: str) -> Bilingual:
    """A right answer in spoken tones is right; the written form is worth a word."""
    if all(
        typed_syllable.tone == expected_syllable.tone or not typed_syllable.tone
        for typed_syllable, expected_syllable in zip(typed, expected, strict=True)
    ):
        return Bilingual(zh="", en="")
    return Bilingual(
        zh=f"正确，口语里这样读；拼音写作 {reading}。", en=f"Right: this is how it is spoken. It is written {reading}."
    )
