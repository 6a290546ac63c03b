"""What is heard of readings aloud: floors on speakers that the models have not heard."""

from __future__ import annotations

import numpy as np
import pytest

from core.models.tones import MODEL, NumpyToneModel
from core.tables import DATA
from evaluation.speech import fluency as speech_fluency
from evaluation.speech import segments as speech_segments
from evaluation.speech import tones as speech_tones
from evaluation.speech.corpora import SPEECH
from evaluation.speech.edits import development
from evaluation.speech.tones import ISOLATED
from tests.evaluation.floors import FLOORS

HELD = FLOORS["speech"]
LEFT_OUT = NumpyToneModel(DATA / MODEL).card["left_out"]
needs_recordings = pytest.mark.skipif(
    not SPEECH.exists(), reason="The reference recordings are not here (WENLU_REFERENCE names their folder)."
)


def test_isolated_tones_of_speakers_left_out_hold_their_floor() -> None:
    assert np.mean([LEFT_OUT[speaker]["session"]["accuracy"] for speaker in ISOLATED]) >= HELD["tones_isolated"]


def test_connected_tones_of_unseen_speakers_hold_their_floor() -> None:
    assert LEFT_OUT["development"]["own register"]["accuracy"] >= HELD["tones_connected"]


@needs_recordings
def test_connected_tones_hold_their_floor_as_the_product_aligns_them() -> None:
    share, _, _, _ = speech_tones.named_rightly(list(speech_tones.judged()))
    assert share >= HELD["tones_as_aligned"]


@needs_recordings
@pytest.mark.parametrize(("confusable", "floor"), [(False, "area_random"), (True, "area_confusable")])
def test_a_wrong_sound_is_told_from_the_right_one(confusable: bool, floor: str) -> None:
    assert speech_segments.judged(development(), confusable=confusable).area >= HELD[floor]


@needs_recordings
def test_fluency_agrees_with_raters() -> None:
    human, machine, _ = speech_fluency.by_speaker(list(speech_fluency.rated()))
    reached, _, _ = speech_fluency.shipped(machine, human)
    assert reached >= HELD["fluency_r"]
