"""The store as a whole."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from core.ports.access import AccessStore
from core.ports.answers import AnswerStore
from core.ports.demo import DemoStore
from core.ports.essays import EssayReviewStore, EssayStore
from core.ports.knowledge import MasteryStore, ModelStore, PeerStore
from core.ports.plan import AssignmentStore, MemoryStore, PlanStore
from core.ports.portrait import PortraitStore
from core.ports.questions import BankItemStore, QuestionStore
from core.ports.speech import SpeechStore
from core.ports.students import StudentStore
from core.ports.texts import TextStore


class Store(
    QuestionStore, AnswerStore, StudentStore, AccessStore, TextStore, BankItemStore, MasteryStore, ModelStore, DemoStore,
    PeerStore, PortraitStore, SpeechStore, EssayStore, EssayReviewStore, PlanStore, MemoryStore,
    AssignmentStore, Protocol,
):  # fmt: skip
    """Everything that is kept."""

    def delete_expired(self, now: datetime, *, replies_before: datetime) -> dict[str, int]:
        """Remove browser sessions that have expired, and remembered replies older than a moment."""
        ...

    def ready(self) -> bool:
        """Whether the database can be read and written, has room, and its schema is the one this code knows."""
        ...

    def problems(self) -> list[str]:
        """What keeps it from its work, in plain words of English without a path; none when it is ready."""
        ...

    def close(self) -> None: ...
