"""One list of verdicts: marks, headline, practice, scores and evidence of a reading never say different things.

Over 5,000 readings that are made up of scores, so that every border of every threshold is met; over 500 of them without `--full`.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter, defaultdict
from collections.abc import Sequence

import pytest
from pydantic import ValidationError

from core.speech.evidence import MOST_TARGETS, ReadingAct, evidence_of, is_reading
from core.speech.findings import MOST_FINDINGS, practices
from core.speech.history import kept_report
from core.speech.verdicts import FAULTS, LEAST_JUDGED, SyllableVerdict, syllable_verdict
from core.speech.wire import SoundJudged, SpeechReport, SyllableJudged, ToneJudged
from core.tables import shipped_tables
from core.tables.speech_norms import Norm
from pages.parts.i18n import writing_in
from pages.parts.speaking.data import reading_data
from pages.parts.speaking.measures import basis_text
from pages.parts.speaking.result import summary_text
from tests.speech.made_reports import SpokenSyllable, report
from tests.speech.made_up_readings import MadeUpReading, made_up_readings
from tests.store.rows import NOW

CHUNKS, IN_A_CHUNK = 10, 500
Made = list[tuple[MadeUpReading, SpeechReport]]


@pytest.fixture(scope="module")
def norms() -> dict[str, Norm]:
    return shipped_tables().speech_norms


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "made" in metafunc.fixturenames:
        chunks = CHUNKS if metafunc.config.getoption("--full") else 1
        metafunc.parametrize("made", range(chunks), indirect=True, scope="module")


@pytest.fixture(scope="module")
def made(request: pytest.FixtureRequest, norms: dict[str, Norm]) -> Made:
    """A tenth of the readings with their reports."""
    return [(reading, reading.report(norms)) for reading in made_up_readings(IN_A_CHUNK, seed=request.param)]


def parts(syllable: SyllableJudged) -> list[SoundJudged | ToneJudged]:
    return [part for part in (syllable.initial, syllable.final, syllable.tone) if part is not None]


def wrong_parts(syllable: SyllableJudged) -> list[SoundJudged | ToneJudged]:
    return [part for part in parts(syllable) if part.verdict == "wrong"]


def numbers(syllables: Sequence[SyllableJudged], *verdicts: SyllableVerdict) -> list[int]:
    return [number for number, syllable in enumerate(syllables) if syllable.verdict in verdicts]


def integers(text: str) -> list[int]:
    return [int(digits) for digits in re.findall(r"\d+", text)]


def act_of(reading: MadeUpReading) -> ReadingAct:
    """Every word is a knowledge point of its own name."""
    by_word: dict[int, str] = defaultdict(str)
    for syllable in reading.reading.syllables:
        by_word[syllable.word] += syllable.character
    return ReadingAct(
        student_id="s1",
        task_id="text_1",
        read_at=NOW,
        again=False,
        simplified=reading.reading.text,
        citation={},
        words=frozenset(),
        points={word: word for word in by_word.values()},
    )


def test_the_readings_hold_every_verdict_and_every_length(made: Made) -> None:
    verdicts = Counter(syllable.verdict for _, report_ in made for syllable in report_.syllables)
    assert all(verdicts[verdict] > 100 for verdict in ("right", "unsure", "wrong", "replaced", "omitted"))
    assert {len(report_.syllables) for _, report_ in made} == set(range(1, 25))


def test_every_wrong_syllable_names_a_wrong_part_or_was_left_out_or_replaced(made: Made) -> None:
    for _, report_ in made:
        for syllable in report_.syllables:
            if syllable.verdict == "wrong":
                assert wrong_parts(syllable)
            if syllable.verdict == "replaced":
                assert wrong_parts(syllable) or syllable.status == "omitted"
            if syllable.verdict == "omitted":
                assert (syllable.status, parts(syllable)) == ("omitted", [])


def test_every_named_wrong_part_lies_in_a_syllable_marked_wrong(made: Made) -> None:
    for _, report_ in made:
        for syllable in report_.syllables:
            assert bool(wrong_parts(syllable)) <= (syllable.verdict in ("wrong", "replaced"))


def test_what_is_called_right_has_its_tone_and_a_sound_right(made: Made) -> None:
    for _, report_ in made:
        for number in numbers(report_.syllables, "right"):
            syllable = report_.syllables[number]
            assert syllable.tone is not None
            assert syllable.tone.verdict == "right"
            assert "right" in [part.verdict for part in (syllable.initial, syllable.final) if part is not None]


def test_what_cannot_be_judged_has_no_score_and_no_claim(made: Made) -> None:
    for _, report_ in made:
        for syllable in report_.syllables:
            assert (syllable.score is None) == (
                syllable.verdict in ("unsure", "omitted") or syllable.status == "omitted"
            )
            for part in parts(syllable):
                assert (part.score is None) == (part.verdict == "unsure")
                assert part.heard is None or part.verdict == "wrong"


def test_headline_marks_legend_and_lists_count_the_same(made: Made) -> None:
    for _, report_ in made:
        verdicts = Counter(syllable.verdict for syllable in report_.syllables)
        with writing_in("en"):
            data, headline = reading_data(report_, recording=lambda _: None), summary_text(report_)
        assert data["counts"] == verdicts == Counter(syllable["state"] for syllable in data["syllables"])
        faults = [verdicts[verdict] for verdict in FAULTS[::-1] if verdicts[verdict]]
        counted = [sum(faults), *faults] if faults else []
        assert integers(headline) == [*counted, *([verdicts["unsure"]] if verdicts["unsure"] else [])]
        assert report_.omitted == numbers(report_.syllables, "omitted")
        assert report_.wrong == numbers(report_.syllables, "replaced")


def test_what_is_to_be_practised_is_what_is_marked(made: Made) -> None:
    for _, report_ in made:
        asked = practices(report_.syllables)
        assert len(asked) <= MOST_FINDINGS
        assert {number for practice in asked for number in practice.numbers} == set(numbers(report_.syllables, *FAULTS))
        assert [practice.sentence for practice in asked] == report_.findings[: len(asked)]


def test_the_numbers_rest_on_the_syllables_that_are_marked_as_judged(made: Made) -> None:
    for _, report_ in made:
        read = [syllable for syllable in report_.syllables if syllable.status == "read"]
        judged = numbers(report_.syllables, "right", "wrong", "replaced")
        accuracy = next(row for row in report_.indicators if row.name == "accurary")
        assert accuracy.n == len(judged)
        assert report_.judged_share == pytest.approx(
            sum(syllable.verdict != "unsure" for syllable in read) / max(1, len(read)), abs=6e-4
        )
        assert report_.short == (len(judged) < LEAST_JUDGED)
        judged_read = sum(report_.syllables[number].status == "read" for number in judged)
        with writing_in("en"):
            assert integers(basis_text(report_)) == [judged_read, len(read)]


def test_a_short_reading_claims_nothing_of_the_pace(made: Made) -> None:
    for _, report_ in made:
        if report_.short:
            assert not [
                finding for finding in report_.findings if "a second;" in finding.en or "Very fast" in finding.en
            ]


def test_no_total_falls_when_a_syllable_turns_from_wrong_to_right(made: Made, norms: dict[str, Norm]) -> None:
    turned: Counter[SyllableVerdict] = Counter()
    for number, (reading, before) in enumerate(made):
        faulty = numbers(before.syllables, *FAULTS)
        if not faulty:
            continue
        chosen = random.Random(number).choice(faulty)
        after = reading.with_right(chosen).report(norms)
        assert after.syllables[chosen].verdict == "right"
        assert after.total_score >= before.total_score
        assert after.text_integrity_score >= before.text_integrity_score
        turned[before.syllables[chosen].verdict] += 1
    assert all(turned[verdict] > 5 for verdict in FAULTS)


def test_the_evidence_for_the_map_is_the_verdicts(made: Made) -> None:
    checked = 0
    for reading, report_ in made:
        pieces = evidence_of(report_, act_of(reading))
        if not is_reading(report_):
            assert pieces == []
            continue
        checked += 1
        outcomes: dict[str, list[float]] = defaultdict(list)
        by_word: dict[int, list[SyllableJudged]] = defaultdict(list)
        for syllable in report_.syllables:
            by_word[syllable.word].append(syllable)
        for syllables in by_word.values():
            verdicts = {syllable.verdict for syllable in syllables}
            word = "".join(syllable.character for syllable in syllables)
            if verdicts & {"wrong", "replaced"}:
                outcomes[word].append(0.0)
            elif verdicts == {"right"}:
                outcomes[word].append(1.0)
        sent = {piece.target: piece.outcome for piece in pieces if piece.target_kind == "point"}
        assert sent.keys() == outcomes.keys()
        for word, outcome in sent.items():
            assert min(outcomes[word]) <= outcome <= max(outcomes[word])
            assert (outcome < 1) == (0.0 in outcomes[word])
    assert checked > IN_A_CHUNK / 3


def test_the_evidence_of_errors_is_the_named_parts(made: Made) -> None:
    for reading, report_ in made:
        if not is_reading(report_):
            continue
        pieces = evidence_of(report_, act_of(reading))
        sounds = Counter(int(piece.source.split("#")[1]) for piece in pieces if piece.target_kind == "sound")
        named = {
            number: sum(part.verdict == "wrong" for part in (syllable.initial, syllable.final) if part is not None)
            for number, syllable in enumerate(report_.syllables)
        }
        assert sounds == {number: count for number, count in named.items() if count}
        tones = {int(piece.source.split("#")[1]) for piece in pieces if piece.target_kind == "tone"}
        wrong_tones = {
            number
            for number, syllable in enumerate(report_.syllables)
            if syllable.tone is not None and syllable.tone.verdict == "wrong"
        }
        assert tones <= wrong_tones
        assert (
            tones == wrong_tones
            or len({piece.target for piece in pieces if piece.target_kind == "tone"}) == MOST_TARGETS
        )


def test_a_reading_of_which_nothing_can_be_judged_has_the_range_of_all_that_it_may_be(norms: dict[str, Norm]) -> None:
    unknown = [
        reading
        for reading in made_up_readings(IN_A_CHUNK)
        if {syllable.verdict for syllable in reading.syllables} == {"unsure"}
    ]
    assert unknown
    for reading in unknown:
        report_ = reading.report(norms)
        low, high = report_.total_interval
        assert low <= report_.total_score <= high
        assert high - low >= 0.4 * high
        assert report_.short


# -- the rule ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("initial", "final", "tone", "other_said", "verdict"),
    [
        ("unsure", "unsure", "right", True, "unsure"),
        ("right", "right", "right", True, "right"),
        ("right", "right", "right", False, "right"),
        (None, "right", "right", False, "right"),
        ("unsure", "right", "right", False, "right"),
        ("right", "unsure", "unsure", False, "unsure"),
        ("unsure", "unsure", "wrong", False, "wrong"),
        ("wrong", "right", "right", False, "wrong"),
        ("wrong", "unsure", "right", True, "replaced"),
        ("right", "right", "wrong", True, "wrong"),
        (None, "right", None, False, "unsure"),
    ],
)
def test_a_syllable_is_what_its_parts_are(
    initial: str | None, final: str, tone: str | None, other_said: bool, verdict: str
) -> None:
    judged = syllable_verdict(read=True, initial=initial, final=final, tone=tone, other_said=other_said)  # type: ignore[arg-type]
    assert judged == verdict


def test_no_report_can_be_made_that_claims_more_than_its_parts_do() -> None:
    kept = report("妈", [SpokenSyllable("妈", "mā")])
    claimed = {**kept.syllables[0].model_dump(), "verdict": "wrong"}
    with pytest.raises(ValidationError, match="'wrong' does not follow from the parts"):
        SyllableJudged.model_validate(claimed)
    with pytest.raises(ValidationError, match="omitted does not list the syllables"):
        SpeechReport.model_validate({**kept.model_dump(), "omitted": [0]})


def test_a_report_that_was_kept_before_there_were_verdicts_gets_them_by_the_same_rule() -> None:
    spoken = [
        SpokenSyllable("妈", "mā", tone="wrong"),
        SpokenSyllable("大", "dà", initial="unsure", final="unsure"),
        SpokenSyllable("麻", "má", omitted=True),
        SpokenSyllable("知", "zhī", initial="wrong", other_said=True),
    ]
    kept = json.loads(report("妈大麻知", spoken).model_dump_json())
    for syllable in kept["syllables"]:
        del syllable["verdict"]
    del kept["short"]
    kept["wrong"] = [1, 3]
    found = kept_report(json.dumps(kept))
    assert [syllable.verdict for syllable in found.syllables] == ["wrong", "unsure", "omitted", "replaced"]
    assert (found.omitted, found.wrong, found.short) == ([2], [3], True)
