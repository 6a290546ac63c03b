"""The store as a whole."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from core.ports.access import AccessStore
from core.ports.answers import AnswerStore
from core.ports.audit import AuditStore
from core.ports.availability import AvailabilityStore
from core.ports.classes import ClassStore
from core.ports.demo import DemoStore
from core.ports.essays import EssayReviewStore, EssayStore
from core.ports.knowledge import MasteryStore, ModelStore, PeerStore
from core.ports.learning_records import LearningRecordStore
from core.ports.lti import LtiStore
from core.ports.marking import MarkingStore
from core.ports.plan import AssignmentStore, MemoryStore, OwnLessonStore, PlanStore
from core.ports.portrait import PortraitStore
from core.ports.preferences import PreferenceStore
from core.ports.questions import BankItemStore, OwnTextStore, QuestionStore
from core.ports.quota import QuotaRequestStore
from core.ports.roster import RosterStore
from core.ports.rulings import RulingStore
from core.ports.speech import SpeechStore
from core.ports.student_copies import StudentCopyStore
from core.ports.students import StudentStore
from core.ports.texts import TextStore
from core.ports.words import OwnWordStore


class Store(
    QuestionStore, AnswerStore, StudentStore, AccessStore, TextStore, BankItemStore, MasteryStore, ModelStore, DemoStore,
    PeerStore, PortraitStore, SpeechStore, EssayStore, EssayReviewStore, PlanStore, MemoryStore, ClassStore,
    AssignmentStore, RulingStore, MarkingStore, RosterStore, OwnWordStore, PreferenceStore, OwnTextStore,
    OwnLessonStore, QuotaRequestStore, StudentCopyStore, AvailabilityStore, AuditStore, LearningRecordStore,
    LtiStore,
    Protocol,
):  # fmt: skip
    """All parts of the store together."""

    def delete_expired(self, now: datetime, *, replies_before: datetime) -> dict[str, int]:
        """Delete expired sign-ins and codes, clients that were not used for long, and replies stored before a time; returns the numbers deleted,
        those of codes and of requests to join apart."""
        ...

    def ready(self) -> bool:
        """Whether the database can be read and written, has room, and has the schema that this code expects."""
        ...

    def problems(self) -> list[str]:
        """What keeps the store from working, in plain English without a path; empty when it is ready."""
        ...

    def close(self) -> None: ...
