"""The SQL store: all parts over one engine."""

from __future__ import annotations

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from core.store.access import AccessPart
from core.store.answers import AnswerPart
from core.store.assignments import AssignmentPart
from core.store.bank_items import BankItemPart
from core.store.class_days import ClassPart
from core.store.demo import DemoPart
from core.store.essay_reviews import EssayReviewPart
from core.store.items import ItemPart
from core.store.learner import MasteryPart
from core.store.memory import MemoryPart
from core.store.migrate import current_revision, newest_revision
from core.store.models import ModelPart
from core.store.peers import PeerPart
from core.store.plan import PlanPart
from core.store.portrait import PortraitPart
from core.store.runs import RunPart
from core.store.speech import SpeechPart
from core.store.texts import TextPart


class SqlStore(
    PlanPart,  # before ItemPart and AnswerPart, which it extends
    ItemPart,
    BankItemPart,
    PortraitPart,  # before AnswerPart, which it extends
    AssignmentPart,  # likewise
    DemoPart,  # likewise
    SpeechPart,  # likewise
    EssayReviewPart,  # likewise
    AnswerPart,
    ClassPart,
    AccessPart,
    TextPart,
    ModelPart,
    PeerPart,
    MasteryPart,
    MemoryPart,
    RunPart,
):
    """`core.ports.Store` on SQLite or PostgreSQL. Safe to share between threads."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)

    def ready(self) -> bool:
        """Whether the database answers and stands at this code's newest revision."""
        try:
            with self.read() as connection:
                return current_revision(connection) == newest_revision()
        except SQLAlchemyError:
            return False

    def close(self) -> None:
        """Give the connections back."""
        self.engine.dispose()
