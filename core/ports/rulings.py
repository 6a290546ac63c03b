"""What rulings for a whole organisation need of the store. Each method is one transaction named for its intent."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from core.records.answers import AnswerRow
from core.records.essays import EssayVerdictRow, StoredEssay
from core.records.evidence import Evidence
from core.records.items import Item
from core.records.rulings import RuledAnswer, Ruling

SelectAnswers = Callable[[Sequence[AnswerRow]], Sequence[RuledAnswer]]
"""Of the answers to an item on which no decision stands, those that a ruling re-marks."""
EvidenceOfRuling = Callable[[Sequence[RuledAnswer], Sequence[Evidence]], Sequence[Evidence]]
"""The pieces to append, from the re-marked answers and what their students' log holds of them."""

SelectAgain = Callable[[Sequence[AnswerRow], Sequence[Ruling]], Sequence[RuledAnswer]]
"""Of the answers to an item on which no decision stands, those that the other rulings in force on it re-mark."""
EvidenceFromLogs = Callable[[Mapping[str, Sequence[Evidence]]], Sequence[Evidence]]
"""The pieces to append, from the logs (`core.records.evidence.standing`) of the students that were named, by their ids."""


class RulingStore(Protocol):
    """Rulings and what they re-mark. Where one is given or undone, the maps, cards and portraits of its students are made anew from their
    whole log the next time they are read."""

    def give_ruling(
        self,
        ruling: Ruling,
        item: Item,
        *,
        reply: str,
        select_answers: SelectAnswers,
        evidence_of: EvidenceOfRuling,
    ) -> Ruling | None:
        """Settle the appeal of a ruling as upheld with its reply, re-mark the answers that are selected, append their evidence, and (scope
        `retire`) retire the item. The answers are read when nobody else can add any, so that one given a moment ago is selected too; other
        open appeals on re-marked answers are settled with it.

        Returns the ruling as stored, with its counts; None where the appeal is not open any more: the first decision stands.
        """
        ...

    def undo_ruling(
        self,
        ruling: Ruling,
        *,
        by: str,
        at: datetime,
        select_again: SelectAgain,
        evidence_of: EvidenceOfRuling,
    ) -> bool:
        """Take everything back that a ruling on an item did, by further evidence; appeals that it settled are open again. False when it was
        undone before.

        Answers that other rulings in force on the item speak of are re-marked by those, with their appeals, and an item that another of them
        retires stays retired.
        """
        ...

    def ruling(self, organisation_id: str, ruling_id: str) -> Ruling | None: ...

    def rulings_named(self, organisation_id: str, ruling_ids: Collection[str]) -> list[Ruling]:
        """The organisation's rulings with these ids."""
        ...

    def rulings(self, organisation_id: str, *, limit: int) -> list[Ruling]:
        """The organisation's rulings, those that were undone too, newest first."""
        ...

    def rulings_on(self, organisation_id: str, item_ids: Collection[str]) -> list[Ruling]:
        """The rulings in force on these items that reach further than one answer, oldest first."""
        ...

    def undecided_answers(self, organisation_id: str, item_id: str) -> list[AnswerRow]:
        """The answers to an item on which no decision of a teacher stands, oldest first."""
        ...

    def ruled_answers(self, organisation_id: str, student_id: str) -> list[RuledAnswer]:
        """A student's answers that rulings in force re-mark."""
        ...

    def ruled_counts(self, organisation_id: str) -> dict[str, tuple[int, int]]:
        """(students, answers) that each ruling on an item re-marks by now, those that came after it was given among them."""
        ...

    # -- marks in essays ---------------------------------------------------------------------------------

    def essays_holding(self, organisation_id: str, texts: Sequence[str]) -> list[StoredEssay]:
        """The organisation's essays whose report holds each of the texts, the oldest first; `texts` are JSON text."""
        ...

    def essay_stamp(self, organisation_id: str) -> tuple[int, ...]:
        """Number and latest time of the organisation's essays, and number of settled verdicts: changes with every new or removed one."""
        ...

    def verdicts_of_ruling(self, organisation_id: str, ruling_id: str) -> list[tuple[EssayVerdictRow, StoredEssay]]:
        """The verdicts that a ruling settled or made, with the reports."""
        ...

    def verdicts_of_rulings(self, organisation_id: str, student_id: str) -> list[tuple[EssayVerdictRow, StoredEssay]]:
        """Verdicts that rulings made on a student's essays, without a word of the student's, with the reports, newest first."""
        ...

    def verdicts_of_essays(self, organisation_id: str, evaluation_ids: Sequence[str]) -> list[EssayVerdictRow]:
        """All verdicts on these reports."""
        ...

    def give_essay_ruling(
        self,
        ruling: Ruling,
        *,
        note: str,
        verdicts: Sequence[EssayVerdictRow],
        students: Collection[str],
        evidence_of: EvidenceFromLogs,
        stamp: tuple[int, ...] | None,
    ) -> Ruling | None:
        """Settle the dismissal of a ruling as upheld with its note; settle likewise, or make, the other `verdicts`; append the evidence that
        follows from the logs of `students`, read when nobody else can add to them.

        None where the dismissal is not open any more, or the essays have changed since `stamp` was read: then look through them again. A
        ruling on one essay alone needs no stamp.
        """
        ...

    def undo_essay_ruling(
        self,
        ruling: Ruling,
        *,
        by: str,
        at: datetime,
        handed_over: Sequence[tuple[EssayVerdictRow, str]],
        students: Collection[str],
        evidence_of: EvidenceFromLogs,
    ) -> bool:
        """Take everything back that a ruling on marks in essays did, by further evidence; dismissals that it settled are open again, and what
        it made is gone, but for the verdicts that another ruling in force, whose id is given, speaks of too: they are its own from now on.

        `evidence_of` is given the logs of `students` without what is taken back. False when it was undone before.
        """
        ...

    def ruled_essay_keys(self, organisation_id: str) -> frozenset[str]:
        """Keys of the marks that rulings in force pass over for every student of the organisation."""
        ...
