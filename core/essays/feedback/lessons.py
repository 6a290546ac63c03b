"""Which of the errors of an essay are worth learning from first: what a teacher would speak about before all else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.essays.wire import EditShown

MOST_LESSONS = 2
OF_THE_LEVEL, BELOW_THE_LEVEL = 0.4, 0.25
"""What an error gains that is about a grammar point of the declared level, which is being learnt now, or of one below, which was learnt."""
REPEATED, MOST_REPEATED = 0.15, 3
"""What it gains for each time that it comes again, up to so many times."""
BY_A_RULE = 0.1
"""What it gains where a rule proposes it: only then the reason is more than what should stand there."""
PUNCTUATION = -0.6
"""A mark is put right by looking; nothing is learnt from it that a sentence needs."""
"""The five are beside a confidence of 0-1 and were weighed by hand: a sure error about the level's grammar comes before a surer one about
anything else, and one made three times before one made once."""
LEVELS = "一二三四五六七"
RULE = "rule:"


@dataclass(frozen=True)
class Lesson:
    """An error to learn from."""

    edit: EditShown
    """The surest of those that are of the same kind."""
    repeated: int
    """How often the essay makes it, this one included."""


def lessons(edits: Sequence[EditShown], *, hsk_level: int) -> list[Lesson]:
    """At most `MOST_LESSONS` errors, the one most worth learning from first; equal ones in the order of the essay.

    Errors are the same where they are about one grammar point or word, or change the same text in the same way.
    """
    groups: dict[tuple[str, ...], list[EditShown]] = defaultdict(list)
    for edit in edits:
        groups[_key(edit)].append(edit)
    found = [Lesson(max(same, key=lambda edit: edit.confidence), len(same)) for same in groups.values()]
    found.sort(key=lambda lesson: (-worth(lesson, hsk_level=hsk_level), lesson.edit.start))
    return found[:MOST_LESSONS]


def rest(edits: Iterable[EditShown], first: Sequence[Lesson]) -> list[EditShown]:
    """The errors that are not among the lessons; a repetition of one of these is among the rest."""
    taken = [lesson.edit for lesson in first]
    return [edit for edit in edits if not any(edit is each for each in taken)]


def worth(lesson: Lesson, *, hsk_level: int) -> float:
    """How much is to be learnt from an error."""
    edit = lesson.edit
    level = point_level(edit.point)
    return (
        edit.confidence
        + (0 if level is None or level > hsk_level else OF_THE_LEVEL if level == hsk_level else BELOW_THE_LEVEL)
        + REPEATED * min(MOST_REPEATED, lesson.repeated - 1)
        + (BY_A_RULE if any(judge.startswith(RULE) for judge in edit.judges) else 0)
        + (PUNCTUATION if edit.type == "P" else 0)
    )


def point_level(point: str) -> int | None:
    """The level of a grammar point, 1-7, which its id begins with; None for a word, and for "".

    >>> point_level("【三54】"), point_level("【七—九042】"), point_level("高兴")
    (3, 7, None)
    """
    place = LEVELS.find(point[1:2]) if point.startswith("【") else -1
    return place + 1 if place >= 0 else None


def _key(edit: EditShown) -> tuple[str, ...]:
    return ("about", edit.point) if edit.point else (edit.type, edit.original, edit.replacement)
