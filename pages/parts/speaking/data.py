"""A reading as the component draws it: plain data, every word in the interface language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

from core.api.speech import FAULTS, SyllableVerdict
from core.speech.wire import SoundJudged, SpeechReport, SyllableJudged, ToneJudged
from pages.parts.i18n import _
from pages.parts.ruby import tone_of
from pages.parts.speaking.bands import bands
from pages.parts.speaking.own_voice import OwnVoiceData
from pages.parts.speaking.words import (
    TONE_MARKS,
    judged_parts,
    tone_name,
    verdict_names,
    verdict_text,
)

Recording = Callable[[str], str | None]
CLAUSE_MARKS = "，。！？；：,.!?;:、…\n"
LONGEST_CLAUSE = 16
"""Most syllables in one drawing of the pitch: more would be too narrow on a phone."""


def reading_data(
    report: SpeechReport,
    *,
    recording: Recording,
    sound: str | None = None,
    own_voice: Mapping[int, OwnVoiceData] | None = None,
    earlier: SpeechReport | None = None,
    earlier_name: str = "",
) -> dict[str, Any]:
    """Everything the component draws.

    Parameters
    ----------
    recording
        Path of a native speaker's recording of a word, None without one.
    sound
        Address of the student's own recording in this browser session, None where it is gone.
    own_voice
        Misread syllables in the student's own voice with the right tone, by number.
    earlier, earlier_name
        An earlier reading of the same text, and how it is called.
    """
    verdicts = verdicts_of(report)
    words = words_of(report.syllables)
    earlier_contours = _earlier_contours(report, earlier)
    return {
        "id": f"{report.evaluation_id or report.filename}·{earlier_name}",
        "marks": list(report.text),
        "first": first_open(verdicts),
        "syllables": [
            {**_syllable(syllable, words[syllable.word], recording, contour), "mine": (own_voice or {}).get(number)}
            for number, (syllable, contour) in enumerate(zip(report.syllables, earlier_contours, strict=True))
        ],
        "pauses": [
            {"after": pause.after, "start": pause.start_ms, "end": pause.end_ms, "costs": pause.costs}
            for pause in report.pauses
        ],
        "beside": [
            {"kind": extra.kind, "after": extra.after, "start": extra.start_ms, "end": extra.end_ms, "syllables": extra.syllables}
            for extra in report.beside
        ],
        "counts": dict(Counter(verdicts)),
        "clauses": clauses_of(report),
        "bands": bands(),
        "sound": {"url": sound} if sound else None,
        "then": earlier_name if earlier else None,
        "ui": _words(),
    }  # fmt: skip


def _earlier_contours(report: SpeechReport, earlier: SpeechReport | None) -> list[list[float] | None]:
    """The earlier contour of each syllable; none where a number was read with another count of syllables. They are matched by order
    and not by position, because the marks of the same text may differ."""
    if earlier is None or len(earlier.syllables) != len(report.syllables):
        return [None] * len(report.syllables)
    return [syllable.contour for syllable in earlier.syllables]


def verdicts_of(report: SpeechReport) -> list[SyllableVerdict]:
    """The verdict on each syllable."""
    return [syllable.verdict for syllable in report.syllables]


def first_open(verdicts: Sequence[SyllableVerdict]) -> int:
    """Index of the syllable that is open at first: the first one to practise."""
    return next((index for index, verdict in enumerate(verdicts) if verdict in FAULTS), 0)


def words_of(syllables: Sequence[SyllableJudged]) -> dict[int, str]:
    """The words that syllables belong to, by number."""
    return {
        number: "".join(syllable.character for syllable in group)
        for number, group in groupby(syllables, key=lambda syllable: syllable.word)
    }


def clauses_of(report: SpeechReport) -> list[tuple[int, int]]:
    """Stretches between marks, first and last syllable; long ones are cut."""
    ends = [
        index
        for index, syllable in enumerate(report.syllables)
        if any(mark in CLAUSE_MARKS for mark in _between(report, index, syllable))
    ]
    clauses, first = [], 0
    for last in dict.fromkeys([*ends, len(report.syllables) - 1]):
        while last - first >= LONGEST_CLAUSE:
            clauses.append((first, first + LONGEST_CLAUSE - 1))
            first += LONGEST_CLAUSE
        if first <= last:
            clauses.append((first, last))
        first = last + 1
    return clauses


def _between(report: SpeechReport, index: int, syllable: SyllableJudged) -> str:
    """Text from the end of a syllable to the next one."""
    following = report.syllables[index + 1 : index + 2]
    start = syllable.position + syllable.length
    return report.text[start : following[0].position] if following else report.text[start:]


def _syllable(
    syllable: SyllableJudged, word: str, recording: Recording, earlier_contour: list[float] | None
) -> dict[str, Any]:
    tone = syllable.tone.expected if syllable.tone else tone_of(syllable.pinyin)
    return {
        "at": syllable.position,
        "length": syllable.length,
        "character": syllable.character,
        "pinyin": syllable.pinyin,
        "word": word,
        "file": recording(word) or "",
        "state": syllable.verdict,
        "tone": tone,
        "start": syllable.start_ms,
        "end": syllable.end_ms,
        "contour": syllable.contour,
        "then": earlier_contour,
        "parts": _parts(syllable),
        "shape": shape_text(syllable.contour, tone),
        "said": f"{syllable.character} {syllable.pinyin}: {verdict_names()[syllable.verdict]}{_faults_text(syllable)}",
    }


def _parts(syllable: SyllableJudged) -> list[dict[str, str]]:
    return [
        _part(name, part)
        for name, part in ((_("Initial"), syllable.initial), (_("Final"), syllable.final), (_("Tone"), syllable.tone))
        if part is not None
    ]


def _part(name: str, part: SoundJudged | ToneJudged) -> dict[str, str]:
    expected = TONE_MARKS[part.expected] if isinstance(part, ToneJudged) else part.expected
    return {
        "name": name,
        "expected": expected,
        "verdict": part.verdict,
        "words": verdict_text(part.verdict, part.confidence),
        "more": " ".join(filter(None, (_heard_text(part), _accepted_text(part)))),
    }


def _heard_text(part: SoundJudged | ToneJudged) -> str:
    """What was heard instead, where that is sure enough to be shown."""
    if part.verdict != "wrong" or part.heard is None:
        return ""
    heard = tone_name(part.heard) if isinstance(part, ToneJudged) else part.heard
    return _("Heard: {sound}.").format(sound=heard)


def _accepted_text(part: SoundJudged | ToneJudged) -> str:
    if not isinstance(part, ToneJudged) or len(part.accepted) < 2:
        return ""
    return _("Any of {tones} counts here.").format(tones=" / ".join(tone_name(tone) for tone in part.accepted))


def _faults_text(syllable: SyllableJudged) -> str:
    names = {id(syllable.initial): _("Initial"), id(syllable.final): _("Final"), id(syllable.tone): _("Tone")}
    faults = [names[id(part)] for part in judged_parts(syllable) if part.verdict == "wrong"]
    return f" ({', '.join(faults)})" if faults else ""


def shape_text(contour: Sequence[float] | None, tone: int) -> str:
    """The drawing in words: the levels of the student's own voice, and the expected shape."""
    expected = {
        1: _("expected: high and level, 5–5"),
        2: _("expected: rising, 3–5"),
        3: _("expected: low, 2–1, rising only at the end of a phrase"),
        4: _("expected: falling, 5–1"),
        5: _("expected: short and light, following the tone before it"),
    }[tone]
    if not contour:
        return _("Not enough voice to draw your pitch; {expected}.").format(expected=expected)
    levels = " → ".join(f"{contour[index]:.1f}" for index in (0, len(contour) // 2, -1))
    return _("Your pitch: {levels} on five levels; {expected}.").format(levels=levels, expected=expected)


def _words() -> Mapping[str, str]:
    return {
        **{str(verdict): name for verdict, name in verdict_names().items()},
        "text": _("Your reading: arrow keys move, space plays, M plays the model, T your voice with the right tone"),
        "here": _("The syllable"),
        "click": _("Click a syllable to hear it and to see its pitch."),
        "whole": _("Hear my reading"),
        "pinyin": _("Pinyin"),
        "tones": _("Tone colours"),
        "own": _("My reading"),
        "model": _("Model"),
        "slowly": _("My reading, slowly"),
        "mine": _("My voice, right tone"),
        "mine_how": _(
            "Made by the machine: your recording of this syllable with only its pitch changed. It is not stored, and is gone with "
            "the recording."
        ),
        "mine_none": _("Your own voice with the right tone is not offered for this syllable: {why}."),
        "in_word": _("in"),
        "no_sound": _("Your recording is gone; only the result was kept."),
        "unplayable": _("This browser cannot play it: either it does not know the file's format, or it has no Chinese voice."),
        "omitted_why": _("This syllable was not heard. Read the sentence again and say it clearly."),
        "replaced_why": _("Something else was said here. Hear the model, then read the sentence again."),
        "pause_costs": _("a pause of {seconds} s inside a phrase"),
        "pause_fine": _("a pause of {seconds} s, where one belongs"),
        "extra": _("extra syllables: about {count}; click to hear them"),
        "repeat": _("said again; click to hear it"),
        "filler": _("“uh” or “um”; click to hear it"),
        "melody": _("Pitch over the phrase"),
        "melody_alt": _("Your pitch over the phrase on five levels; each syllable's own drawing says the numbers."),
        "key_band": _("native speakers in sentences (middle 60 %)"),
        "key_own": _("you"),
    }  # fmt: skip
