"""The facade: one typed method for each endpoint, and the table of endpoints that HTTP and its documents follow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel

from core.access import administration
from core.access.arguments import bounded
from core.access.queues import Queues, visitor
from core.access.quota import EVALUATION_PRICE_LI, QUESTION_PRICE_LI
from core.access.service import Access, Price
from core.access.wire import AccessToken, Bill, KeyView, LedgerLine, QuotaStanding, SigninView, TokenRequest
from core.answers import appeals, class_lines, opened, practice, report, today
from core.answers import service as answers
from core.answers.wire import (
    AnswerItem,
    AppealRequest,
    AppealView,
    Evaluation,
    EvaluationPath,
    EvidenceView,
    PracticeCard,
    PracticeSummary,
    PracticeView,
    Report,
    ReportRequest,
    StudentLine,
    SubmitRequest,
    TodayView,
)  # fmt: skip
from core.api.essay_reviews import EssayReviewPart
from core.api.items import FileReader
from core.errors import NotFound
from core.essays.service import EssayEvaluator
from core.essays.wire import EssayReport, EssayRequest
from core.knowledge.wire import (
    KnowledgeMap,
    LearningPath,
    MapRequest,
    PathRequest,
    Peers,
    PeersRequest,
    UpdateRequest,
    UpdateResult,
)  # fmt: skip
from core.plan.wire import DailyPlan, DailyRequest, ScheduleRequest
from core.portrait.wire import FirstPortraitRequest, Portrait, PortraitPath, UpdatePortraitRequest
from core.ports.language import LanguageModel, PinyinReader, Recordings, ScriptConverter
from core.ports.store import Store
from core.ports.system import Clock, Identifiers, Printer
from core.questions.bank import ItemBank
from core.questions.wire import GeneratedQuestions, GenerateRequest
from core.records.access import Account, Caller, Permission
from core.records.printed import Document
from core.speech.ports import SpeechEvaluator
from core.tables import Tables
from core.tables.words import Word, own_gloss
from core.texts import catalogue, flags
from core.texts import service as texts
from core.texts.analysis import Analyser
from core.texts.wire import FlagRequest, FlagView, GrammarText, GrammarTextRequest, PointView, TextView
from core.wire import Language, Rendered

QueueName = Literal["essays", "texts", "dear"]
"""Attributes of `core.access.queues.Queues`."""


@dataclass(frozen=True)
class Endpoint:
    """One line of the contract: how it is called, what it asks of the caller, which method of `Core` answers."""

    method: Literal["GET", "POST"]
    path: str
    operation: str
    """Name of the `Core` method, and the operationId of the OpenAPI document."""
    price: Price
    request: type[BaseModel]
    response: type[BaseModel]
    summary: str
    queue: QueueName | None = None
    """Where a call waits for its turn, for what takes long."""
    bare: bool = False
    """The envelope has no `message`, as the contract writes it for the learning path."""


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        "POST", "/classroom/questions/generate", "generate_questions",
        Price("questions/generate", "questions", QUESTION_PRICE_LI),
        GenerateRequest, GeneratedQuestions, "Generate questions by level, type, topic and tags",
    ),
    Endpoint(
        "POST", "/classroom/evaluation/submit", "submit_evaluation",
        Price("evaluation/submit", "evaluation", EVALUATION_PRICE_LI),
        SubmitRequest, Evaluation, "Mark a student's answers",
    ),
    Endpoint(
        "GET", "/classroom/evaluation/report/{student_id}", "learning_report",
        Price("evaluation/report", "evaluation", 0),
        ReportRequest, Report, "A student's learning report of a month",
    ),
    Endpoint(
        "GET", "/classroom/evaluation/{evaluation_id}", "evaluation",
        Price("evaluation/get", "evaluation", 0),
        EvaluationPath, Evaluation, "A stored evaluation result, equal to the one first given",
    ),
    Endpoint(
        "POST", "/knowledge-map/update", "update_knowledge_map",
        Price("knowledge-map/update", "knowledge", 0),
        UpdateRequest, UpdateResult, "Take new evidence into the maps; a second run changes nothing", queue="dear",
    ),
    Endpoint(
        "GET", "/knowledge-map/{student_id}", "knowledge_map",
        Price("knowledge-map/get", "knowledge", 0),
        MapRequest, KnowledgeMap, "A student's record on every knowledge point, as of the last update",
    ),
    Endpoint(
        "GET", "/knowledge-map/{student_id}/path", "learning_path",
        Price("knowledge-map/path", "knowledge", 0),
        PathRequest, LearningPath, "The way to a student's target, by stages", queue="dear", bare=True,
    ),
    Endpoint(
        "GET", "/knowledge-map/{student_id}/peers", "peers",
        Price("knowledge-map/peers", "knowledge", 0),
        PeersRequest, Peers, "Study peers with a similar or a complementary map, among those who opted in", queue="dear",
    ),
    Endpoint(
        "POST", "/portrait/first", "first_portrait",
        Price("portrait/first", "portrait", 0),
        FirstPortraitRequest, Portrait, "A first portrait from a questionnaire and first test results",
    ),
    Endpoint(
        "POST", "/portrait/update", "update_portrait",
        Price("portrait/update", "portrait", 0),
        UpdatePortraitRequest, Portrait, "Take in observed behaviours and recompute the portrait",
    ),
    Endpoint(
        "GET", "/portrait/{student_id}", "portrait",
        Price("portrait/get", "portrait", 0),
        PortraitPath, Portrait, "A student's portrait",
    ),
    Endpoint(
        "GET", "/recommendation/daily/{student_id}", "daily_recommendation",
        Price("recommendation/daily", "recommendation", 0),
        DailyRequest, DailyPlan, "What a student is to do on a day, by slot, with the reasons",
    ),
    Endpoint(
        "POST", "/recommendation/schedule", "update_schedule",
        Price("recommendation/schedule", "recommendation", 0),
        ScheduleRequest, DailyPlan, "Move a recommended item to another slot and time",
    ),
    Endpoint(
        "POST", "/essay/evaluate", "evaluate_essay",
        Price("essay/evaluate", "essay", EVALUATION_PRICE_LI),
        EssayRequest, EssayReport, "Correct and score a student's essay", queue="essays",
    ),
)  # fmt: skip


GRAMMAR_TEXT = Endpoint(
    "POST", "/grammar_text", "grammar_text",
    Price("grammar_text", "grammar", 0),
    GrammarTextRequest, GrammarText, "Grammar points and difficulty of a text", queue="texts",
)  # fmt: skip
"""Served under /grammar and not under /v1: it needs no credential and stores nothing."""


@bounded
class Core(EssayReviewPart):
    """Everything the service does, behind typed methods. Safe to share between threads."""

    def __init__(
        self,
        *,
        store: Store,
        clock: Clock,
        identifiers: Identifiers,
        tables: Tables,
        access: Access,
        reader: PinyinReader,
        converter: ScriptConverter,
        analyser: Analyser,
        printer: Printer,
        recordings: Recordings,
        evaluator: SpeechEvaluator,
        essays: EssayEvaluator,
        files: FileReader,
        keeps_recordings: bool = False,
        queues: Queues | None = None,
        gloss: Callable[[Word], str] = own_gloss,
        language_model: LanguageModel | None = None,
        default_language: Language = "zh",
    ) -> None:
        self.store = store
        self.clock = clock
        self.identifiers = identifiers
        self.tables = tables
        self.access = access
        self.default_language = default_language
        self.reader = reader
        self.converter = converter
        self.analyser = analyser
        self.printer = printer
        self.recordings = recordings
        self.evaluator = evaluator
        self.essays = essays
        self.files = files
        self.keeps_recordings = keeps_recordings
        self.queues = queues or Queues()
        self.gloss = gloss
        self.language_model = language_model
        self.bank = ItemBank(tables, reader)

    # -- the contract ------------------------------------------------------------------------------------

    def token(self, request: TokenRequest, *, address: str = "local") -> AccessToken:
        """POST /auth/token."""
        return self.access.token(request, address=address)

    def submit_evaluation(self, request: SubmitRequest, caller: Caller) -> Rendered[Evaluation]:
        """POST /classroom/evaluation/submit."""
        return answers.submit(
            request,
            caller,
            language=self.language(caller, request.student_id),
            points=self.tables.points,
            store=self.store,
            converter=self.converter,
            clock=self.clock,
            identifiers=self.identifiers,
        )

    def evaluation(self, request: EvaluationPath, caller: Caller) -> Rendered[Evaluation]:
        """GET /classroom/evaluation/{evaluation_id}."""
        found = answers.evaluation(request, caller, store=self.store)
        self._count(caller)
        return found

    def learning_report(self, request: ReportRequest, caller: Caller) -> Report:
        """GET /classroom/evaluation/report/{student_id}."""
        made = report.report(
            request,
            caller,
            language=self.language(caller, request.student_id),
            points=self.tables.points,
            store=self.store,
            clock=self.clock,
        )
        self._count(caller)
        return made

    def grammar_text(self, request: GrammarTextRequest) -> GrammarText:
        """POST {grammar_url}/grammar_text. Nothing is stored. Raises `Busy`."""
        with self.queues.texts.turn(visitor(None)):
            return texts.grammar_text(request, analyser=self.analyser)

    # -- the pages ---------------------------------------------------------------------------------------

    def review_practice(self, student_id: str, item_ids: list[str], caller: Caller) -> PracticeView:
        """A session over items that the student got wrong."""
        return practice.review(
            student_id, item_ids, caller, store=self.store, clock=self.clock, identifiers=self.identifiers
        )

    def practice(self, student_id: str, session_id: str, caller: Caller) -> PracticeView:
        """The session as it stands. Raises `NotFound`."""
        return practice.view(student_id, session_id, caller, store=self.store)

    def answer_practice(self, student_id: str, session_id: str, answer: AnswerItem, caller: Caller) -> PracticeCard:
        """Mark one answer of a session and write it through at once; answering a card again changes nothing."""
        return practice.answer(
            student_id,
            session_id,
            answer,
            caller,
            language=self.language(caller, student_id),
            points=self.tables.points,
            store=self.store,
            converter=self.converter,
            clock=self.clock,
            identifiers=self.identifiers,
        )

    def practice_summary(self, student_id: str, session_id: str, caller: Caller) -> PracticeSummary:
        """What the session's answers say; marks the session finished."""
        return practice.summary(
            student_id,
            session_id,
            caller,
            language=self.language(caller, student_id),
            points=self.tables.points,
            store=self.store,
            clock=self.clock,
        )

    def pdf(self, document: Document, caller: Caller | None = None) -> bytes:
        """A document as PDF; nothing of it is kept. Raises `NoFont`, `Busy`."""
        with self.queues.dear.turn(visitor(caller)):
            return self.printer.pdf(document)

    def word_text(self, file: bytes) -> str | None:
        """The plain text of a .docx that somebody sends; None for anything else. Raises `TooLarge`, `CostlyFile`, `Busy`."""
        return self.files.word_text(file)

    def today(self, student_id: str, caller: Caller) -> TodayView:
        """The first page of a student."""
        language = self.language(caller, student_id)
        return today.today(
            student_id, caller, language=language, points=self.tables.points, store=self.store, clock=self.clock
        )

    def text_view(self, request: GrammarTextRequest, caller: Caller | None = None) -> TextView:
        """A text with its points, the level of every word, and the reasons of its level. Nothing is stored. Raises `Busy`."""
        with self.queues.texts.turn(visitor(caller)):
            return texts.text_view(request, analyser=self.analyser)

    def grammar_catalogue(self) -> list[PointView]:
        """The 572 grammar points in the order of the standard."""
        return catalogue.catalogue(tables=self.tables, practisable=self.bank.points_with_items())

    def flag_grammar(self, request: FlagRequest, caller: Caller, *, by: str) -> FlagView:
        """Keep a teacher's word on a match or a missing point. Raises `BadParameter`."""
        return flags.add(
            request,
            caller,
            by=by,
            points=self.tables.points,
            store=self.store,
            clock=self.clock,
            identifiers=self.identifiers,
        )

    def grammar_flags(self, caller: Caller) -> list[FlagView]:
        """What the organisation's teachers said about the detector, newest first."""
        return flags.listed(caller, store=self.store)

    def withdraw_grammar_flag(self, flag_id: str, caller: Caller) -> None:
        """Take a flag back. Raises `NotFound`."""
        flags.withdrawn(flag_id, caller, store=self.store)

    def appeal(self, request: AppealRequest, caller: Caller) -> bool:
        """Keep a student's "my answer was right" for the teacher; False when it was said before."""
        return appeals.add(request, caller, store=self.store, clock=self.clock, identifiers=self.identifiers)

    def appeals(self, caller: Caller, *, status: str | None = None, student_id: str | None = None) -> list[AppealView]:
        """Appeals of the organisation, or of one student, newest first."""
        return appeals.listed(caller, status=status, student_id=student_id, store=self.store)

    def settle_appeal(self, appeal_id: str, caller: Caller, *, upheld: bool, reply: str = "") -> bool:
        """Uphold or decline; an upheld appeal becomes evidence in the student's favour."""
        return appeals.settle(appeal_id, caller, upheld=upheld, reply=reply, store=self.store, clock=self.clock)

    def evidence(self, student_id: str, sources: Sequence[str], caller: Caller) -> list[EvidenceView]:
        """The answers `evaluation_id#position` behind a figure, opened. Raises `NotFound` for another's."""
        return opened.opened(student_id, sources, caller, store=self.store)

    def class_lines(self, caller: Caller) -> list[StudentLine]:
        """The organisation's students, one line each, with their answers of this month."""
        return class_lines.class_lines(caller, store=self.store, clock=self.clock)

    def erase_student(self, student_id: str, caller: Caller) -> dict[str, int]:
        """Remove everything kept about a student; rows removed by table. Raises `NotFound`."""
        if self.store.student(caller.organisation_id, student_id) is None:
            raise NotFound(f"There is no student {student_id!r}.")
        return self.store.erase_student(caller.organisation_id, student_id)

    # -- the administrator's page ------------------------------------------------------------------------

    def accounts(self, caller: Caller) -> list[Account]:
        """The organisation's accounts by user name."""
        return self.store.accounts(caller.organisation_id)

    def signins(self, account_id: str, caller: Caller, *, cookie: str = "") -> list[SigninView]:
        """Where an account of the organisation is signed in; `cookie` is that of whoever asks."""
        return administration.signins(account_id, caller, cookie=cookie, people=self.access.people)

    def end_signins(self, account_id: str, caller: Caller, *, only: str = "", keep_cookie: str = "") -> int:
        """End one sign-in of an account of the organisation, or all but that of a cookie; how many were ended."""
        keep = self.access.people.signin_named(keep_cookie) if keep_cookie else ""
        return self.access.people.end_signins(caller.organisation_id, account_id, only=only, keep=keep)

    def close_account(self, account_id: str, caller: Caller) -> bool:
        """Refuse an account from now on and end its sign-ins. Raises `NotFound`."""
        return self.access.people.disable(administration.account_of(account_id, caller, store=self.store))

    def open_account(self, account_id: str, caller: Caller) -> bool:
        """Take that back. Raises `NotFound`."""
        return self.access.people.enable(administration.account_of(account_id, caller, store=self.store))

    def quota(self, caller: Caller) -> QuotaStanding:
        """Tier, limit and use of this month."""
        return administration.quota_standing(caller, store=self.store, clock=self.clock)

    def api_keys(self, caller: Caller) -> list[KeyView]:
        """The organisation's keys without their secrets, newest first."""
        return administration.keys(caller, store=self.store)

    def new_api_key(self, permissions: frozenset[Permission], caller: Caller) -> str:
        """A new key in the clear: it is shown once and stored as a hash."""
        return self.access.new_key(administration.organisation_of(caller, store=self.store), permissions)

    def revoke_api_key(self, key_id: str, caller: Caller) -> bool:
        """Refuse a key of the organisation from now on; False when it was revoked before."""
        return administration.revoke(key_id, caller, store=self.store, clock=self.clock)

    def bill(self, period: str, caller: Caller) -> Bill:
        """A month `YYYY-MM` by endpoint, from the ledger."""
        return administration.bill(period, caller, store=self.store)

    def ledger(self, period: str, caller: Caller) -> list[LedgerLine]:
        """Every counted call of a month `YYYY-MM`."""
        return administration.ledger(period, caller, store=self.store)

    def language(self, caller: Caller, student_id: str | None) -> Language:
        """The explanation language: the request's, else the student's, else the default."""
        if caller.language is not None:
            return caller.language
        student = self.store.student(caller.organisation_id, student_id) if student_id else None
        return (student.explanation_language if student else None) or self.default_language

    def _count(self, caller: Caller, reply: BaseModel | None = None, *, student_id: str | None = None) -> None:
        if caller.call is not None:
            kept = reply.model_dump_json() if reply is not None and caller.call.idempotency_key else None
            self.store.count_call(caller.call, reply=kept, student_id=student_id)

    def perform(self, endpoint: Endpoint, request: BaseModel, caller: Caller) -> Rendered[Any]:
        """Run an endpoint's method and give its payload as JSON text."""
        method: Any = getattr(self, endpoint.operation)
        result = method(request, caller)
        return result if isinstance(result, Rendered) else Rendered(result.model_dump_json(), type(result))
