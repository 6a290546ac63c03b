"""The slides of a lesson on the board: the moment, the building, the pair, the mistake, with questions in between."""

from __future__ import annotations

from core.tables.content.board_lessons import BoardLesson, QuickQuestion
from core.tables.content.lessons import Slide


def board_slides(lesson: BoardLesson) -> tuple[Slide, ...]:
    """The ten slides of a lesson. What is asked comes right after what it asks about."""
    on_moment, on_form, on_difference = map(_check, lesson.checks)
    contrast, trap = lesson.contrast, lesson.trap
    building = lesson.build.picture
    whole = building.steps[-1]
    return (
        Slide(do="listen", picture=lesson.scene.picture, lines=lesson.meet, note=lesson.look),
        on_moment,
        Slide(
            do="show",
            picture=building,
            lines=tuple(step.line for step in lesson.build.steps),
            note=lesson.rule,
        ),
        on_form,
        Slide(do="show", picture=contrast.picture, lines=(contrast.left.line, contrast.right.line), note=contrast.why),
        Slide(do="show", picture=trap.picture, lines=(trap.right.line,), note=trap.why),
        on_difference,
        Slide(do="say", picture=whole, lines=tuple(said.line for said in lesson.say)),
        Slide(do="write", ask=lesson.write.ask, lines=(lesson.write.line,)),
        Slide(do="show", picture=whole, note=lesson.summary),
    )


def _check(question: QuickQuestion) -> Slide:
    return Slide(do="check", ask=question.ask, options=question.options, key=question.key, why=question.why)
