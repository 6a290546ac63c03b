"""The SQL store: all parts over one engine."""

from __future__ import annotations

import shutil
from pathlib import Path

from sqlalchemy import Engine, text

from core.errors import Unavailable
from core.store.database.migrate import current_revision, newest_revision
from core.store.parts.access import AccessPart
from core.store.parts.answers import AnswerPart
from core.store.parts.assignments import AssignmentPart
from core.store.parts.audit import AuditPart
from core.store.parts.availability import AvailabilityPart
from core.store.parts.bank_items import BankItemPart
from core.store.parts.class_days import ClassPart
from core.store.parts.classes import SchoolClassPart
from core.store.parts.demo import DemoPart
from core.store.parts.erasing import ErasingPart
from core.store.parts.essay_reviews import EssayReviewPart
from core.store.parts.items import ItemPart
from core.store.parts.learner import MasteryPart
from core.store.parts.learning_records import LearningRecordPart
from core.store.parts.lti import LtiPart
from core.store.parts.marking import MarkingPart
from core.store.parts.memory import MemoryPart
from core.store.parts.merging import MergingPart
from core.store.parts.models import ModelPart
from core.store.parts.own_lessons import OwnLessonPart
from core.store.parts.own_texts import OwnTextPart
from core.store.parts.peers import PeerPart
from core.store.parts.plan import PlanPart
from core.store.parts.portrait import PortraitPart
from core.store.parts.preferences import PreferencePart
from core.store.parts.quota import QuotaRequestPart
from core.store.parts.restoring import RestoringPart
from core.store.parts.roster import RosterPart
from core.store.parts.rulings import RulingPart
from core.store.parts.runs import RunPart
from core.store.parts.speech import SpeechPart
from core.store.parts.texts import TextPart
from core.store.parts.words import OwnWordPart

LEAST_FREE_BYTES = 32 * 2**20
"""With less free space a SQLite database is about to fail: its log alone grows to several MB between two checkpoints."""
HEARTBEAT = text(
    "INSERT INTO kept_setting (name, value) VALUES ('heartbeat', CAST(CURRENT_TIMESTAMP AS TEXT)) "
    "ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)


class SqlStore(
    PlanPart,  # before ItemPart and AnswerPart, which it extends
    ItemPart,
    RulingPart,  # before BankItemPart and EssayReviewPart, which it extends
    OwnTextPart,  # likewise
    BankItemPart,
    PortraitPart,  # before AnswerPart, which it extends
    AssignmentPart,  # likewise
    DemoPart,  # likewise
    SpeechPart,  # likewise
    EssayReviewPart,  # likewise
    MarkingPart,  # likewise
    RestoringPart,  # likewise
    OwnWordPart,
    AnswerPart,
    ClassPart,
    SchoolClassPart,
    AccessPart,
    TextPart,
    ModelPart,
    PeerPart,
    MasteryPart,
    MemoryPart,
    RunPart,
    RosterPart,
    MergingPart,
    PreferencePart,
    OwnLessonPart,
    QuotaRequestPart,
    AvailabilityPart,
    LtiPart,
    LearningRecordPart,
    AuditPart,
    ErasingPart,
):
    """`core.ports.store.Store` on SQLite or PostgreSQL. Safe to share between threads."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)

    def ready(self) -> bool:
        """Whether the database can be read and written, has room, and is at this code's newest revision."""
        return not self.problems()

    def problems(self) -> list[str]:
        """What keeps the store from working, in plain English; empty when all is well.

        A row is really written and committed: a full or read-only disk shows at the commit and not before.
        """
        try:
            with self.read() as connection:
                is_newest = current_revision(connection) == newest_revision()
        except Unavailable:
            return ["the database does not answer"]
        if not is_newest:
            return ["the database does not stand at this version's newest revision"]
        problems = ["the disk of the database is nearly full"] if self._is_nearly_full() else []
        try:
            with self.write() as connection:
                connection.execute(HEARTBEAT)
        except Unavailable:
            problems.append("the database cannot be written")
        return problems

    def _is_nearly_full(self) -> bool:
        """Whether the disk of a SQLite file is nearly full; the disk of a server is not known here, a failed write shows it."""
        path = self.engine.url.database
        if self.engine.dialect.name != "sqlite" or path in (None, "", ":memory:"):
            return False
        try:
            return shutil.disk_usage(Path(str(path)).parent).free < LEAST_FREE_BYTES
        except OSError:
            return True

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()
