"""What is heard of readings aloud: floors on speakers that the models have not heard.

Single syllables have no floor: the tone model that ships has heard all their speakers, and what networks without one of them reached is
a figure of the training (docs/accuracy.md), which a test could only repeat.
"""

from __future__ import annotations

import pytest

from evaluation.speech import asked_tones
from evaluation.speech import fluency as speech_fluency
from evaluation.speech import segments as speech_segments
from evaluation.speech import tones as speech_tones
from evaluation.speech.corpora import SPEECH
from evaluation.speech.edits import development
from tests.evaluation.floors import FLOORS, needs

HELD = FLOORS["speech"]
needs_recordings = needs(SPEECH)


@needs_recordings
def test_connected_tones_hold_their_floor_as_the_product_aligns_them() -> None:
    share, _, _, _ = speech_tones.named_rightly(list(speech_tones.judged()))
    assert share >= HELD["tones_as_aligned"]


@needs_recordings
@pytest.mark.parametrize("reader", asked_tones.READERS)
def test_another_tone_in_the_text_is_found_by_networks_that_do_not_know_the_reader(reader: str) -> None:
    tones = list(asked_tones.asked(reader, every=6))
    assert asked_tones.share(tones, "wrong", edited=True).share >= HELD["other_tone_found"]
    assert asked_tones.share(tones, "wrong", edited=False).share <= HELD["own_tone_called_wrong_at_most"]


@needs_recordings
@pytest.mark.parametrize(("confusable", "floor"), [(False, "area_random"), (True, "area_confusable")])
def test_a_wrong_sound_is_told_from_the_right_one(confusable: bool, floor: str) -> None:
    assert speech_segments.judge_sounds(development(), confusable=confusable).area >= HELD[floor]


@needs_recordings
def test_fluency_agrees_with_raters() -> None:
    human, machine, _ = speech_fluency.by_speaker(list(speech_fluency.rated()))
    reached, _, _ = speech_fluency.shipped(machine, human)
    assert reached >= HELD["fluency_r"]
