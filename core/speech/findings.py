"""What to do next after a reading: at most five sentences, the most useful first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from core.speech.verdicts import FAULTS
from core.speech.wire import Indicator, PauseFound, SpeechBesideText, SyllableJudged, numbers_with
from core.wire import Bilingual

MOST_FINDINGS = 5
MOST_NAMED = 6
"""Most syllables that are named in one sentence."""
LEAST_ALIKE, MOST_SHARE = 2, 2 / 3
"""So many misread syllables before one tone, and this share of all with their tone, are told as one habit."""
LOW_SCORE = 70.0
"""Score of an indicator below which it is worth a sentence."""
TONE_NAMES = {1: "第一声", 2: "第二声", 3: "第三声", 4: "第四声", 5: "轻声"}
TONE_NAMES_EN = {1: "tone 1", 2: "tone 2", 3: "tone 3", 4: "tone 4", 5: "the neutral tone"}
SHAPES = {1: "高而平", 2: "往上升", 3: "低下去", 4: "从高往下降", 5: "又轻又短"}
SHAPES_EN = {1: "high and level", 2: "rising", 3: "low", 4: "falling from high", 5: "light and short"}


@dataclass(frozen=True)
class Practice:
    """A sentence, with the numbers of all syllables that it asks to practise; only the first of them are named in it."""

    sentence: Bilingual
    numbers: tuple[int, ...]


def findings(
    syllables: Sequence[SyllableJudged],
    *,
    beside: Sequence[SpeechBesideText],
    pauses: Sequence[PauseFound],
    indicators: Sequence[Indicator],
) -> list[Bilingual]:
    """Sentences about what went wrong, or one that says that nothing sure was found."""
    sentences = [
        *(practice.sentence for practice in practices(syllables)),
        *_beside(beside),
        *_pauses(syllables, pauses),
        *_speed(indicators),
    ]
    return sentences[:MOST_FINDINGS] or [
        Bilingual(
            zh="没有发现明显的错误。换一段更长或更难的课文试试。",
            en="No certain error was found. Try a longer or harder text.",
        )
    ]


def practices(syllables: Sequence[SyllableJudged]) -> list[Practice]:
    """At most `MOST_FINDINGS` sentences about syllables: together they ask for every one whose verdict is a fault, and for no other."""
    asked = [*_left_out(syllables), *_said_otherwise(syllables), *_tones(syllables), *_sounds(syllables)]
    if len(asked) <= MOST_FINDINGS:
        return asked
    kept = asked[: MOST_FINDINGS - 1]
    told = set(chain.from_iterable(practice.numbers for practice in kept))
    further = [number for number, syllable in enumerate(syllables) if syllable.verdict in FAULTS and number not in told]
    return [*kept, _further(syllables, further)] if further else asked[:MOST_FINDINGS]


def _further(syllables: Sequence[SyllableJudged], numbers: Sequence[int]) -> Practice:
    zh, en = _named([syllables[number] for number in numbers])
    count = len(numbers)
    return Practice(
        Bilingual(
            zh=f"还有 {count} 个字要再练：{zh}。点开看一看哪里没读准。",
            en=f"{count} more to practise: {en}. Open them and see what was off.",
        ),
        tuple(numbers),
    )


def _named(syllables: Sequence[SyllableJudged]) -> tuple[str, str]:
    return _listed([(syllable.character, syllable.pinyin) for syllable in syllables])


def _listed(words: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """Words with their pinyin as a list in Chinese and English, each once."""
    distinct = list(dict.fromkeys(words))
    shown = [f"{character}（{pinyin}）" for character, pinyin in distinct[:MOST_NAMED]]
    shown_en = [f"{character} ({pinyin})" for character, pinyin in distinct[:MOST_NAMED]]
    more = len(distinct) - MOST_NAMED
    return (
        "、".join(shown) + ("等" if more > 0 else ""),
        ", ".join(shown_en) + (" and others" if more > 0 else ""),
    )


def _counted(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def _left_out(syllables: Sequence[SyllableJudged]) -> Iterator[Practice]:
    """One sentence about syllables left out. Those that another was said for are not."""
    numbers = numbers_with("omitted", syllables)
    if numbers:
        zh, en = _named([syllables[number] for number in numbers])
        yield Practice(
            Bilingual(
                zh=f"漏读了 {len(numbers)} 个字：{zh}。看着课文再读一遍。",
                en=f"{len(numbers)} left out: {en}. Read the text once more with your eyes on it.",
            ),
            tuple(numbers),
        )


def _said_otherwise(syllables: Sequence[SyllableJudged]) -> Iterator[Practice]:
    numbers = numbers_with("replaced", syllables)
    if numbers:
        zh, en = _named([syllables[number] for number in numbers])
        yield Practice(
            Bilingual(
                zh=f"这些字好像读成了别的字：{zh}。点开听一听标准读音。",
                en=f"These seem to have been read as something else: {en}. Open them and hear the model.",
            ),
            tuple(numbers),
        )


def _tones(syllables: Sequence[SyllableJudged]) -> Iterator[Practice]:
    """One sentence for each expected tone that went wrong, the most frequent first, or two: where most of its syllables stand before one tone,
    these are told as a habit, named together with the syllables before which they stand."""
    misread = [
        (number, syllables[number], tone.expected)
        for number in numbers_with("wrong", syllables)
        if (tone := syllables[number].tone) is not None and tone.verdict == "wrong"
    ]
    for expected, _ in Counter(tone for _, _, tone in misread).most_common():
        alike = [number for number, _, tone in misread if tone == expected]
        following = _following_tone(syllables, alike)
        habit = [] if following is None else [number for number in alike if _tone_after(syllables, number) == following]
        for numbers, before in ((habit, following), ([number for number in alike if number not in habit], None)):
            if numbers:
                yield Practice(_tone_sentence(syllables, numbers, expected, before=before), tuple(numbers))


def _tone_sentence(
    syllables: Sequence[SyllableJudged], numbers: Sequence[int], expected: int, *, before: int | None
) -> Bilingual:
    """What was off in syllables with one expected tone; `before` is the tone that follows all of them, if that is to be said."""
    zh, en = _listed([_stretch(syllables, number, pair=before is not None) for number in numbers])
    place = Bilingual(zh="", en="")
    if before is not None:
        place = Bilingual(zh=f"{TONE_NAMES[before]}前面的", en=f" before {TONE_NAMES_EN[before]}")
    like = Bilingual(zh="", en="")
    if (heard := _heard(syllables, numbers)) is not None:
        like = Bilingual(zh=f"，听起来像{TONE_NAMES[heard]}", en=f", where it sounded like {TONE_NAMES_EN[heard]}")
    return Bilingual(
        zh=f"{place.zh}{TONE_NAMES[expected]}没读准：{zh}{like.zh}。{TONE_NAMES[expected]}要{SHAPES[expected]}。",
        en=f"{TONE_NAMES_EN[expected].capitalize()}{place.en} was off in {en}{like.en}: it is {SHAPES_EN[expected]}.",
    )


def _tone_after(syllables: Sequence[SyllableJudged], number: int) -> int | None:
    """The tone that the next syllable should have; None at a mark or the end."""
    if number + 1 == len(syllables):
        return None
    this, following = syllables[number], syllables[number + 1]
    if following.tone is None or this.position + this.length != following.position:
        return None
    return following.tone.expected


def _following_tone(syllables: Sequence[SyllableJudged], numbers: Sequence[int]) -> int | None:
    """The tone before which most of these syllables stand, at least `LEAST_ALIKE` of them; None without such a one."""
    return _of_most([_tone_after(syllables, number) for number in numbers], least=LEAST_ALIKE)


def _heard(syllables: Sequence[SyllableJudged], numbers: Sequence[int]) -> int | None:
    """The tone that was heard in most of these syllables; None where none was."""
    tones = [syllables[number].tone for number in numbers]
    return _of_most([tone.heard if tone else None for tone in tones], least=1)


def _of_most(tones: Sequence[int | None], *, least: int) -> int | None:
    tone, count = Counter(tones).most_common(1)[0]
    return tone if tone is not None and count >= max(least, MOST_SHARE * len(tones)) else None


def _stretch(syllables: Sequence[SyllableJudged], number: int, *, pair: bool) -> tuple[str, str]:
    """Characters and pinyin of a syllable, with the next one if `pair`."""
    stretch = syllables[number : number + 1 + pair]
    return "".join(syllable.character for syllable in stretch), " ".join(syllable.pinyin for syllable in stretch)


def _sounds(syllables: Sequence[SyllableJudged]) -> Iterator[Practice]:
    """One sentence for each sound that went wrong, with what was heard where that is sure."""
    misread = [
        (number, syllables[number], (part.expected, part.heard))
        for number in numbers_with("wrong", syllables)
        for part in (syllables[number].initial, syllables[number].final)
        if part is not None and part.verdict == "wrong"
    ]
    for pair, _ in Counter(sounds for _, _, sounds in misread).most_common():
        alike = [(number, syllable) for number, syllable, sounds in misread if sounds == pair]
        zh, en = _named([syllable for _, syllable in alike])
        expected, heard = pair
        yield Practice(
            Bilingual(
                zh=f"{expected} 没读准：{zh}" + (f"，听起来像 {heard}。" if heard else "。"),
                en=f"{expected} was off in {en}" + (f"; it sounded like {heard}." if heard else "."),
            ),
            tuple(number for number, _ in alike),
        )


def _beside(beside: Sequence[SpeechBesideText]) -> Iterator[Bilingual]:
    sentences: tuple[tuple[str, Callable[[int], Bilingual]], ...] = (
        (
            "extra",
            lambda n: Bilingual(
                zh=f"多读了 {n} 处课文里没有的话。",
                en=f"In {_counted(n, 'place')} something was said that is not in the text.",
            ),
        ),
        (
            "repeat",
            lambda n: Bilingual(
                zh=f"有 {n} 处重复。想好整句再开口，会更流利。",
                en=f"{_counted(n, 'repetition')}. Look at the whole sentence first, then speak.",
            ),
        ),
        (
            "filler",
            lambda n: Bilingual(
                zh=f"有 {n} 处“嗯、呃”。停一下比说“嗯、呃”好。",
                en=f"“Uh” or “um” in {_counted(n, 'place')}. A short silence is better than a sound.",
            ),
        ),
    )
    for kind, sentence in sentences:
        count = sum(extra.kind == kind for extra in beside)
        if count:
            yield sentence(count)


def _pauses(syllables: Sequence[SyllableJudged], pauses: Sequence[PauseFound]) -> Iterator[Bilingual]:
    inside = [pause for pause in pauses if pause.costs and pause.place == "inside" and pause.after >= 0]
    if inside:
        longest = max(inside, key=lambda pause: pause.end_ms - pause.start_ms)
        character = syllables[longest.after].character
        seconds = (longest.end_ms - longest.start_ms) / 1000
        yield Bilingual(
            zh=f"句子中间停了 {len(inside)} 次，最长在“{character}”后面（{seconds:.1f} 秒）。把词连起来读。",
            en=f"{_counted(len(inside), 'pause')} inside phrases, the longest after {character} ({seconds:.1f} s). Join the words.",
        )


def _speed(indicators: Sequence[Indicator]) -> Iterator[Bilingual]:
    speed = next((indicator for indicator in indicators if indicator.name == "speed_of_speech"), None)
    if speed is None or speed.value is None or speed.reference is None or speed.score >= LOW_SCORE:
        return
    if speed.value < speed.reference.low:
        yield Bilingual(
            zh=f"语速每秒 {speed.value:.1f} 个音节，母语者约 {speed.reference.low:g}–{speed.reference.high:g} 个。读熟以后可以快一点。",
            en=f"{speed.value:.1f} syllables a second; native readers make {speed.reference.low:g}-{speed.reference.high:g}. Read it until you can go faster.",
        )
    else:
        yield Bilingual(zh="读得太快了，放慢一点更清楚。", en="Very fast: a little slower is clearer.")
