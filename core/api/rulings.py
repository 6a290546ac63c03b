"""Rulings for a whole organisation: how far an upheld appeal, or an upheld "this is right" in an essay, reaches; undone as a whole."""

from __future__ import annotations

from core.access.arguments import bounded
from core.answers import rulings
from core.answers.additions import NotAcceptable
from core.answers.wire import AcceptedAnswer, RemarkedAnswer, RulingPreview, RulingView
from core.api.calls import Calls
from core.api.essays import Essays
from core.errors import Forbidden, NotFound
from core.essays.review import rulings as essay_rulings
from core.essays.review.wire import DismissedEdit, EssayRulingPreview, SameMark
from core.ports.language import ScriptConverter
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Account, Caller
from core.records.rulings import AnswerScope
from core.tables import Tables

__all__ = [
    "AcceptedAnswer",
    "AnswerScope",
    "DismissedEdit",
    "EssayRulingPreview",
    "NotAcceptable",
    "RemarkedAnswer",
    "RulingPreview",
    "RulingView",
    "SameMark",
]

MAY_RULE = ("teacher", "admin")
"""Roles that may give and undo rulings."""


@bounded
class Rulings:
    """Rulings for a whole organisation, in all its classes. `by` is the account of the teacher or administrator."""

    def __init__(
        self,
        *,
        store: Store,
        clock: Clock,
        identifiers: Identifiers,
        tables: Tables,
        converter: ScriptConverter,
        calls: Calls,
        essays: Essays,
    ) -> None:
        self._store = store
        self._clock = clock
        self._identifiers = identifiers
        self._tables = tables
        self._converter = converter
        self._calls = calls
        self._essays = essays

    def preview(self, appeal_id: str, scope: AnswerScope, caller: Caller, *, by: str) -> RulingPreview:
        """Who would change if the appeal were upheld as far as the scope reaches; nothing is written.

        Raises `Forbidden`, `NotFound`, `BadParameter`, and `NotAcceptable` for an answer that cannot be accepted from everyone.
        """
        self._teacher(by, caller)
        return rulings.preview(
            appeal_id,
            scope,
            caller,
            language=self._calls.language(caller, None),
            points=self._tables.points,
            store=self._store,
            simplify=self._converter.simplified,
        )

    def give(
        self, appeal_id: str, scope: AnswerScope, caller: Caller, *, by: str, reply: str = ""
    ) -> RulingView | None:
        """Uphold an appeal as far as the scope reaches; None where somebody settled it before. Raises as `preview`."""
        return rulings.give(
            appeal_id,
            scope,
            caller,
            teacher=self._teacher(by, caller),
            reply=reply,
            store=self._store,
            clock=self._clock,
            identifiers=self._identifiers,
            simplify=self._converter.simplified,
        )

    def preview_mark(
        self, evaluation_id: str, *, start: int, end: int, replacement: str, caller: Caller, by: str
    ) -> EssayRulingPreview:
        """Which marks in the organisation's essays would be taken back if the dismissal of this one were upheld everywhere; nothing is written.

        Raises `Forbidden`, `NotFound`.
        """
        self._teacher(by, caller)
        return essay_rulings.preview(
            self._essays.essay(evaluation_id, caller),
            (start, end, replacement),
            caller,
            language=self._calls.language(caller, None),
            points=self._tables.points,
            store=self._store,
        )

    def give_on_mark(
        self, evaluation_id: str, *, start: int, end: int, replacement: str, note: str, caller: Caller, by: str
    ) -> RulingView | None:
        """Uphold a dismissal everywhere: past essays lose the mark, future ones never get it. None where somebody settled it before.

        Raises `Forbidden`, `NotFound`, `BadParameter`.
        """
        ruling = essay_rulings.give(
            self._essays.essay(evaluation_id, caller),
            (start, end, replacement),
            caller,
            teacher=self._teacher(by, caller),
            note=note,
            store=self._store,
            clock=self._clock,
            identifiers=self._identifiers,
        )
        return None if ruling is None else rulings.view(ruling, None, (ruling.students, ruling.answers))

    def marks_taken_back(self, student_id: str, caller: Caller) -> list[DismissedEdit]:
        """Marks in a student's essays that rulings on others' essays took back, newest first."""
        return essay_rulings.taken_back(student_id, caller, store=self._store)

    def undo(self, ruling_id: str, caller: Caller, *, by: str) -> bool:
        """Take a ruling back as a whole: every mark is again what it was, and what it settled waits again. False where somebody did before.

        Raises `Forbidden`, `NotFound`.
        """
        teacher = self._teacher(by, caller)
        ruling = self._store.ruling(caller.organisation_id, ruling_id)
        if ruling is None:
            raise NotFound(f"There is no ruling {ruling_id!r}.")
        if ruling.evaluation_id:
            return essay_rulings.undo(ruling, caller, teacher=teacher, store=self._store, clock=self._clock)
        return rulings.undo(
            ruling,
            caller,
            teacher=teacher,
            store=self._store,
            clock=self._clock,
            simplify=self._converter.simplified,
        )

    def listed(self, caller: Caller) -> list[RulingView]:
        """The organisation's rulings, newest first, those that were undone too."""
        return rulings.listed(caller, store=self._store)

    def accepted(self, student_id: str, caller: Caller) -> list[AcceptedAnswer]:
        """A student's answers that rulings on other appeals re-marked, the newest ruling first."""
        return rulings.accepted(student_id, caller, store=self._store)

    def _teacher(self, account_id: str, caller: Caller) -> Account:
        """The account, if it may give rulings in the caller's organisation. Raises `Forbidden`."""
        account = self._store.account(caller.organisation_id, account_id)
        if account is None or account.role not in MAY_RULE:
            raise Forbidden(f"The account {account_id!r} may not give rulings in this organisation.")
        return account
