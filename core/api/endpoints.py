"""The contract's endpoints: one entry each, from which HTTP, its documents and its tests are made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import UnionType
from typing import Any, Generic, Literal, TypeVar

from pydantic import BaseModel

from core.access.quota import EVALUATION_PRICE_LI, QUESTION_PRICE_LI
from core.access.quota_requests import QuotaRequestBody, QuotaRequestMade
from core.access.service import Price
from core.answers.wire import (
    Evaluation,
    EvaluationPath,
    Report,
    ReportRequest,
    SubmitRequest,
)
from core.api.core import Core
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
)
from core.plan.fetched import FetchedResource, PlannedText, QuestionPath, ResourcePath
from core.plan.wire import DailyPlan, DailyRequest, ScheduleRequest
from core.portrait.wire import FirstPortraitRequest, Portrait, PortraitPath, UpdatePortraitRequest
from core.questions.wire import GeneratedQuestions, GenerateRequest, Question
from core.records.access import Caller
from core.speech.wire import SpeechReport
from core.texts.wire import GrammarText, GrammarTextRequest
from core.wire import Rendered

RequestModel = TypeVar("RequestModel", bound=BaseModel)
ResponseModel = TypeVar("ResponseModel", bound=BaseModel)
QueueName = Literal["essays", "texts", "costly"]
"""Attributes of `core.access.queues.Queues`."""


@dataclass(frozen=True)
class Endpoint(Generic[RequestModel, ResponseModel]):
    """An endpoint of the contract: how it is called, what it requires of the caller, which function answers it."""

    method: Literal["GET", "POST"]
    path: str
    operation: str
    """The operationId of the OpenAPI document."""
    answer: Callable[[Core, RequestModel, Caller], ResponseModel | Rendered[ResponseModel]]
    price: Price
    request: type[RequestModel]
    response: type[ResponseModel] | UnionType
    summary: str
    queue: QueueName | None = None
    """The queue in which a call waits for its turn; None for endpoints that answer quickly."""
    bare: bool = False
    """The envelope has no `message`, as the contract writes it for the learning path."""

    def perform(self, core: Core, request: RequestModel, caller: Caller) -> Rendered[ResponseModel]:
        """Answer a request; the payload is returned as JSON text."""
        result = self.answer(core, request, caller)
        return result if isinstance(result, Rendered) else Rendered(result.model_dump_json(), type(result))


ENDPOINTS: tuple[Endpoint[Any, Any], ...] = (
    Endpoint(
        "POST", "/classroom/questions/generate", "generate_questions",
        lambda core, request, caller: core.questions.generate(request, caller),
        Price("questions/generate", "questions", QUESTION_PRICE_LI),
        GenerateRequest, GeneratedQuestions, "Generate questions by level, type, topic and tags",
    ),
    Endpoint(
        "POST", "/classroom/evaluation/submit", "submit_evaluation",
        lambda core, request, caller: core.answers.submit(request, caller),
        Price("evaluation/submit", "evaluation", EVALUATION_PRICE_LI),
        SubmitRequest, Evaluation, "Mark a student's answers",
    ),
    Endpoint(
        "GET", "/classroom/evaluation/report/{student_id}", "learning_report",
        lambda core, request, caller: core.answers.report(request, caller),
        Price("evaluation/report", "evaluation", 0),
        ReportRequest, Report, "A student's learning report of a month",
    ),
    Endpoint(
        "GET", "/classroom/evaluation/{evaluation_id}", "evaluation",
        lambda core, request, caller: core.fetching.evaluation(request, caller),
        Price("evaluation/get", "evaluation", 0),
        EvaluationPath, Evaluation | EssayReport | SpeechReport,
        "A stored result of answers, an essay or a reading, equal to the one first given",
    ),
    Endpoint(
        "GET", "/classroom/questions/{question_id}", "question",
        lambda core, request, caller: core.fetching.question(request, caller),
        Price("questions/get", "questions", 0),
        QuestionPath, Question | PlannedText, "What a plan names: a question, a sentence to read aloud, an essay title",
    ),
    Endpoint(
        "POST", "/knowledge-map/update", "update_knowledge_map",
        lambda core, request, caller: core.knowledge.update(request, caller),
        Price("knowledge-map/update", "knowledge", 0),
        UpdateRequest, UpdateResult, "Take new evidence into the maps; a second run changes nothing", queue="costly",
    ),
    Endpoint(
        "GET", "/knowledge-map/{student_id}", "knowledge_map",
        lambda core, request, caller: core.knowledge.map(request, caller),
        Price("knowledge-map/get", "knowledge", 0),
        MapRequest, KnowledgeMap, "A student's record on every knowledge point, with all evidence so far",
    ),
    Endpoint(
        "GET", "/knowledge-map/{student_id}/path", "learning_path",
        lambda core, request, caller: core.knowledge.path(request, caller),
        Price("knowledge-map/path", "knowledge", 0),
        PathRequest, LearningPath, "The way to a student's target, by stages", queue="costly", bare=True,
    ),
    Endpoint(
        "GET", "/knowledge-map/{student_id}/peers", "peers",
        lambda core, request, caller: core.knowledge.peers(request, caller),
        Price("knowledge-map/peers", "knowledge", 0),
        PeersRequest, Peers, "Study peers with a similar or a complementary map, among those who opted in", queue="costly",
    ),
    Endpoint(
        "POST", "/portrait/first", "first_portrait",
        lambda core, request, caller: core.portrait.first(request, caller),
        Price("portrait/first", "portrait", 0),
        FirstPortraitRequest, Portrait, "A first portrait from a questionnaire and first test results",
    ),
    Endpoint(
        "POST", "/portrait/update", "update_portrait",
        lambda core, request, caller: core.portrait.update(request, caller),
        Price("portrait/update", "portrait", 0),
        UpdatePortraitRequest, Portrait, "Take in observed behaviours and recompute the portrait",
    ),
    Endpoint(
        "GET", "/portrait/{student_id}", "portrait",
        lambda core, request, caller: core.portrait.stored(request, caller),
        Price("portrait/get", "portrait", 0),
        PortraitPath, Portrait, "A student's portrait",
    ),
    Endpoint(
        "GET", "/recommendation/daily/{student_id}", "daily_recommendation",
        lambda core, request, caller: core.plan.daily(request, caller),
        Price("recommendation/daily", "recommendation", 0),
        DailyRequest, DailyPlan, "What a student is to do on a day, by slot, with the reasons",
    ),
    Endpoint(
        "POST", "/recommendation/schedule", "update_schedule",
        lambda core, request, caller: core.plan.schedule(request, caller),
        Price("recommendation/schedule", "recommendation", 0),
        ScheduleRequest, DailyPlan, "Move a recommended item to another slot and time",
    ),
    Endpoint(
        "GET", "/recommendation/resources/{resource_id}", "resource",
        lambda core, request, caller: core.fetching.resource(request, caller),
        Price("recommendation/resource", "recommendation", 0),
        ResourcePath, FetchedResource, "A lesson, or something to hear, that a plan names",
    ),
    Endpoint(
        "POST", "/essay/evaluate", "evaluate_essay",
        lambda core, request, caller: core.essays.evaluate(request, caller),
        Price("essay/evaluate", "essay", EVALUATION_PRICE_LI),
        EssayRequest, EssayReport, "Correct and score a student's essay", queue="essays",
    ),
    Endpoint(
        "POST", "/quota/requests", "request_quota",
        lambda core, request, caller: core.quota.ask(request, caller),
        Price("quota/requests", None, 0),
        QuotaRequestBody, QuotaRequestMade, "Ask the operator for more calls; never counted, and answered past the quota too",
    ),
)  # fmt: skip


GRAMMAR_TEXT = Endpoint(
    "POST", "/grammar_text", "grammar_text",
        lambda core, request, _: core.texts.grammar_text(request),
    Price("grammar_text", "grammar", 0),
    GrammarTextRequest, GrammarText, "Grammar points and difficulty of a text", queue="texts",
)  # fmt: skip
"""Served under /grammar and not under /v1: it needs no credential and stores nothing."""
