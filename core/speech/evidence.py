"""The evidence that a reading gives about the student. Only what is claimed counts: a part that cannot be judged gives none.

Misread tones and words go to the plan, the share of right sounds and tones to the portrait, words that are knowledge points
to the map. An error is reported once: a tone by its pair, a word only when more than one of its tones was wrong.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from core.language.pinyin import NEUTRAL
from core.learning.days import day_of
from core.learning.readings import counts_as_read
from core.records.evidence import Evidence, TargetKind
from core.speech.wire import Indicator, SoundJudged, SpeechReport, SyllableJudged, ToneJudged

TONE_WEIGHT = 0.25
"""The weight of a tone heard with certainty, in answers. Tones of one reading share speaker, room and text, so that four of them
tell no more than one answer; a text understood has the same weight for each of its points."""
SOUND_WEIGHT = TONE_WEIGHT / 2
"""The weight of an initial or a final: a syllable has two of them and one tone."""
MOST_WEIGHT = 8.0
"""The highest weight of one reading on one leaf, however long it is: as much as the prior
(`learning.indicators.PRIOR_OBSERVATIONS`), so that a single reading moves a new portrait half way and no further."""
ERROR_WEIGHT = 1.0
"""The weight of an error heard with certainty: it is claimed only when it is sure, and the text asked for this very
sound."""
WORD_WEIGHT = 0.1
"""The weight of a word that is a knowledge point and was read aloud: whoever reads it knows its sound, which is the least part of
using it."""
MOST_TARGETS = 3
"""Tones, and words, of one reading that the plan gets to practise: each comes twice within two days, and a long text read by a
beginner would otherwise fill them."""
TWO_TONES = 2
"""Wrong tones in one word from which the word itself is practised and not its tones alone."""
RUN_SYLLABLES = 12
"""Texts shorter than the target of D22 hide how long a run could have been; for D21 they count by their length."""
CLAIMED = ("right", "wrong")

SOUNDS, TONES, CHANGED, PHONATION, RUNS, MINUTES, READINGS, AGAIN = (
    "D18", "D19", "D20", "D21", "D22", "D25", "D26", "D29",
)  # fmt: skip
"""Leaves of the portrait: accuracy of initials and finals, of tones as written, of tones that change, neutral tones and erhua;
phonation ratio, length of runs, minutes, recordings, recorded once more."""
Part = SoundJudged | ToneJudged
Key = TypeVar("Key")


@dataclass(frozen=True)
class ReadingAct:
    """The act of reading a text aloud: who read what and when, and what the tables know of the text. The report says
    none of it."""

    student_id: str
    task_id: str
    """`say_<sentence>` of the plan, else `text_<key>`: reading one of them aloud earns its experience once a day."""
    read_at: datetime
    again: bool
    """Whether the student has read the text before on this day."""
    simplified: str
    """The text in simplified characters, of the same length."""
    citation: Mapping[int, int]
    """Tones as written, by code-point offset."""
    words: Collection[str]
    """The word list, which the plan draws from."""
    points: Mapping[str, str]
    """Ids of the knowledge points that are words, by word."""


def is_reading(report: SpeechReport, *, least_score: int = 0) -> bool:
    """Whether enough of the text was read for the report to say anything of the student, and well enough for the total that was asked for."""
    return counts_as_read(report.total_score, read_share(report), least_score=least_score)


def read_share(report: SpeechReport) -> float:
    """Share of the syllables that were read, 0-1; 0 of a text without any."""
    read = sum(syllable.status == "read" for syllable in report.syllables)
    return read / len(report.syllables) if report.syllables else 0.0


def evidence_of(report: SpeechReport, act: ReadingAct) -> list[Evidence]:
    """All pieces of evidence of a stored report; none where `is_reading` says no."""
    if not is_reading(report):
        return []
    log = _Log(report, act)
    return [
        log.read_aloud(),
        *_portrait(report, act, log),
        *_misread_tones(report, act, log),
        *_misread_sounds(report, log),
        *_words(report, act, log),
    ]


class _Log:
    """Makes the pieces of evidence of one reading."""

    def __init__(self, report: SpeechReport, act: ReadingAct) -> None:
        self._report = report
        self._act = act

    def piece(
        self, kind: str, target_kind: TargetKind, target: str, outcome: float, weight: float, position: int | str
    ) -> Evidence:
        """One piece; `position` is the index of the syllable, or the leaf."""
        source = f"{self._report.evaluation_id}#{position}"
        return Evidence(
            student_id=self._act.student_id,
            kind=kind,
            target_kind=target_kind,
            target=target,
            outcome=round(outcome, 4),
            weight=round(weight, 4),
            source=source,
            occurred_at=self._act.read_at,
            idempotency_key=f"{source}:{kind}:{target_kind}:{target}",
        )

    def read_aloud(self) -> Evidence:
        """The act itself, once a day and text: the same piece as when a sentence of the plan is ticked off unheard."""
        act = self._act
        day = day_of(act.read_at).isoformat()
        return Evidence(
            student_id=act.student_id,
            kind="reading_aloud",
            target_kind="skill",
            target="speaking",
            outcome=1.0,
            weight=1.0,
            source=act.task_id,
            occurred_at=act.read_at,
            idempotency_key=f"reading_aloud:{act.student_id}:{act.task_id}:{day}",
        )


# -- the portrait ---------------------------------------------------------------------------------------------


def _portrait(report: SpeechReport, act: ReadingAct, log: _Log) -> Iterator[Evidence]:
    sounds = [part for syllable in report.syllables for part in _sounds(syllable)]
    changed = {index for index, syllable in enumerate(report.syllables) if _is_changed(syllable, act)}
    tones = [(index, syllable.tone) for index, syllable in enumerate(report.syllables)]
    shares: tuple[tuple[str, Iterable[Part | None], float], ...] = (
        (SOUNDS, sounds, SOUND_WEIGHT),
        (TONES, [tone for index, tone in tones if index not in changed], TONE_WEIGHT),
        (CHANGED, [tone for index, tone in tones if index in changed], TONE_WEIGHT),
    )
    for leaf, parts, weight in shares:
        claimed = [part for part in parts if part is not None and part.verdict in CLAIMED]
        certainty = sum(part.confidence for part in claimed)
        if certainty > 0:
            right = sum(part.confidence for part in claimed if part.verdict == "right") / certainty
            yield log.piece("read_aloud", "indicator", leaf, right, min(MOST_WEIGHT, weight * certainty), leaf)
    yield from _fluency(report, log)
    yield log.piece("read_aloud", "indicator", MINUTES, report.quality.seconds / 60, 1.0, MINUTES)
    yield log.piece("read_aloud", "indicator", READINGS, 1.0, 1.0, READINGS)
    yield log.piece("read_aloud", "indicator", AGAIN, float(act.again), 1.0, AGAIN)


def _fluency(report: SpeechReport, log: _Log) -> Iterator[Evidence]:
    by_name: dict[str, Indicator] = {indicator.name: indicator for indicator in report.indicators}
    length = len(report.syllables) / RUN_SYLLABLES
    phonation = by_name.get("pronunciation_time_ratio")
    if phonation is not None and phonation.value is not None and phonation.confidence > 0:
        share = phonation.value / (100 if phonation.unit == "%" else 1)
        weight = phonation.confidence * min(1.0, length)
        yield log.piece("read_aloud", "indicator", PHONATION, min(1.0, share), weight, PHONATION)
    runs = by_name.get("average_flow_length")
    if runs is not None and runs.value is not None and runs.confidence > 0 and length >= 1:
        yield log.piece("read_aloud", "indicator", RUNS, runs.value, runs.confidence, RUNS)


def _sounds(syllable: SyllableJudged) -> list[SoundJudged]:
    return [part for part in (syllable.initial, syllable.final) if part is not None]


def _is_changed(syllable: SyllableJudged, act: ReadingAct) -> bool:
    """Whether the tone is neutral, changed by a neighbour, or spoken with the suffix 儿."""
    if syllable.tone is None:
        return False
    written = act.citation.get(syllable.position, syllable.tone.expected)
    return syllable.tone.expected == NEUTRAL or syllable.tone.expected != written or len(syllable.character) > 1


# -- errors, for the plan --------------------------------------------------------------------------------------


def _misread_tones(report: SpeechReport, act: ReadingAct, log: _Log) -> Iterator[Evidence]:
    """Evidence of wrong tones by their pair, the surest and most frequent first."""
    by_pair: dict[str, list[tuple[int, float]]] = defaultdict(list)
    for index, syllable in enumerate(report.syllables):
        if syllable.tone is not None and syllable.tone.verdict == "wrong":
            by_pair[tone_pair(report, index, act)].append((index, syllable.tone.confidence))
    for pair in _surest({pair: sum(sure for _, sure in errors) for pair, errors in by_pair.items()}):
        for index, sure in by_pair[pair]:
            yield log.piece("misread_tone", "tone", pair, 0.0, ERROR_WEIGHT * sure, index)


def tone_pair(report: SpeechReport, index: int, act: ReadingAct) -> str:
    """The cell of the tone-pair table that a syllable belongs to, tones as written: 3-3.

    With the syllable before it in its word, else with the one after it, in the word and then beyond; the tone alone where
    nothing stands beside it, or where the pair would begin with a neutral tone.
    """
    before, word = index - 1, report.syllables[index].word
    inside = [first for first in (before, index) if _joined(report, first) and _same_word(report, first, word)]
    for first in [*inside, *(first for first in (index, before) if _joined(report, first))]:
        tones = [_written(report.syllables[offset], act) for offset in (first, first + 1)]
        if tones[0] != NEUTRAL:
            return f"{tones[0]}-{tones[1]}"
    return str(_written(report.syllables[index], act))


def _joined(report: SpeechReport, first: int) -> bool:
    """Whether a syllable and the next one stand side by side in the text."""
    if not 0 <= first < len(report.syllables) - 1:
        return False
    syllable, following = report.syllables[first], report.syllables[first + 1]
    return syllable.position + syllable.length == following.position


def _same_word(report: SpeechReport, first: int, word: int) -> bool:
    return report.syllables[first].word == report.syllables[first + 1].word == word


def _written(syllable: SyllableJudged, act: ReadingAct) -> int:
    expected = NEUTRAL if syllable.tone is None else syllable.tone.expected
    return act.citation.get(syllable.position, expected)


def _misread_sounds(report: SpeechReport, log: _Log) -> Iterator[Evidence]:
    """Wrong initials and finals with what was heard, zh-z; the expected one alone where that is not sure."""
    for index, syllable in enumerate(report.syllables):
        for part in _sounds(syllable):
            if part.verdict == "wrong":
                target = part.expected if part.heard is None else f"{part.expected}-{part.heard}"
                yield log.piece("misread_sound", "sound", target, 0.0, ERROR_WEIGHT * part.confidence, index)


def _words(report: SpeechReport, act: ReadingAct, log: _Log) -> Iterator[Evidence]:
    """Misread words for the plan, and words that are knowledge points for the map."""
    wrong: dict[str, tuple[str, float, int]] = {}
    points: dict[str, list[tuple[float, float, int]]] = defaultdict(list)
    for indexes in _syllables_by_word(report):
        syllables = [report.syllables[index] for index in indexes]
        word = _text_of(syllables, act)
        kind, certainty_of_one = _misread(syllables)
        if kind and word in act.words:
            wrong[word] = max(
                wrong.get(word, (kind, 0.0, indexes[0])),
                (kind, certainty_of_one, indexes[0]),
                key=lambda reported: reported[1],
            )
        if word in act.points and (outcome := _word_read(syllables)) is not None:
            points[act.points[word]].append((*outcome, indexes[0]))
    for word in _surest({word: certainty_of_one for word, (_, certainty_of_one, _) in wrong.items()}):
        kind, certainty_of_one, index = wrong[word]
        yield log.piece(kind, "word", word, 0.0, ERROR_WEIGHT * certainty_of_one, index)
    for point, occurrences in points.items():
        total_certainty = sum(certainty_of_one for _, certainty_of_one, _ in occurrences)
        share = sum(right * certainty_of_one for right, certainty_of_one, _ in occurrences) / total_certainty
        yield log.piece(
            "read_aloud", "point", point, share, WORD_WEIGHT * total_certainty / len(occurrences), occurrences[0][2]
        )


def _syllables_by_word(report: SpeechReport) -> list[list[int]]:
    by_word: dict[int, list[int]] = defaultdict(list)
    for index, syllable in enumerate(report.syllables):
        by_word[syllable.word].append(index)
    return list(by_word.values())


def _text_of(syllables: Sequence[SyllableJudged], act: ReadingAct) -> str:
    first, last = syllables[0], syllables[-1]
    return act.simplified[first.position : last.position + last.length]


def _misread(syllables: Sequence[SyllableJudged]) -> tuple[str, float]:
    """The kind of evidence for a misread word and how sure it is; "" where it was read rightly, or where one wrong tone
    is all."""
    tones = [
        syllable.tone.confidence
        for syllable in syllables
        if syllable.tone is not None and syllable.tone.verdict == "wrong"
    ]
    sounds = [part.confidence for syllable in syllables for part in _sounds(syllable) if part.verdict == "wrong"]
    if sounds:
        return "misread_sound", max(sounds)
    return ("misread_tone", min(tones)) if len(tones) >= TWO_TONES else ("", 0.0)


def _word_read(syllables: Sequence[SyllableJudged]) -> tuple[float, float] | None:
    """Outcome 0 or 1 of a word that was read, and how sure it is, by the verdicts on its syllables; None where one of them was left out or
    cannot be judged and none is wrong."""
    wrong = [syllable for syllable in syllables if syllable.verdict in ("wrong", "replaced")]
    parts = [part for syllable in wrong or syllables for part in _parts(syllable)]
    if wrong:
        return 0.0, max((part.confidence for part in parts if part.verdict == "wrong"), default=1.0)
    if any(syllable.verdict != "right" for syllable in syllables):
        return None
    return 1.0, min(part.confidence for part in parts if part.verdict == "right")


def _parts(syllable: SyllableJudged) -> list[Part]:
    return [part for part in (syllable.initial, syllable.final, syllable.tone) if part is not None]


def _surest(certainty: Mapping[Key, float]) -> list[Key]:
    """The first `MOST_TARGETS`, the surest first, in the order of the text where they are equal."""
    return sorted(certainty, key=lambda target: -certainty[target])[:MOST_TARGETS]
