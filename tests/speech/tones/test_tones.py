"""Tones: register, features, probabilities, verification, confidence."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.arrays import Float64
from core.errors import CorruptTable
from core.models.tones import MODEL, NumpyToneModel
from core.speech.model import AlignedSyllable, ExpectedSyllable, PitchTrack, Presence, Sounds, ToneScore
from core.speech.tones.features import (
    FEATURES,
    TEXT_COLUMNS,
    Span,
    features,
    loudness,
    register,
    register_of,
    semitones,
)
from core.speech.tones.verdicts import confidence, contour, tone_scores, verdict, verification
from core.tables import DATA

SHAPES = {1: (4.6, 4.7, 4.6), 2: (2.4, 2.8, 4.4), 3: (2.2, 1.0, 1.3), 4: (5.0, 3.8, 1.2)}
"""Levels at the beginning, middle and end of a final."""
BASE_HZ, LEVEL_SEMITONES = 200.0, 2.6
INITIAL, FINAL = 8, 24
"""Frames."""


@pytest.fixture(scope="module")
def model() -> NumpyToneModel:
    return NumpyToneModel(DATA / MODEL)


def reading(tones: list[int], *, base_hz: float = BASE_HZ) -> tuple[PitchTrack, list[Span]]:
    """A voice that says tones one after another, each after an unvoiced initial."""
    parts: list[Float64] = []
    spans = []
    for index, tone in enumerate(tones):
        levels = np.interp(np.linspace(0, 2, FINAL), [0, 1, 2], SHAPES[tone])
        parts += [np.full(INITIAL, np.nan), base_hz * 2 ** ((levels - 3) * LEVEL_SEMITONES / 12)]
        start = index * (INITIAL + FINAL) / 100
        spans.append(Span(start, start + INITIAL / 100, start + (INITIAL + FINAL) / 100))
    hz = np.concatenate([*parts, np.full(10, np.nan)])
    return PitchTrack(hz, np.where(np.isfinite(hz), 0.98, 0.2)), spans


def sound(track: PitchTrack) -> np.ndarray:
    """As loud as the voice: a quiet initial, a loud final."""
    envelope = np.repeat(np.where(np.isfinite(track.hz), 0.1, 0.005), 160)
    return np.asarray(envelope * np.random.default_rng(1).standard_normal(len(envelope)), np.float32)


def syllable(tone: int, tones: frozenset[int] | None = None) -> ExpectedSyllable:
    return ExpectedSyllable(0, "妈", "mā", (Sounds("m", "a"),), tone, tones or frozenset([tone]), 0, "none")


def scored(
    tones: list[int], expected: list[int], model: NumpyToneModel, *, base_hz: float = BASE_HZ
) -> list[ToneScore | None]:
    track, spans = reading(tones, base_hz=base_hz)
    aligned = [AlignedSyllable(i, "read", s.start, s.end, s.final_start) for i, s in enumerate(spans)]
    return tone_scores(track, sound(track), aligned, [syllable(tone) for tone in expected], model=model)


def chosen(found: list[ToneScore | None]) -> list[int]:
    return [int(np.argmax(score.probabilities[:4])) + 1 for score in found if score]


SENTENCE = [1, 4, 2, 3, 1, 2, 4, 1, 3, 4, 2, 1]


def test_a_rising_pitch_is_heard_as_a_second_tone_and_each_other_shape_as_its_own(model: NumpyToneModel) -> None:
    hits = sum(a == b for a, b in zip(chosen(scored(SENTENCE, SENTENCE, model)), SENTENCE, strict=True))
    assert hits >= 11


@settings(deadline=None, max_examples=20)
@given(factor=st.floats(0.45, 1.9))
def test_a_higher_voice_gives_the_same_tone(factor: float) -> None:
    model = NumpyToneModel(DATA / MODEL)
    here, there = scored(SENTENCE, SENTENCE, model), scored(SENTENCE, SENTENCE, model, base_hz=BASE_HZ * factor)
    for one, other in zip(here, there, strict=True):
        assert one is not None
        assert other is not None
        np.testing.assert_allclose(one.probabilities, other.probabilities, atol=1e-4)
        assert one.contour == pytest.approx(other.contour, abs=0.01)


@pytest.mark.parametrize(("place", "said"), [(0, 4), (2, 4), (5, 1), (9, 2)])
def test_a_swapped_tone_loses_its_probability_and_its_neighbours_keep_theirs(
    place: int, said: int, model: NumpyToneModel
) -> None:
    spoken = [*SENTENCE]
    spoken[place] = said
    before, after = scored(SENTENCE, SENTENCE, model), scored(spoken, SENTENCE, model)
    probabilities = [[score.probability if score else 0 for score in part] for part in (before, after)]
    assert probabilities[1][place] < 0.5 < probabilities[0][place]
    beside = [i for i in (place - 1, place + 1) if 0 <= i < len(SENTENCE)]
    assert all(probabilities[0][i] - probabilities[1][i] < 0.35 for i in beside)


def test_the_tone_that_is_expected_does_not_change_the_probabilities_of_its_own_syllable(model: NumpyToneModel) -> None:
    other = [*SENTENCE]
    other[4] = 3
    right, wrong = scored(SENTENCE, SENTENCE, model)[4], scored(SENTENCE, other, model)[4]
    assert right is not None
    assert wrong is not None
    assert right.probabilities == wrong.probabilities
    assert right.probability > wrong.probability


def test_omitted_syllables_have_no_score_and_silence_has_no_confidence(model: NumpyToneModel) -> None:
    track, spans = reading([1, 4])
    states: list[Presence] = ["read", "omitted"]
    aligned = [
        AlignedSyllable(i, state, s.start, s.end, s.final_start)
        for i, (state, s) in enumerate(zip(states, spans, strict=True))
    ]
    expected = [syllable(1), syllable(4)]
    first, second = tone_scores(track, sound(track), aligned, expected, model=model)
    assert first is not None
    assert second is None
    silent = PitchTrack(np.full(60, np.nan), np.zeros(60))
    (nothing, _) = tone_scores(silent, np.zeros(9_600, np.float32), aligned, expected, model=model)
    assert nothing is not None
    assert nothing.confidence == 0
    assert nothing.contour is None
    assert verdict(nothing) == "unsure"


def test_nothing_read_gives_nothing(model: NumpyToneModel) -> None:
    assert tone_scores(PitchTrack(np.full(1, np.nan), np.zeros(1)), np.zeros(0, np.float32), [], [], model=model) == []


def test_more_accepted_tones_never_lower_the_probability() -> None:
    probabilities = np.array([0.1, 0.5, 0.25, 0.1, 0.05])
    one = verification(probabilities, frozenset([3]), (1.0, 0.0))
    assert verification(probabilities, frozenset([2, 3]), (1.0, 0.0)) > one
    assert verification(probabilities, frozenset([3, 5]), (1.0, 0.0)) > one


def test_a_worn_down_tone_is_no_evidence_against_a_full_one() -> None:
    worn = np.array([0.3, 0.02, 0.02, 0.02, 0.64])
    assert verification(worn, frozenset([1]), (1.0, 0.0)) > 0.8


def test_confidence_falls_with_little_voice_creak_and_octave_jumps() -> None:
    track, (span,) = reading([1])
    pitch = semitones(track.hz)
    assert confidence(pitch, track.strength, span) == 1
    holed, doubled = pitch.copy(), pitch.copy()
    holed[INITIAL + 4 : INITIAL + FINAL] = np.nan
    doubled[INITIAL + 10 :] -= 12
    assert confidence(holed, track.strength, span) < 0.3
    assert confidence(doubled, track.strength, span) == 0.5
    assert confidence(pitch, np.full(len(pitch), 0.6), span) < 0.3


def test_a_contour_lies_on_the_five_levels_of_its_reader() -> None:
    track, spans = reading([1, 2, 3, 4] * 10)
    pitch = semitones(track.hz)
    voice = register(pitch, spans)
    high, falling = contour(pitch, spans[0], voice), contour(pitch, spans[3], voice)
    assert high is not None
    assert falling is not None
    assert len(high) == len(falling) == 11
    assert min(high) > 4
    assert falling[0] > 4.5
    assert falling[-1] < 2


def test_a_register_of_little_voice_is_the_usual_one() -> None:
    empty, short = register_of(np.zeros(0)), register_of(np.full(10, 95.0))
    assert empty.ceiling - empty.floor == pytest.approx(9.5)
    assert short.median == 95
    assert 7 < short.ceiling - short.floor < 9.5


def test_features_are_finite_whatever_is_missing() -> None:
    pitch = np.full(100, np.nan)
    spans = [Span(0.0, 0.0, 0.01), Span(0.3, 0.4, 0.4), Span(0.95, 1.2, 1.4)]
    rows = features(pitch, np.zeros(100), np.full(100, -100.0), spans, [frozenset()] * 3, register(pitch, spans))
    assert rows.shape == (3, FEATURES)
    assert np.isfinite(rows).all()


def test_loudness_is_the_level_of_the_sound() -> None:
    found = loudness(np.full(16_000, 0.1, np.float32))
    assert len(found) == 101
    assert found[50] == pytest.approx(-20, abs=0.01)


def test_a_model_of_other_features_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "tones.npz"
    card = np.frombuffer(json.dumps({"version": "x", "calibration": [1, 0]}).encode(), np.uint8)
    np.savez(file, mean=np.zeros((1, 3)), card=card)
    with pytest.raises(CorruptTable, match=f"there are {FEATURES} features"):
        NumpyToneModel(file).version  # noqa: B018


def by_the_formulas(rows: np.ndarray, arrays: dict[str, np.ndarray], network: int) -> np.ndarray:
    """The probabilities of one network, gate by gate and syllable by syllable."""

    def part(name: str) -> np.ndarray:
        return np.asarray(arrays[name][network], np.float64)

    def layer(x: np.ndarray, name: str) -> np.ndarray:
        return np.asarray(part(f"{name}_weight") @ x + part(f"{name}_bias"))

    scaled = np.clip((rows - part("mean")) / part("scale"), -6, 6)
    first = [np.maximum(layer(np.delete(row, TEXT_COLUMNS), "first"), 0) for row in scaled]
    around: list[list[np.ndarray]] = []
    for direction, order in enumerate((range(len(rows)), range(len(rows) - 1, -1, -1))):
        own = [part(f"{name}_{kind}")[direction] for name in ("input", "recurrent") for kind in ("weight", "bias")]
        state, states = np.zeros(own[2].shape[1]), {}
        for place in order:
            inside, before = (
                np.split(weight @ x + bias, 3) for weight, bias, x in ((*own[:2], first[place]), (*own[2:], state))
            )
            reset, update = (1 / (1 + np.exp(-(inside[gate] + before[gate]))) for gate in (0, 1))
            state = (1 - update) * np.tanh(inside[2] + reset * before[2]) + update * state
            states[place] = state
        around.append([states[place] for place in range(len(rows))])
    results = []
    for place, row in enumerate(scaled):
        joined = np.concatenate([around[0][place], around[1][place], first[place], row[TEXT_COLUMNS]])
        powers = np.exp(layer(np.maximum(layer(joined, "joined"), 0), "last"))
        results.append(powers / powers.sum())
    return np.array(results)


def test_the_networks_are_those_of_the_formulas(model: NumpyToneModel) -> None:
    with np.load(DATA / MODEL) as stored:
        arrays = {name: stored[name] for name in stored.files}
    rows = np.random.default_rng(3).normal(arrays["mean"][0], arrays["scale"][0], (7, FEATURES)).astype(np.float32)
    wanted = np.mean([by_the_formulas(rows, arrays, network) for network in range(len(arrays["mean"]))], axis=0)
    np.testing.assert_allclose(model.probabilities(rows), wanted, atol=1e-4)
    assert model.probabilities(rows[:0]).shape == (0, 5)
