"""Students' verdicts on the edits of essays, which teachers settle, and teachers' own scores."""

from __future__ import annotations

from collections.abc import Mapping

from core.access.arguments import bounded
from core.api.essays import Essays
from core.api.rulings import MAY_RULE
from core.errors import Forbidden
from core.essays.feedback.lessons import Lesson, lessons, rest
from core.essays.feedback.rewriting import Rewritten, corrected_sentence, rewritten, sentence_of
from core.essays.review import overrides, rulings, verdicts, views
from core.essays.review.overrides import RUBRIC
from core.essays.review.wire import LONGEST_NOTE, MOST_POINTS, DismissedEdit, EditVerdict, EssayOverride
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Caller
from core.records.essays import RubricPart, Settlement, Verdict

__all__ = [
    "LONGEST_NOTE",
    "MOST_POINTS",
    "RUBRIC",
    "DismissedEdit",
    "EditVerdict",
    "EssayOverride",
    "Lesson",
    "Rewritten",
    "RubricPart",
    "Settlement",
    "Verdict",
    "corrected_sentence",
    "lessons",
    "rest",
    "rewritten",
    "sentence_of",
]

MOST_DISMISSALS = 200
"""The most dismissals in the teacher's inbox: an afternoon's work; the newest come first."""


@bounded
class EssayReviews:
    """Students' verdicts on edits, which teachers settle, and teachers' own scores."""

    def __init__(
        self,
        *,
        store: Store,
        clock: Clock,
        identifiers: Identifiers,
        essays: Essays,
    ) -> None:
        self._store = store
        self._clock = clock
        self._identifiers = identifiers
        self._essays = essays

    def give_verdict(
        self,
        student_id: str,
        evaluation_id: str,
        *,
        start: int,
        end: int,
        replacement: str,
        verdict: Verdict | None,
        note: str = "",
        caller: Caller,
    ) -> None:
        """Store the student's verdict on an edit, a place to check or a doubted clause (`replacement` is the clause itself); None takes an
        earlier one back.

        A dismissal waits for the teacher, and the edit is passed over in the student's evaluations from then on. An edit whose dismissal was
        overruled can still be accepted. A clause that is `meant` is passed over without a teacher; one that is `asked` about waits for one.
        Raises `NotFound`, `AlreadySettled`, and `BadParameter` for a verdict that does not fit the mark.
        """
        essay = self._essays.essay(evaluation_id, caller, student_id=student_id)
        name = start, end, replacement
        verdicts.give(essay, name, caller, verdict=verdict, note=note, store=self._store, clock=self._clock)

    def verdicts(self, evaluation_id: str, caller: Caller) -> list[EditVerdict]:
        """The verdicts on a report's edits, by place. Raises `NotFound`."""
        report = self._essays.essay(evaluation_id, caller).report
        return views.verdicts(self._store.essay_verdicts(caller.organisation_id, evaluation_id), report)

    def dismissed(self, caller: Caller, *, settled: bool = False) -> list[DismissedEdit]:
        """The dismissals of the organisation's students, and their questions about clauses, that no teacher has settled, or (settled) that one has; newest first."""
        rows = self._store.dismissals(
            caller.organisation_id, settled=settled, limit=MOST_DISMISSALS, student_ids=caller.students
        )
        given = self._store.rulings_named(caller.organisation_id, {row.ruling_id for row, _ in rows} - {""})
        return views.dismissed(rows, alone={ruling.ruling_id for ruling in given if ruling.scope == "answer"})

    def settle(
        self,
        evaluation_id: str,
        *,
        start: int,
        end: int,
        replacement: str,
        upheld: bool,
        note: str,
        caller: Caller,
        by: str = "",
    ) -> None:
        """Settle a dismissal as the teacher, whose account is `by`; upholding it retracts the evidence of the error, until the ruling is undone
        (`core.api.rulings.Rulings.undo`; that the mark stands is undone by `reopen`). The first decision stands.

        Raises `NotFound` where there is no such dismissal, or the student has taken it back.
        """
        essay = self._essays.essay(evaluation_id, caller)
        name = start, end, replacement
        if not upheld:
            verdicts.overrule(essay, name, caller, note=note, store=self._store)
            return
        rulings.give_alone(
            essay,
            name,
            caller,
            by=by,
            note=note,
            store=self._store,
            clock=self._clock,
            identifiers=self._identifiers,
        )

    def reopen(self, evaluation_id: str, *, start: int, end: int, replacement: str, caller: Caller, by: str) -> bool:
        """Undo that a mark stands: the dismissal waits for a teacher again. False where somebody did before, or the student has accepted the mark
        since. `by`: account of the teacher or administrator.

        Raises `Forbidden`, `NotFound`.
        """
        account = self._store.account(caller.organisation_id, by)
        if account is None or account.role not in MAY_RULE:
            raise Forbidden(f"The account {by!r} may not undo rulings in this organisation.")
        essay = self._essays.essay(evaluation_id, caller)
        return verdicts.reopen(essay, (start, end, replacement), caller, store=self._store)

    def override(
        self, evaluation_id: str, *, score: float | None, rubric: Mapping[RubricPart, int], note: str, caller: Caller
    ) -> None:
        """Store a teacher's own score beside the report's, 0-100, with 0-5 for each part of the rubric that is given; None takes it back.

        Raises `NotFound`, `BadParameter`.
        """
        essay = self._essays.essay(evaluation_id, caller)
        overrides.put(essay, caller, score=score, rubric=rubric, note=note, store=self._store, clock=self._clock)

    def override_of(self, evaluation_id: str, caller: Caller) -> EssayOverride | None:
        """A teacher's score of an essay. Raises `NotFound` where there is no essay."""
        return overrides.override_of(self._essays.essay(evaluation_id, caller), caller, store=self._store)
