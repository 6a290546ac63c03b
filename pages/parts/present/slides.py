"""The slides of the presentation as plain data: every figure is one of the story's, in the interface language."""

from __future__ import annotations

import base64
from typing import Any

from core.api.presenting import EssayTold, LessonTold, PracticeTold, ReadingTold, ReturnTold, Story
from core.knowledge.wire import KnowledgePointState
from core.speech.wire import SyllableJudged
from pages.parts.classroom.heat_map import STATUS_OF_CODE
from pages.parts.dates import short_day
from pages.parts.i18n import _, language, ngettext
from pages.parts.map.words import COLORS, GLYPHS, status_names
from pages.parts.names import one_language
from pages.parts.speaking.bands import bands
from pages.parts.speaking.data import words_of
from pages.parts.speaking.words import tone_name

MOST_AROUND = 3
"""Points before and after the practised one that are drawn."""

Slide = dict[str, Any]


def slides_data(story: Story, seconds: float) -> dict[str, Any]:
    """Everything that the component draws. Of a chapter that came to nothing there is no slide."""
    slides = [_cover(seconds)]
    if story.reading is not None:
        slides += [_reading(story.reading), _drill(story.reading)]
    if story.practice is not None:
        slides += _map(story.practice)
    if story.essay is not None:
        slides.append(_essay(story.essay))
    if story.returns is not None:
        slides.append(_returns(story.returns))
    if story.lesson is not None:
        slides += [_class(story.lesson), _lesson(story.lesson)]
    return {
        "language": "zh-CN" if language() == "zh" else "en",
        "slides": [*slides, _end()],
        "bands": bands(),
        "ui": {
            "title": _("Presentation"),
            "sample": _("Invented sample class · synthetic voice · worked out here"),
            "next": _("Go on"),
            "back": _("Go back"),
            "end": _("End"),
            "notes": _("Notes"),
            "listen": _("Listen"),
            "step": _("Step {number} of {count}"),
            "resume": _("Show the presentation"),
        },
    }


def _slide(kind: str, title: str, notes: str, **content: Any) -> Slide:
    return {"kind": kind, "title": title, "notes": notes, **content}


def _cover(seconds: float) -> Slide:
    return _slide(
        "cover",
        _("What happens to an error"),
        _("Everything that follows was computed a moment ago; nothing is a recording of a screen."),
        lines=[
            _("One student, one class, two days."),
            ngettext(
                "Worked out just now in {count} second, on this server, without the network.",
                "Worked out just now in {count} seconds, on this server, without the network.",
                max(1, round(seconds)),
            ),
        ],
    )


def _reading(told: ReadingTold) -> Slide:
    syllable = told.report.syllables[told.wrong]
    tone = syllable.tone
    assert tone is not None
    heard = "" if tone.heard is None else tone_name(tone.heard)
    finding = (
        _("{character} is read in the {expected}; the {heard} was heard.").format(
            character=syllable.character, expected=tone_name(tone.expected), heard=heard
        )
        if heard
        else _("{character} is read in the {expected}; it was not heard.").format(
            character=syllable.character, expected=tone_name(tone.expected)
        )
    )
    right = sum(each.verdict == "right" for each in told.report.syllables)
    return _slide(
        "reading",
        _("The student reads a sentence aloud"),
        _("Play the reading. The green band is where native speakers are, the line is this voice."),
        text=list(told.report.text),
        wrong=told.wrong,
        syllables=[_spoken(each) for each in told.report.syllables],
        lines=[
            finding,
            _("{right} of {count} syllables are right.").format(right=right, count=len(told.report.syllables)),
        ],
        sound="data:audio/wav;base64," + base64.b64encode(told.sound).decode("ascii"),
    )


def _spoken(syllable: SyllableJudged) -> dict[str, Any]:
    return {
        "at": syllable.position,
        "length": syllable.length,
        "pinyin": syllable.pinyin,
        "state": syllable.verdict,
        "tone": syllable.tone.expected if syllable.tone else None,
        "contour": syllable.contour,
    }


def _drill(told: ReadingTold) -> Slide:
    drill, cell = told.drill, told.cell
    steps = [
        (_("Hear it"), drill.hear.played),
        (_("Tell it apart"), drill.choose.word),
        (_("Say it"), drill.say.word),
    ]
    return _slide(
        "drill",
        _("The error becomes a drill"),
        _(
            "The word in which the tone went wrong decides which pair of tones is drilled, with other words of that pair."
        ),
        lines=[
            _(
                "{word} has tones {first} and {second}: {right} of {count} right so far, so other words with this pair are next."
            ).format(
                word=words_of(told.report.syllables)[told.report.syllables[told.wrong].word],
                first=cell.first,
                second=cell.second,
                right=cell.right,
                count=cell.n,
            )
        ],
        steps=[
            {"name": name, "word": word.word, "pinyin": word.spoken, "gloss": word.gloss if language() == "en" else ""}
            for name, word in steps
        ],
    )


def _map(told: PracticeTold) -> list[Slide]:
    answered = ngettext(
        "After {count} right answer", "After {count} right answers", sum(each.right for each in told.answers)
    )
    around = {
        "before": [one.name for one in told.after.prerequisites[:MOST_AROUND]],
        "after": [one.name for one in told.after.leads_to[:MOST_AROUND]],
    }
    statuses = {
        line.name: line.status for line in (*told.after.prerequisites[:MOST_AROUND], *told.after.leads_to[:MOST_AROUND])
    }
    return [
        _slide(
            "map",
            title,
            notes,
            state=_state(state),
            earlier=None if earlier is None else _state(earlier),
            around={
                side: [
                    {"name": name, "color": COLORS[statuses[name]], "glyph": GLYPHS[statuses[name]]} for name in names
                ]
                for side, names in around.items()
            },
            lines=[line],
        )
        for title, notes, state, earlier, line in (
            (
                _("The map knows where the student stands"),
                _("Each point rests on others. Figures come with their uncertainty: the bar shows the 80 % band."),
                told.before.state,
                None,
                _("{right} of {count} answers right so far").format(
                    right=told.before.state.correct_count, count=told.before.state.total_attempts
                ),
            ),
            (
                _("Practice moves the map"),
                _("The estimate moves by as much as the answers say, and the band gets narrower."),
                told.after.state,
                told.before.state,
                answered,
            ),
        )
    ]


def _state(state: KnowledgePointState) -> dict[str, Any]:
    low, high = state.band
    return {
        "name": state.short_name,
        "status": status_names()[state.shown],
        "glyph": GLYPHS[state.shown],
        "color": COLORS[state.shown],
        "mastery": round(100 * state.mastery),
        "low": round(100 * low),
        "high": round(100 * high),
        "figure": _("{share} % mastered, between {low} and {high}").format(
            share=round(100 * state.mastery), low=round(100 * low), high=round(100 * high)
        ),
    }


def _essay(told: EssayTold) -> Slide:
    """The sentence of the essay in which the error stands, with the edit written in."""
    text, edit = told.report.essay_content, told.edit
    start = max((text.rfind(mark, 0, edit.start) for mark in "。！？"), default=-1) + 1
    ends = [place for mark in "。！？" if (place := text.find(mark, edit.end)) >= 0]
    end = min(ends, default=len(text) - 1) + 1
    return _slide(
        "essay",
        _("In the evening the student writes an essay"),
        _("The sentence is found by the engine on this server. It says why, and names the grammar point."),
        before=text[start : edit.start],
        wrong=edit.original,
        instead=edit.replacement,
        after=text[edit.end : end],
        lines=[edit.explanation.get(language()), told.point_name],
    )


def _returns(told: ReturnTold) -> Slide:
    return _slide(
        "returns",
        _("Tomorrow the error comes back"),
        _("The plan of the next day was made by itself, and it says why this question is in it."),
        day=short_day(told.day),
        time=told.recommendation.start_time,
        name=told.recommendation.title,
        instruction=told.item.question.get(language()).removesuffix(told.item.stem).strip(),
        stem=told.item.stem,
        options=[option.text for option in told.item.options],
        lines=[told.question.reason],
    )


def _class(told: LessonTold) -> Slide:
    names = status_names()
    students = [
        {
            "name": one_language(student.name),
            "status": names[status],
            "glyph": GLYPHS[status],
            "color": COLORS[status],
            "in": student.student_id in told.group.students,
        }
        for student in told.students
        for status in [STATUS_OF_CODE[student.statuses[told.column]]]
    ]
    return _slide(
        "class",
        _("The teacher sees who else has it"),
        _("Not a rank list: who needs the same point now."),
        point=told.group.name,
        students=students,
        lines=[told.group.reason],
    )


def _lesson(told: LessonTold) -> Slide:
    assignment = told.given.assignment
    return _slide(
        "lesson",
        _("One click, and the group has a lesson"),
        _("The lesson is real: it stands under Lessons and can be played. Now it stands in the day of these students."),
        lesson=told.lesson.title.get(language()),
        goal=told.lesson.goal.get(language()),
        lines=[
            ngettext(
                "Given to {count} student, due {day}",
                "Given to {count} students, due {day}",
                len(told.given.students),
                day=short_day(assignment.due),
            ),
        ],
    )


def _end() -> Slide:
    return _slide(
        "end",
        _("An error is where learning begins"),
        _("From here, show the real pages, or let the audience choose what to see again."),
        lines=[],
        again=_("Once more, worked out anew"),
        links=[
            {"name": name, "page": page}
            for name, page in (
                (_("Class knowledge map"), "class_map"),
                (_("Essay review"), "essay_review"),
                (_("Items"), "items"),
                (_("Assignments"), "assignments"),
            )
        ],
    )
