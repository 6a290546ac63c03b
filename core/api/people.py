"""People: bringing them in, their names, numbers and sign-ins, joining a class by a code, two students that are one person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from core.access.arguments import bounded
from core.access.classes import own_class
from core.access.keys import UNMATCHABLE_HASH
from core.access.queues import Queues, visitor
from core.access.roster import applying, codes, joining, members
from core.access.roster.cards import cards_document, refuse_if_given_since, who_get_cards
from core.access.roster.cells import key_of
from core.access.roster.entries import Reading
from core.access.roster.planning import plan_of
from core.access.roster.plans import ANOTHER, LEAVE, SAME, Choices, Plan, PlannedLine
from core.access.roster.reading import reading_of
from core.access.roster.wire import (
    Candidate,
    CardLine,
    Cards,
    DryRun,
    FaultLine,
    ImportLine,
    ImportView,
    JoinDoor,
    JoinView,
    MayBe,
    MergePreview,
    PersonLine,
    UnknownClass,
    WaitingLine,
)
from core.access.service import Access
from core.api.knowledge import Knowledge
from core.errors import BadParameter, Forbidden, NoFont, NotFound
from core.learning.days import day_of
from core.ports.language import PinyinReader
from core.ports.store import Store
from core.ports.system import Clock, Identifiers, Printer
from core.records.access import Account, Caller
from core.records.roster import ImportRun, Undone
from core.wire import Bilingual, Language

__all__ = ["ANOTHER", "LEAVE", "SAME", "DryRun", "ImportLine", "JoinDoor", "PersonLine", "Undone"]
"""Names that pages may import for people (they use the core through its facade only)."""


@bounded
class People:
    """People of an organisation. `by` is the id of the account that acts: a teacher in the own classes, whichever of them is chosen, an
    administrator in all."""

    def __init__(
        self,
        *,
        store: Store,
        clock: Clock,
        identifiers: Identifiers,
        access: Access,
        reader: PinyinReader,
        printer: Printer,
        queues: Queues,
        knowledge: Knowledge,
    ) -> None:
        self._store = store
        self._clock = clock
        self._identifiers = identifiers
        self._access = access
        self._reader = reader
        self._printer = printer
        self._queues = queues
        self._knowledge = knowledge

    # -- bringing people in ------------------------------------------------------------------------------

    def dry_run(
        self,
        content: bytes,
        caller: Caller,
        *,
        by: str,
        class_id: str | None = None,
        source: str = "",
        new_classes: Sequence[str] = (),
        answers: Mapping[str, str] | None = None,
    ) -> DryRun:
        """What an import of a file, or of pasted text in UTF-8, would do; nothing is written.

        Rows that name no class go into `class_id`. `new_classes`: names of unknown classes that are to be made; `answers`: by the keys of
        lines with a question. Raises `BadParameter` for a file that cannot be taken as a whole, `Forbidden`, `NotFound`.
        """
        reading, plan = self._plan(content, caller, by, class_id, source, new_classes, answers)
        return DryRun(
            digest=plan.draft.digest(),
            lines=[_line(each) for each in plan.lines],
            unknown_classes=[UnknownClass(name=name, rows=rows) for name, rows in plan.unknown_classes],
            unused_columns=list(reading.unused),
            changes_anything=not plan.draft.empty,
        )

    def confirm(
        self,
        content: bytes,
        digest: str,
        caller: Caller,
        *,
        by: str,
        class_id: str | None = None,
        source: str = "",
        new_classes: Sequence[str] = (),
        answers: Mapping[str, str] | None = None,
        leave_out_faulty: bool = False,
    ) -> ImportView | None:
        """Write what a dry run with the same arguments showed, all of it or nothing; None when there was nothing to write.

        Raises as `dry_run`, and `BadParameter` when the school has changed since, or while rows have faults unless they are left out.
        """
        _, plan = self._plan(content, caller, by, class_id, source, new_classes, answers)
        account = self._account(by, caller)
        run = applying.apply(
            plan,
            digest,
            account,
            source=source,
            leave_out_faulty=leave_out_faulty,
            store=self._store,
            now=self._clock.now(),
            new_id=self._identifiers.new,
        )
        return None if run is None else self._import_view(run)

    def _plan(
        self,
        content: bytes,
        caller: Caller,
        by: str,
        class_id: str | None,
        source: str,
        new_classes: Sequence[str],
        answers: Mapping[str, str] | None,
    ) -> tuple[Reading, Plan]:
        account = self._account(by, caller)
        if account.role == "student" or (class_id is None and account.role != "admin"):
            raise Forbidden("Only teachers of a class and administrators import people.")
        if class_id is not None and own_class(class_id, account, store=self._store).archived_at is not None:
            raise BadParameter.of(
                "class_id",
                "is over",
                remedy=Bilingual(zh="这个班已经结束。", en="This class is over; begin it again first."),
            )
        reading = reading_of(content, source=source, today=day_of(self._clock.now()))
        choices = Choices(frozenset(map(key_of, new_classes)), dict(answers or {}))
        plan = plan_of(
            reading, choices, account, class_id=class_id, syllables=self._reader.syllables, store=self._store
        )
        return reading, plan

    def last_import(self, caller: Caller, *, by: str) -> ImportView | None:
        """The import that can be taken back: of a teacher the own last one, of an administrator the last of all; None without one."""
        run = applying.last_run(self._account(by, caller), store=self._store)
        return None if run is None else self._import_view(run)

    def _import_view(self, run: ImportRun) -> ImportView:
        counts = self._store.import_counts(run.organisation_id, run.import_id)
        return ImportView(
            import_id=run.import_id,
            source=run.source,
            made_at=run.made_at,
            students=counts.get("student", 0),
            accounts=counts.get("account", 0),
            members=counts.get("member", 0),
            names=counts.get("name", 0),
            classes=counts.get("class", 0),
        )

    def undo_import(self, import_id: str, caller: Caller, *, by: str) -> Undone:
        """Take the last import back; students who have worked since stay. Raises `Forbidden`, `NotFound`."""
        return applying.undo(import_id, self._account(by, caller), store=self._store, now=self._clock.now())

    # -- the people of a class ---------------------------------------------------------------------------

    def of_class(self, class_id: str, caller: Caller, *, by: str) -> list[PersonLine]:
        """The students of a class by number. Raises `Forbidden`, `NotFound`."""
        return members.people_of(class_id, self._account(by, caller), store=self._store, clock=self._clock)

    def rename(self, student_id: str, name: str, caller: Caller, *, by: str) -> str:
        """Give a student another name; returns it as it is kept. Raises `Forbidden`, `NotFound`, `BadParameter`."""
        return members.rename(student_id, name, self._account(by, caller), store=self._store)

    def renumber(self, student_id: str, number: str, caller: Caller, *, by: str) -> str:
        """Give a student another number, empty for none; returns what is shown now. Raises `Forbidden`, `NotFound`, `BadParameter`."""
        return members.renumber(student_id, number, self._account(by, caller), store=self._store)

    def reset(self, student_id: str, caller: Caller, *, by: str) -> str:
        """Replace a student's password by a one-time code, which is returned here and never again. Raises `Forbidden`, `NotFound`."""
        account = self._account(by, caller)
        code = members.reset(student_id, account, store=self._store, key=self._access.secret, clock=self._clock)
        self._access.people.clear_signin_cache()
        return code

    def reset_account(self, account_id: str, caller: Caller, *, by: str) -> str:
        """The same for any account but the own one, for administrators. Raises `Forbidden`, `NotFound`, `BadParameter`."""
        account = self._account(by, caller)
        code = members.reset_account(account_id, account, store=self._store, key=self._access.secret, clock=self._clock)
        self._access.people.clear_signin_cache()
        return code

    def pause(self, student_id: str, caller: Caller, *, paused: bool, by: str) -> None:
        """Close a student's account, or (not `paused`) open it again. Raises `Forbidden`, `NotFound`."""
        account = members.account_of_student(student_id, self._account(by, caller), store=self._store)
        members.refuse_demo(account)
        (self._access.people.disable if paused else self._access.people.enable)(account)

    # -- cards -------------------------------------------------------------------------------------------

    def cards(
        self,
        class_id: str,
        caller: Caller,
        *,
        by: str,
        site: str,
        language: Language,
        student_ids: Sequence[str] | None = None,
        seen_at: datetime | None = None,
    ) -> Cards:
        """Cards with new one-time codes for those of a class who have no password of their own, or for some of them; their earlier codes are
        void. `site`: the address of the pages; `seen_at`: when whoever prints saw who has a code.

        Raises `Forbidden`, `NotFound`, `NoFont` and `Busy` (then no code was made), `BadParameter` when there is nobody to make a card for, and
        when somebody was given a code after `seen_at`, which nobody makes void unawares.
        """
        account = self._account(by, caller)
        found = own_class(class_id, account, store=self._store)
        people = members.people_of(class_id, account, store=self._store, clock=self._clock)
        chosen = [each for each in people if student_ids is None or each.student_id in set(student_ids)]
        wanted = who_get_cards(chosen)
        if not self._printer.ready():
            raise NoFont
        with self._queues.costly.turn(visitor(caller)):
            now = self._clock.now()
            if seen_at is not None:
                refuse_if_given_since(wanted, seen_at, self._store.access_codes(caller.organisation_id))
            given = self._new_codes(wanted, caller, now)
            lines = [
                CardLine(name=each.name, number=each.number, username=each.username, code=codes.shown(code))
                for each, code in given
            ]
            organisation = self._store.organisation(caller.organisation_id)
            document = cards_document(
                lines,
                class_name=found.name,
                school="" if organisation is None else organisation.name,
                school_address="" if organisation is None else organisation.address or "",
                site=site,
                day=day_of(now + codes.LIFETIME).isoformat(),
                language=language,
            )
            return Cards(
                pdf=self._printer.pdf(document),
                made=len(lines),
                codes_until={each.student_id: now + codes.LIFETIME for each, _ in given},
                passed_over=len(chosen) - len(lines),
            )

    def _new_codes(self, people: Sequence[PersonLine], caller: Caller, now: datetime) -> list[tuple[PersonLine, str]]:
        """People with codes made now; whoever chose a password meanwhile is passed over."""
        accounts = {each.account_id: each for each in self._store.accounts(caller.organisation_id)}
        given = codes.give(
            [accounts[each.account_id] for each in people if each.account_id is not None],
            only_unused=True,
            store=self._store,
            key=self._access.secret,
            now=now,
        )
        return [
            (each, given[each.account_id])
            for each in people
            if each.account_id is not None and each.account_id in given
        ]

    # -- joining by a code -------------------------------------------------------------------------------

    def open_joining(
        self, class_id: str, caller: Caller, *, by: str, days: int = joining.DAYS, approval: bool = True
    ) -> str:
        """A new code to join a class, in place of the one before; returns it as it is shown. Raises `Forbidden`, `NotFound`, `BadParameter`."""
        account = self._account(by, caller)
        code = joining.open_code(class_id, account, days=days, approval=approval, store=self._store, clock=self._clock)
        return codes.shown(code.code)

    def end_joining(self, class_id: str, caller: Caller, *, by: str) -> None:
        """End the code of a class; those who wait go on waiting. Raises `Forbidden`, `NotFound`."""
        own_class(class_id, self._account(by, caller), store=self._store)
        self._store.end_join_code(caller.organisation_id, class_id)

    def joining(self, class_id: str, caller: Caller, *, by: str) -> JoinView:
        """The code of a class, and who waits to be admitted. Raises `Forbidden`, `NotFound`."""
        account = self._account(by, caller)
        people = members.people_of(class_id, account, store=self._store, clock=self._clock)
        waiting = self._store.join_requests(caller.organisation_id, class_id)
        students = self._store.students(caller.organisation_id) if waiting else []
        code = self._store.join_code(caller.organisation_id, class_id)
        open_code = code if code is not None and code.expires_at > self._clock.now() else None
        return JoinView(
            code=None if open_code is None else codes.shown(open_code.code),
            expires_at=None if open_code is None else open_code.expires_at,
            approval=open_code is None or open_code.approval,
            waiting=[
                WaitingLine(
                    request_id=each.request_id,
                    name=each.name,
                    number=each.number,
                    username=each.username,
                    asked_at=each.asked_at,
                    number_taken=joining.has_number(each, students),
                    name_taken=joining.has_name(each, people),
                    may_be=[
                        MayBe(student_id=person.student_id, name=person.name, number=person.number)
                        for person in joining.may_be(each, people)
                    ],
                )
                for each in waiting
            ],
        )

    def settle_joining(
        self, class_id: str, request_ids: Sequence[str], caller: Caller, *, admitted: bool, by: str
    ) -> int:
        """Admit or refuse those who wait; returns how many. Raises `Forbidden`, `NotFound`, `BadParameter`."""
        return joining.settle(
            class_id,
            request_ids,
            self._account(by, caller),
            admitted=admitted,
            store=self._store,
            clock=self._clock,
            identifiers=self._identifiers,
        )

    def admit_as(self, class_id: str, request_id: str, student_id: str, caller: Caller, *, by: str) -> None:
        """Admit somebody who waits as a student of the class who has never signed in. Raises `Forbidden`, `NotFound`, `BadParameter`."""
        joining.admit_as(
            class_id,
            request_id,
            student_id,
            self._account(by, caller),
            store=self._store,
            clock=self._clock,
            identifiers=self._identifiers,
        )

    def join_door(self, code: str, *, address: str) -> JoinDoor:
        """Which class a code opens; asked by visitors from a network address. Raises `NotFound`, `RateExceeded`."""
        return joining.door(
            code, address=address, limiter=self._access.people.guess_limiter, store=self._store, clock=self._clock
        )

    def ask_to_join(
        self,
        code: str,
        *,
        name: str,
        number: str,
        username: str,
        password: str,
        language: Language | None,
        address: str,
    ) -> bool:
        """Ask to join a class; True when the person is in it at once. Raises `NotFound`, `RateExceeded`, `BadParameter`, `Forbidden`."""
        return joining.ask(
            code,
            name=name,
            number=number,
            username=username,
            password=password,
            language=language,
            address=address,
            limiter=self._access.people.guess_limiter,
            store=self._store,
            clock=self._clock,
            identifiers=self._identifiers,
        )

    # -- two students that are one person ----------------------------------------------------------------

    def merge_preview(self, student_id: str, into_student_id: str, caller: Caller, *, by: str) -> MergePreview:
        """What merging a student into another would give to the other. Raises `Forbidden` for everybody but administrators, `NotFound`."""
        members.merged_pair(student_id, into_student_id, self._account(by, caller), store=self._store)
        return MergePreview(rows=self._store.rows_of_student(caller.organisation_id, student_id))

    def merge(self, student_id: str, into_student_id: str, caller: Caller, *, by: str) -> MergePreview:
        """Give everything about a student to another; what is folded from the log is folded anew. The student who stays keeps the own sign-in, or
        gets that of the other where only that works; the one that is left over is closed.

        Raises as `merge_preview`.
        """
        members.merged_pair(student_id, into_student_id, self._account(by, caller), store=self._store)
        rows = self._store.merge_students(
            caller.organisation_id, student_id, into_student_id, self._clock.now(), unused_password=UNMATCHABLE_HASH
        )
        self._access.people.clear_signin_cache()
        self._knowledge.take_in_evidence(into_student_id, caller)
        theirs = [each for each in self._store.accounts(caller.organisation_id) if each.student_id == into_student_id]
        return MergePreview(rows=rows, username=theirs[0].username if theirs else "")

    def _account(self, account_id: str, caller: Caller) -> Account:
        account = self._store.account(caller.organisation_id, account_id)
        if account is None:
            raise NotFound(f"There is no account {account_id!r}.")
        return account


def _line(planned: PlannedLine) -> ImportLine:
    entry, question = planned.entry, planned.question
    return ImportLine(
        key=planned.key,
        row=entry.row,
        file=entry.file,
        name=entry.name,
        number=entry.number,
        class_names=list(entry.class_names),
        username=planned.username,
        role=entry.role,
        action=planned.action,
        changes=list(planned.changes),
        faults=[FaultLine(column=each.column, text=each.text) for each in planned.faults],
        question=None if question is None else question.text,
        candidates=[]
        if question is None
        else [Candidate(answer=f"{SAME}{student_id}", shown=shown) for student_id, shown in question.candidates],
    )
