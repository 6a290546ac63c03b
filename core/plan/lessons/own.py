"""Lessons that an organisation's teachers write: the scenes of a lesson on the board, of which any may be left out but one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field, StringConstraints

from core.plan.lessons.resources import Resource
from core.records.own_lessons import OwnLesson
from core.tables.content.board_lessons import KEY
from core.tables.content.lessons import Line, Slide, slides_seconds
from core.tables.content.pictures import Build, Contrast, Part, Pattern, Trap
from core.wire import WITHOUT_NUL, Bilingual, Closed

OWN_LESSON = "own-lesson"
"""Begins the ids of these lessons."""
LONGEST_NAME, LONGEST_TITLE, LONGEST_LINE, LONGEST_NOTE = 4, 40, 120, 600
MOST_LINES, MOST_STEPS, MOST_PIECES, MOST_CHECKS, MOST_SAID = 8, 6, 8, 3, 4
OPTIONS = 3

_Name = Annotated[str, StringConstraints(max_length=LONGEST_NAME, strip_whitespace=True, pattern=WITHOUT_NUL)]
_Title = Annotated[str, StringConstraints(max_length=LONGEST_TITLE, strip_whitespace=True, pattern=WITHOUT_NUL)]
_Line = Annotated[str, StringConstraints(max_length=LONGEST_LINE, strip_whitespace=True, pattern=WITHOUT_NUL)]
_Note = Annotated[str, StringConstraints(max_length=LONGEST_NOTE, strip_whitespace=True, pattern=WITHOUT_NUL)]


class OwnLine(Closed):
    """Something said, with who says it and its English, both of which may be empty."""

    who: _Name = ""
    zh: _Line = ""
    en: _Line = ""

    @property
    def line(self) -> Line:
        """As the player says it."""
        return Line(who=self.who, zh=self.zh, en=self.en)


class OwnCheck(Closed):
    """A quick question with its right and its two wrong answers."""

    ask: _Line = ""
    right: _Line = ""
    wrong: tuple[_Line, ...] = Field(default=(), max_length=OPTIONS - 1)
    why: _Note = ""


class OwnLessonDraft(Closed):
    """A lesson, whole or still unfinished. Notes are in whatever language the teacher writes them."""

    title: _Title = ""
    goal: _Line = ""
    level: int = Field(default=1, ge=1, le=7)
    """Of the standard; 7 stands for the band 7-9."""
    meet: tuple[OwnLine, ...] = Field(default=(), max_length=MOST_LINES)
    """The moment in which it is needed."""
    look: _Note = ""
    steps: tuple[_Line, ...] = Field(default=(), max_length=MOST_STEPS)
    """A sentence that grows, its pieces divided by spaces; `*` stands before what is to be learnt."""
    rule: _Note = ""
    left: _Line = ""
    right: _Line = ""
    left_mark: _Line = ""
    right_mark: _Line = ""
    """The piece of each in which the two differ."""
    difference: _Note = ""
    wrong: _Line = ""
    wrong_mark: _Line = ""
    corrected: _Line = ""
    mistake: _Note = ""
    checks: tuple[OwnCheck, ...] = Field(default=(), max_length=MOST_CHECKS)
    say: tuple[OwnLine, ...] = Field(default=(), max_length=MOST_SAID)
    write: _Note = ""
    model: _Line = ""
    summary: _Note = ""

    @property
    def chinese(self) -> str:
        """Everything in it that is said or read in Chinese."""
        steps = [_joined(self.steps[-1])] if self.steps else []
        lines = [*(line.zh for line in self.meet), *steps, self.left, self.right, self.corrected]
        return "\n".join(each for each in [*lines, *(line.zh for line in self.say), self.model] if each)


class LessonFault(Closed):
    """What a scene lacks."""

    id: str
    blocks: bool
    """Whether the lesson cannot be given while this is so."""
    said: Bilingual


def faults_of(draft: OwnLessonDraft) -> list[LessonFault]:
    """What keeps a lesson from being given, and what its writer should look at."""
    return list(_faults(draft))


def _faults(draft: OwnLessonDraft) -> Iterator[LessonFault]:
    if not draft.title:
        yield _stop("title", "还没有标题。", "There is no title yet.")
    if (draft.left or draft.right) and not (draft.left and draft.right):
        yield _stop("pair", "“对比”要有两个句子。", "A pair takes two sentences.")
    if draft.left_mark not in draft.left or draft.right_mark not in draft.right:
        yield _stop(
            "mark", "“对比”里标出的部分不在句子里。", "What is marked in the pair does not stand in its sentence."
        )
    if (draft.wrong or draft.corrected) and not (draft.wrong and draft.corrected):
        yield _stop(
            "mistake", "“常见错误”要有错句和对的句子。", "A mistake takes the wrong sentence and the right one."
        )
    elif draft.wrong_mark not in draft.wrong:
        yield _stop("wrong_mark", "错的部分不在错句里。", "What is wrong does not stand in the wrong sentence.")
    if len(draft.steps) == 1:
        yield _stop("steps", "造句至少要有两步。", "A sentence that is built takes two steps at least.")
    if any(len(_pieces(step)) > MOST_PIECES for step in draft.steps):
        yield _stop("pieces", f"一步最多 {MOST_PIECES} 块。", f"A step has at most {MOST_PIECES} pieces.")
    if draft.steps and not any(KEY in step for step in draft.steps):
        yield _note("key", "造句里没有用 * 标出要学的部分。", "Nothing in the sentence that is built is marked with *.")
    for number, check in enumerate(draft.checks, 1):
        yield from _check_faults(number, check)
    if (draft.write or draft.model) and not (draft.write and draft.model):
        yield _stop("write", "“写一写”要有任务和参考答案。", "Something to write takes a task and a model answer.")
    if not own_slides(draft.model_copy(update={"summary": ""})):
        yield _stop("empty", "还没有任何一个环节。", "There is no scene in it yet.")


def _check_faults(number: int, check: OwnCheck) -> Iterator[LessonFault]:
    options = [option for option in (check.right, *check.wrong) if option]
    if not (check.ask and check.right and len(options) == OPTIONS and check.why):
        yield _stop(
            f"check_{number}",
            f"第 {number} 个问题要有问题、一个正确答案、两个错误答案和理由。",
            f"Question {number} takes a question, a right answer, two wrong ones and a reason.",
        )
    elif len(set(options)) < OPTIONS:
        yield _stop(
            f"same_{number}", f"第 {number} 个问题有相同的选项。", f"Two options of question {number} are the same."
        )


def own_slides(draft: OwnLessonDraft) -> tuple[Slide, ...]:
    """The slides of the scenes that are whole, in the order of a lesson on the board; the first question comes after the moment, the second after
    the building, the third after the mistake."""
    checks = [_check(number, check) for number, check in enumerate(draft.checks) if not list(_check_faults(0, check))]
    return (
        *_moment(draft),
        *checks[:1],
        *_building(draft),
        *checks[1:2],
        *_pair(draft),
        *_mistake(draft),
        *checks[2:],
        *_own(draft),
    )


def _moment(draft: OwnLessonDraft) -> Iterator[Slide]:
    lines = tuple(line.line for line in draft.meet if line.zh)
    if lines:
        yield Slide(do="listen", lines=lines, note=_told(draft.look))


def _building(draft: OwnLessonDraft) -> Iterator[Slide]:
    if len(draft.steps) > 1 and all(_can_be_drawn(step) for step in draft.steps):
        lines = tuple(Line(zh=_joined(step)) for step in draft.steps)
        picture = Build(steps=tuple(_pattern(step) for step in draft.steps))
        yield Slide(do="show", picture=picture, lines=lines, note=_told(draft.rule))


def _pair(draft: OwnLessonDraft) -> Iterator[Slide]:
    if draft.left and draft.right and draft.left_mark in draft.left and draft.right_mark in draft.right:
        contrast = Contrast(marks=(draft.left_mark, draft.right_mark))
        lines = (Line(zh=draft.left), Line(zh=draft.right))
        yield Slide(do="show", picture=contrast, lines=lines, note=_told(draft.difference))


def _mistake(draft: OwnLessonDraft) -> Iterator[Slide]:
    if draft.wrong and draft.corrected and draft.wrong_mark in draft.wrong:
        picture = Trap(wrong=draft.wrong, mark=draft.wrong_mark or draft.wrong)
        yield Slide(do="show", picture=picture, lines=(Line(zh=draft.corrected),), note=_told(draft.mistake))


def _own(draft: OwnLessonDraft) -> Iterator[Slide]:
    """What the learner does, and what is taken home."""
    if said := tuple(line.line for line in draft.say if line.zh):
        yield Slide(do="say", lines=said)
    if draft.write and draft.model:
        yield Slide(do="write", ask=_told(draft.write), lines=(Line(zh=draft.model),))
    if draft.summary:
        picture = _pattern(draft.steps[-1]) if draft.steps and _can_be_drawn(draft.steps[-1]) else None
        yield Slide(do="show", picture=picture, note=_told(draft.summary))


def _check(number: int, check: OwnCheck) -> Slide:
    """The right answer stands elsewhere in each question."""
    key = (number + 1) % OPTIONS
    options = [*check.wrong]
    options.insert(key, check.right)
    return Slide(do="check", ask=_told(check.ask), options=tuple(options), key=key, why=_told(check.why))


def resource_of_own(row: OwnLesson) -> Resource:
    """A lesson of the organisation as one of the things that are played and given."""
    draft = draft_in(row)
    title = draft.title or draft.goal
    return Resource(
        resource_id=row.lesson_id,
        resource_type="video",
        kind="lesson",
        title=Bilingual(zh=title, en=title),
        goal=Bilingual(zh=draft.goal, en=draft.goal),
        level=draft.level,
        skill="speaking",
        theme="school",
        points=(),
        seconds=slides_seconds(own_slides(draft), draft.level),
    )


def draft_in(row: OwnLesson) -> OwnLessonDraft:
    """The lesson of a stored row."""
    return OwnLessonDraft.model_validate_json(row.body)


def _pieces(step: str) -> list[str]:
    return [piece for piece in step.split() if piece.strip(KEY)]


def _can_be_drawn(step: str) -> bool:
    """Whether a step has pieces, and no more than a picture holds."""
    return 0 < len(_pieces(step)) <= MOST_PIECES


def _joined(step: str) -> str:
    """A step as it is said.

    >>> _joined("我 *把 书 放在 桌子上")
    '我把书放在桌子上'
    """
    return "".join(piece.replace(KEY, "") for piece in _pieces(step))


def _pattern(step: str) -> Pattern:
    return Pattern(parts=tuple(Part(text=piece.replace(KEY, ""), key=piece.startswith(KEY)) for piece in _pieces(step)))


def _told(note: str) -> Bilingual | None:
    return Bilingual(zh=note, en=note) if note else None


def _stop(name: str, zh: str, en: str) -> LessonFault:
    return LessonFault(id=name, blocks=True, said=Bilingual(zh=zh, en=en))


def _note(name: str, zh: str, en: str) -> LessonFault:
    return LessonFault(id=name, blocks=False, said=Bilingual(zh=zh, en=en))
