"""What a reader is told to do next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.speech.findings import MOST_FINDINGS, MOST_NAMED, findings
from core.speech.wire import Indicator, PauseFound, Reference, SpeechBesideText, SyllableJudged
from core.wire import Bilingual
from tests.speech.made_reports import SOMETHING, SpokenSyllable, report, spoken_syllables

PINYIN = ("mā", "má", "mǎ", "mà", "ma", "zhī", "zī", "lǜ")
CHARACTERS = "妈麻马骂吗知资绿"


def syllables(count: int = 8, **changed: Any) -> list[SyllableJudged]:
    """The first of the eight in order, over and over; all `changed` alike."""
    spoken = [SpokenSyllable(CHARACTERS[index % 8], PINYIN[index % 8], **changed) for index in range(count)]
    return report("".join(syllable.character for syllable in spoken), spoken).syllables


def beside(kind: str, count: int = 1) -> list[SpeechBesideText]:
    extra = {"kind": kind, "start_ms": 0, "end_ms": 100, "after": 0, "syllables": 1, "repeated": None}
    return [SpeechBesideText.model_validate(extra)] * count


def pause(seconds: float, *, after: int = 0, place: str = "inside", costs: bool = True) -> PauseFound:
    fields = {"start_ms": 0, "end_ms": round(1000 * seconds), "after": after, "place": place, "costs": costs}
    return PauseFound.model_validate(fields)


def speed(value: float, score: float) -> Indicator:
    reference = Reference(low=3.3, high=4.2, source=Bilingual(zh="测", en="test"))
    return Indicator(
        name="speed_of_speech", label=SOMETHING, score=score, value=value, unit="syllables/s", n=9, confidence=1,
        reference=reference,
    )  # fmt: skip


def found(
    judged: Sequence[SyllableJudged],
    *,
    said_beside: Sequence[SpeechBesideText] = (),
    pauses: Sequence[PauseFound] = (),
    indicators: Sequence[Indicator] = (),
) -> list[Bilingual]:
    return findings(judged, beside=said_beside, pauses=pauses, indicators=indicators)


def test_without_a_fault_there_is_one_sentence_in_both_languages() -> None:
    (only,) = found(syllables(), pauses=[pause(0.4, place="boundary", costs=False)], indicators=[speed(3.8, 95)])
    assert only.zh.startswith("没有发现明显的错误")
    assert only.en.startswith("No certain error was found")


def test_nothing_is_said_of_what_is_unsure() -> None:
    unsure = syllables(tone="unsure", initial="unsure", final="unsure")
    assert found(unsure) == found(syllables())


def said_of(text: str, pinyin: str, wrong: str, **changed: Any) -> list[Bilingual]:
    """What is said where the tones of these characters were misread."""
    spoken = [
        replace(syllable, tone="wrong", **changed) if syllable.character in wrong else syllable
        for syllable in spoken_syllables(text, pinyin)
    ]
    return found(report(text, spoken).syllables)


def test_tones_misread_before_one_tone_are_told_as_a_habit_with_what_was_heard() -> None:
    (habit,) = said_of("他很忙也有名", "tā hěn máng yě yǒu-míng", "很有", heard="2")
    assert habit.zh == "第二声前面的第三声没读准：很忙（hěn máng）、有名（yǒu míng），听起来像第二声。第三声要低下去。"
    assert (
        habit.en
        == "Tone 3 before tone 2 was off in 很忙 (hěn máng), 有名 (yǒu míng), where it sounded like tone 2: it is low."
    )


def test_a_misread_tone_outside_of_a_habit_has_a_sentence_of_its_own() -> None:
    habit, other = said_of("很忙有名打电话", "hěn máng yǒu-míng dǎ diàn-huà", "很有打")
    assert habit.zh.startswith("第二声前面的第三声没读准")
    assert other.zh.startswith("第三声没读准：打（dǎ）")


def test_one_misread_tone_or_tones_before_a_mark_are_no_habit() -> None:
    assert said_of("他很忙", "tā hěn máng", "很")[0].zh.startswith("第三声没读准：很（hěn）")
    assert said_of("很，忙。有，名。", "hěn máng yǒu míng", "很有")[0].zh.startswith(
        "第三声没读准：很（hěn）、有（yǒu）"
    )


def test_there_are_never_more_than_five_and_what_was_left_out_comes_first() -> None:
    bad = syllables(tone="wrong", initial="wrong", final="wrong")[1:]
    other = syllables(1, initial="wrong", other_said=True)
    gone = syllables(1, omitted=True)
    said = found(
        [*other, *bad, *gone],
        said_beside=[*beside("extra"), *beside("repeat"), *beside("filler")],
        pauses=[pause(1)],
        indicators=[speed(1, 20)],
    )
    assert len(said) == MOST_FINDINGS
    assert said[0].zh.startswith("漏读了 1 个字：妈（mā）")
    assert said[1].zh.startswith("这些字好像读成了别的字：妈（mā）")
    assert all("没读准" in each.zh for each in said[2:4])
    assert said[4].zh.startswith("还有 3 个字要再练：")
    assert said[4].en.startswith("3 more to practise: ")


def test_what_a_reading_is_like_follows_the_order_of_its_faults() -> None:
    said = found(
        syllables(1),
        said_beside=[*beside("filler"), *beside("extra"), *beside("repeat")],
        pauses=[pause(0.5)],
        indicators=[speed(1.2, 20)],
    )
    assert [each.zh[:4] for each in said] == ["多读了 ", "有 1 ", "有 1 ", "句子中间", "语速每秒"]


def test_the_tone_that_went_wrong_most_often_comes_first_with_what_it_is_like() -> None:
    judged = [*syllables(2, tone="wrong"), *syllables(2, tone="wrong")[1:]]
    first, second = found(judged)
    assert first.zh == "第二声没读准：麻（má）。第二声要往上升。"
    assert first.en == "Tone 2 was off in 麻 (má): it is rising."
    assert second.zh.startswith("第一声没读准：妈（mā）")


def test_a_neutral_tone_is_called_so() -> None:
    (only,) = found(syllables(5, tone="wrong")[4:])
    assert only.zh == "轻声没读准：吗（ma）。轻声要又轻又短。"
    assert only.en.startswith("The neutral tone was off")


def test_sounds_are_named_as_pinyin_spells_them_with_what_was_heard() -> None:
    judged = syllables(8, initial="wrong", heard="z")[5:6] + syllables(8, final="wrong")[7:]
    zh, ü = found(judged)
    assert zh.zh == "zh 没读准：知（zhī），听起来像 z。"
    assert zh.en == "zh was off in 知 (zhī); it sounded like z."
    assert ü.zh == "ü 没读准：绿（lǜ）。"
    assert ü.en == "ü was off in 绿 (lǜ)."


def test_of_many_syllables_six_are_named_and_the_rest_counted() -> None:
    (six,) = found(syllables(MOST_NAMED, omitted=True))
    assert "等" not in six.zh
    assert "others" not in six.en.split(".")[0]
    (nine,) = found(syllables(9, omitted=True))
    assert "zhī）等。" in nine.zh
    assert nine.zh.startswith("漏读了 9 个字")
    assert "and others." in nine.en


def test_a_syllable_that_another_was_said_for_is_not_called_left_out_as_well() -> None:
    (only,) = found(syllables(1, omitted=True, other_said=True))
    assert only.zh.startswith("这些字好像读成了别的字")


@pytest.mark.parametrize(
    ("kind", "one", "two"),
    [
        ("extra", "In 1 place ", "In 2 places "),
        ("repeat", "1 repetition.", "2 repetitions."),
        ("filler", "“Uh” or “um” in 1 place.", "“Uh” or “um” in 2 places."),
    ],
)
def test_one_and_two_are_said_rightly(kind: str, one: str, two: str) -> None:
    for count, beginning in ((1, one), (2, two)):
        (only,) = found(syllables(), said_beside=beside(kind, count))
        assert only.en.startswith(beginning)
        assert f" {count} 处" in only.zh


def test_the_longest_pause_inside_is_shown_with_its_place_and_length() -> None:
    (one,) = found(syllables(), pauses=[pause(0.84, after=2), pause(2, place="boundary")])
    assert one.en.startswith("1 pause inside phrases, the longest after 马 (0.8 s)")
    (two,) = found(syllables(), pauses=[pause(0.5, after=1), pause(0.84, after=2)])
    assert two.zh.startswith("句子中间停了 2 次，最长在“马”后面（0.8 秒）")
    assert two.en.startswith("2 pauses inside phrases, the longest after 马 (0.8 s)")


def test_slow_and_hasty_readings_are_told_apart_and_a_good_pace_is_not_spoken_of() -> None:
    assert found(syllables(), indicators=[speed(1.5, 40)])[0].zh.startswith("语速每秒 1.5 个音节，母语者约 3.3–4.2 个")
    assert found(syllables(), indicators=[speed(8.0, 40)])[0].zh.startswith("读得太快了")
    assert found(syllables(), indicators=[speed(3.0, 90)]) == found(syllables())


VERDICTS = st.sampled_from(["right", "unsure", "wrong"])


@given(
    st.lists(st.tuples(st.integers(0, 7), VERDICTS, VERDICTS, VERDICTS, st.booleans()), min_size=1, max_size=12),
    st.integers(0, 3),
    st.integers(0, 3),
)
def test_whatever_went_wrong_there_are_one_to_five_sentences_in_both_languages(
    chosen: list[tuple[int, Any, Any, Any, bool]], fillers: int, stops: int
) -> None:
    said = [
        SpokenSyllable(CHARACTERS[which], PINYIN[which], tone=tone, initial=initial, final=final, omitted=omitted)
        for which, tone, initial, final, omitted in chosen
    ]
    judged = report("".join(each.character for each in said), said).syllables
    made = found(judged, said_beside=beside("filler", fillers), pauses=[pause(0.5)] * stops)
    assert 1 <= len(made) <= MOST_FINDINGS
    for each in made:
        assert each.zh.endswith("。")
        assert each.en.endswith(".")
