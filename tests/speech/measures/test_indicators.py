"""The eleven indicators together."""

from __future__ import annotations

from core.speech.measures.indicators import indicators
from core.speech.measures.timing import timing
from core.speech.model import Measure, Pause
from core.speech.wire import INDICATORS
from core.tables import DATA
from core.tables.speech_norms import speech_norms
from tests.speech.readings import read_through, text_of

NORMS = speech_norms(DATA / "speech_norms.toml")
RIGHT = Measure(0.95, "share", 10)


def test_a_smooth_reading_has_all_eleven_in_the_contracts_order() -> None:
    alignment = read_through(20)
    times = timing(text_of([1] * 20), alignment, [])
    found = indicators(times, alignment, integrity=RIGHT, intonation=RIGHT, accuracy=RIGHT, norms=NORMS)
    assert tuple(found) == INDICATORS
    assert all(each.score > 85 for each in found.values())


def test_a_pause_inside_lowers_what_rests_on_pauses_and_nothing_else() -> None:
    reading = text_of([1] * 20)
    smooth, halting = read_through(20), read_through(20, gaps={7: 1.0, 14: 1.0})
    before = indicators(
        timing(reading, smooth, []), smooth, integrity=RIGHT, intonation=RIGHT, accuracy=RIGHT, norms=NORMS
    )
    paused = timing(reading, halting, [Pause(2.25, 3.25), Pause(5.0, 6.0)])
    after = indicators(paused, halting, integrity=RIGHT, intonation=RIGHT, accuracy=RIGHT, norms=NORMS)
    lowered = {name for name in INDICATORS if after[name].score < before[name].score - 1e-9}
    assert lowered == {
        "speed_of_speech",
        "silent_pause_frequency",
        "pronunciation_time_ratio",
        "average_length_of_silent_pause",
        "average_flow_length",
    }


def test_nothing_read_scores_nothing_anywhere() -> None:
    alignment = read_through(4, omitted=range(4))
    nothing = Measure(None, "share", 0)
    found = indicators(None, alignment, integrity=nothing, intonation=nothing, accuracy=nothing, norms=NORMS)
    assert tuple(found) == INDICATORS
    assert {each.score for each in found.values()} == {0.0}
