"""Temporal measures against times known beforehand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.speech.measures.timing import charged_measures, raw_measures, timing
from core.speech.model import ExtraSpeech, Pause
from tests.speech.readings import read_through, text_of


def test_ten_syllables_in_two_and_a_half_seconds_are_four_a_second():
    times = timing(text_of([1] * 10), read_through(10), [])
    assert times is not None
    measures = raw_measures(times)
    assert measures["speed_of_speech"].value == pytest.approx(4.0)
    assert measures["rate_of_pronunciation"].value == pytest.approx(4.0)
    assert measures["pronunciation_time_ratio"].value == pytest.approx(1.0)
    assert measures["silent_pause_frequency"].value == 0
    assert measures["average_length_of_silent_pause"].value is None
    assert measures["average_flow_length"].value == 10


def test_a_pause_inside_is_counted_in_every_measure_it_touches():
    times = timing(text_of([1] * 10), read_through(10, gaps={4: 0.5}), [Pause(1.5, 2.0)])
    assert times is not None
    raw, charged = raw_measures(times), charged_measures(times)
    assert raw == charged
    assert raw["speed_of_speech"].value == pytest.approx(10 / 3)
    assert raw["rate_of_pronunciation"].value == pytest.approx(4.0)
    assert raw["pronunciation_time_ratio"].value == pytest.approx(2.5 / 3)
    assert raw["silent_pause_frequency"].value == pytest.approx(10)
    assert raw["average_length_of_silent_pause"].value == pytest.approx(0.5)
    assert raw["average_flow_length"].value == pytest.approx(5)
    assert [(each.after, each.place, each.costs) for each in times.pauses] == [(3, "inside", True)]


def test_a_pause_at_a_comma_is_shown_and_costs_nothing():
    reading = text_of([1] * 10, breaks={4: "minor"})
    times = timing(reading, read_through(10, gaps={4: 0.8}), [Pause(1.5, 2.3)])
    assert times is not None
    assert raw_measures(times)["silent_pause_frequency"].value == pytest.approx(10)
    free = timing(reading, read_through(10), [])
    assert free is not None
    for name, measure in charged_measures(times).items():
        expected = charged_measures(free)[name].value
        assert measure.value == (None if expected is None else pytest.approx(expected))
    assert [(each.place, each.costs) for each in times.pauses] == [("boundary", False)]


def test_of_a_long_pause_at_a_full_stop_the_excess_costs():
    times = timing(text_of([1] * 10, breaks={4: "major"}), read_through(10, gaps={4: 3.0}), [Pause(1.5, 4.5)])
    assert times is not None
    assert times.pauses[0].costs
    assert times.pauses[0].charged_seconds == pytest.approx(2.0)
    charged = charged_measures(times)
    assert charged["speed_of_speech"].value == pytest.approx(10 / 4.5)
    assert charged["average_length_of_silent_pause"].value == pytest.approx(3.0)


def test_a_pause_at_a_mark_excuses_omitted_syllables_after_it():
    reading = text_of([1] * 8, breaks={4: "minor"})
    alignment = read_through(8, gaps={6: 0.6}, omitted=[4, 5])
    times = timing(reading, alignment, [Pause(1.5, 2.1)])
    assert times is not None
    assert times.pauses[0].place == "boundary"


def test_silence_before_and_after_the_reading_does_not_count():
    times = timing(text_of([1] * 4), read_through(4), [Pause(0.0, 0.45), Pause(1.6, 4.0), Pause(0.3, 0.6)])
    assert times is not None
    assert times.pauses == ()
    assert (times.onset, times.offset) == (0.5, 1.5)


def test_fillers_are_produced_too():
    filler = ExtraSpeech("filler", 0.0, 0.4, -1, 1)
    times = timing(text_of([1] * 4), read_through(4, extras=[filler]), [])
    assert times is not None
    assert times.produced == 5
    assert times.onset == 0.0


def test_nothing_read_has_no_times():
    assert timing(text_of([1, 2]), read_through(2, omitted=[0, 1]), []) is None


@given(st.lists(st.tuples(st.integers(1, 19), st.floats(0.25, 3)), max_size=6, unique_by=lambda pair: pair[0]))
def test_what_is_charged_is_never_more_than_what_was_paused(gaps: list[tuple[int, float]]):
    reading = text_of([1] * 20, breaks={5: "minor", 10: "major"})
    alignment = read_through(20, gaps=dict(gaps))
    starts = {each.index: each.start for each in alignment.syllables}
    times = timing(reading, alignment, [Pause(starts[i] - gap, starts[i]) for i, gap in gaps])
    assert times is not None
    raw, charged = raw_measures(times), charged_measures(times)
    assert len(times.pauses) == len(gaps)
    for name in ("speed_of_speech", "pronunciation_time_ratio", "average_flow_length"):
        assert charged[name].value >= raw[name].value - 1e-9  # type: ignore[operator]
    assert charged["rate_of_pronunciation"].value == pytest.approx(raw["rate_of_pronunciation"].value)
