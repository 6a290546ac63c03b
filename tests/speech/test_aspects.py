"""The three that the eleven indicators add up to."""

from __future__ import annotations

from core.speech.aspects import ASPECTS, aspects
from core.speech.measures.mapping import FLUENCY_WEIGHTS
from core.speech.wire import INDICATORS
from tests.speech.made_reports import report, spoken_syllables


def test_every_indicator_stands_behind_one_of_the_three() -> None:
    assert sorted(name for names in ASPECTS.values() for name in names) == sorted(INDICATORS)
    assert set(ASPECTS["fluency"]) == set(FLUENCY_WEIGHTS)


def test_what_was_not_measured_has_no_score() -> None:
    made = report("你好", spoken_syllables("你好", "nǐ-hǎo"), values={"accurary": 0.7})
    assert [(aspect.name, aspect.score) for aspect in aspects(made)] == [
        ("sounds", 70.0),
        ("fluency", None),
        ("completeness", None),
    ]


def test_fluency_is_the_composite_of_its_indicators() -> None:
    made = report("你好", spoken_syllables("你好", "nǐ-hǎo"), values=dict.fromkeys(ASPECTS["fluency"], 1.0))
    assert aspects(made)[1].score == 70.0
