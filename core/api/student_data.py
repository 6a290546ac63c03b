"""Everything about a student: out as a file, in again, erased with a receipt, looked for."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from importlib.metadata import version

from pydantic import ValidationError

from core.access.arguments import bounded
from core.access.keys import UNMATCHABLE_HASH
from core.access.queues import Queues, visitor
from core.access.student_files.reading import read_student_file
from core.access.student_files.receipts import COMMAND_LINE, receipt_text
from core.access.student_files.scope import own_copy
from core.access.student_files.writing import student_file
from core.api.questions import Questions
from core.errors import BadParameter, BadStudentFile, Forbidden, NotFound
from core.essays.service import EssayEvaluator
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Caller
from core.records.audit import Subject
from core.records.items import Item
from core.records.student_copies import CopiedItem, CopyScope, ErasureReceipt, Restored, Trace
from core.wire import Bilingual, Language

MOST_WORDS = 50


@bounded
class StudentData:
    """Everything about a student: out as a file, in again, erased with a receipt, looked for."""

    def __init__(
        self,
        *,
        store: Store,
        clock: Clock,
        identifiers: Identifiers,
        questions: Questions,
        queues: Queues,
        essay_evaluator: EssayEvaluator,
    ) -> None:
        self._store = store
        self._questions = questions
        self._queues = queues
        self._clock = clock
        self._identifiers = identifiers
        self._essay_evaluator = essay_evaluator

    def export(self, student_id: str, caller: Caller, *, scope: CopyScope = "whole") -> bytes:
        """Everything about a student as a zip of readable files; with the scope `own` what the student may have, be it nothing.

        That it was taken out is noted before it is handed over. Raises `NotFound`, `Busy`: it takes memory, so that few are made at once.
        """
        with self._queues.costly.turn(visitor(caller)):
            copy = self._store.student_copy(caller.organisation_id, student_id)
            if not copy.counts and scope == "whole":
                raise NotFound(f"There is no student {student_id!r}.")
            content = student_file(
                own_copy(copy) if scope == "own" else copy,
                scope=scope,
                at=self._clock.now(),
                product_version=version("wenlu"),
            )
            self._store.note_act(
                caller.organisation_id,
                "student_exported",
                Subject("student", student_id),
                at=self._clock.now(),
                facts={"scope": scope},
            )
            return content

    def bring_back(self, content: bytes, caller: Caller, *, student_id: str | None = None) -> Restored:
        """Bring a student in from such a file, all of it or nothing; under another id where one is given.

        Raises `BadStudentFile`, `StudentIsHere`.
        """
        _refuse_bound(caller)
        copy = read_student_file(content)
        return self._store.restore_student(
            caller.organisation_id,
            student_id or copy.student_id,
            copy,
            at=self._clock.now(),
            new_id=self._identifiers.new,
            new_item_ids=self._new_item_ids(copy.items),
            unused_password=UNMATCHABLE_HASH,
        )

    def erase(self, student_id: str, caller: Caller, *, by: str = COMMAND_LINE) -> ErasureReceipt:
        """Remove everything that is stored about a student, the sign-in included, and keep a receipt; `by` is the account that asks.

        Raises `NotFound`.
        """
        receipt = self._store.erase_with_receipt(
            caller.organisation_id,
            student_id,
            receipt_id=self._identifiers.new("er"),
            salt=secrets.token_hex(16),
            asked_by=by,
            at=self._clock.now(),
        )
        self._essay_evaluator.forget(student_id)
        return receipt

    def receipts(self, caller: Caller) -> list[ErasureReceipt]:
        """The receipts of the organisation, the newest first. Raises `Forbidden` for callers of single classes."""
        _refuse_bound(caller)
        return self._store.erasure_receipts(caller.organisation_id)

    def receipt_text(self, receipt_id: str, caller: Caller, *, language: Language) -> str:
        """A receipt to keep. Raises `NotFound`."""
        for receipt in self.receipts(caller):
            if receipt.receipt_id == receipt_id:
                account = self._store.account(caller.organisation_id, receipt.asked_by)
                return receipt_text(
                    receipt, language, asked_by=receipt.asked_by if account is None else account.display_name
                )
        raise NotFound(f"There is no receipt {receipt_id!r}.")

    def names(self, student_id: str, caller: Caller) -> list[str]:
        """By which words a student is known here: id, names, user names."""
        _refuse_bound(caller)
        return self._store.student_names(caller.organisation_id, student_id)

    def traces(self, words: Sequence[str], caller: Caller) -> list[Trace]:
        """Where these words stand anywhere in the database. Raises `BadParameter` for an empty one."""
        _refuse_bound(caller)
        if len(words) > MOST_WORDS:
            raise BadParameter.of("words", f"has more than {MOST_WORDS} members")
        for word in words:
            if not word.strip():
                raise BadParameter.of(
                    "words",
                    "an empty word stands everywhere",
                    remedy=Bilingual(zh="请写出要查找的词。", en="Give the word that is looked for."),
                )
        found = self._store.traces(caller.organisation_id, [word.strip() for word in words])
        school = Subject("organisation", caller.organisation_id)
        self._store.note_act(
            caller.organisation_id, "student_searched", school, at=self._clock.now(), facts={"words": len(words)}
        )
        return found

    def _new_item_ids(self, items: Sequence[CopiedItem]) -> dict[str, str]:
        """New ids for the questions that are not kept here and that the bank does not make just so: under its own id such a one could come to
        stand in the place of a question that everybody is asked."""
        missing = self._store.missing_item_ids([item.item_id for item in items])
        return {
            copied.item_id: self._identifiers.new("q")
            for copied in items
            if copied.item_id in missing and not self._questions.catalogue.holds(_item(copied))
        }


def _item(copied: CopiedItem) -> Item:
    try:
        item = Item.model_validate_json(copied.body)
    except ValidationError as error:
        raise BadStudentFile("A question of the file cannot be read. Nothing was brought in.") from error
    if item.id != copied.item_id:
        raise BadStudentFile(f"The question {copied.item_id!r} of the file is another one. Nothing was brought in.")
    return item


def _refuse_bound(caller: Caller) -> None:
    if caller.students is not None:
        raise Forbidden("This is for those who answer for the whole school.")
