"""What is named by an id elsewhere, fetched by it: stored results, and what a plan names."""

from __future__ import annotations

from core.access.arguments import bounded
from core.answers.wire import Evaluation, EvaluationPath
from core.api.answers import Answers
from core.api.calls import Calls
from core.api.plan import Plans
from core.api.questions import Questions
from core.errors import NotFound
from core.essays.archive import ID_PREFIX as ESSAY_ID
from core.essays.wire import EssayReport
from core.plan.fetched import (
    FetchedResource,
    PlannedText,
    QuestionPath,
    ResourcePath,
    resource_view,
    sentence_view,
    title_view,
)
from core.plan.ids import ESSAY, LINK, SAY
from core.ports.store import Store
from core.questions.service import question
from core.questions.wire import Question
from core.records.access import Caller
from core.speech.keeping import READING_ID
from core.speech.wire import SpeechReport
from core.tables import Tables
from core.wire import Bilingual, Rendered

StoredResult = Rendered[Evaluation] | Rendered[EssayReport] | Rendered[SpeechReport]

FROM_A_PLAN = Bilingual(
    zh="请使用学习计划里的编号：question_id 或 resource_id。",
    en="Send an id as a plan names it: a question_id or a resource_id.",
)


@bounded
class Fetching:
    """What is named by an id elsewhere, fetched by it: stored results, and what a plan names."""

    def __init__(
        self, *, store: Store, tables: Tables, calls: Calls, answers: Answers, questions: Questions, plan: Plans
    ) -> None:
        self._store = store
        self._tables = tables
        self._calls = calls
        self._answers = answers
        self._questions = questions
        self._plan = plan

    def evaluation(self, request: EvaluationPath, caller: Caller) -> StoredResult:
        """GET /classroom/evaluation/{evaluation_id}: answers, an essay, or a reading kept for a student, as first given. Raises `NotFound`."""
        found = self._essay(request.evaluation_id, caller) or self._reading(request.evaluation_id, caller)
        if found is None:
            return self._answers.evaluation(request, caller)
        self._calls.count(caller)
        return found

    def _essay(self, evaluation_id: str, caller: Caller) -> Rendered[EssayReport] | None:
        essay = self._store.essay(caller.organisation_id, evaluation_id) if evaluation_id.startswith(ESSAY_ID) else None
        return Rendered(essay.report, EssayReport) if essay and caller.sees(essay.line.student_id) else None

    def _reading(self, evaluation_id: str, caller: Caller) -> Rendered[SpeechReport] | None:
        kept = (
            self._store.reading(caller.organisation_id, evaluation_id) if evaluation_id.startswith(READING_ID) else None
        )
        return Rendered(kept.report, SpeechReport) if kept and caller.sees(kept.line.student_id) else None

    def question(self, request: QuestionPath, caller: Caller) -> Question | PlannedText:
        """GET /classroom/questions/{question_id}: a question, a sentence to read aloud, an essay title. Raises `NotFound`."""
        found = self._text(request.question_id, caller) or self._question(request.question_id, caller)
        self._calls.count(caller)
        return found

    def _text(self, question_id: str, caller: Caller) -> PlannedText | None:
        if question_id.startswith(SAY):
            sentence = self._plan.spoken_sentences.by_id.get(question_id)
            return None if sentence is None else sentence_view(question_id, sentence)
        title = next((row for row in self._tables.essay_titles if f"{ESSAY}{row.id}" == question_id), None)
        return None if title is None else title_view(title, self._calls.language(caller, None))

    def _question(self, question_id: str, caller: Caller) -> Question:
        try:
            item = self._questions.item(question_id, caller).item
        except NotFound as error:
            raise NotFound(f"There is no question {question_id!r}.", remedy=FROM_A_PLAN) from error
        return question(item, self._calls.language(caller, None), self._tables.points, self._questions.recording)

    def resource(self, request: ResourcePath, caller: Caller) -> FetchedResource:
        """GET /recommendation/resources/{resource_id}: a lesson, something to hear, a teacher's link. Raises `NotFound`."""
        found = self._lesson(request.resource_id, caller) or self._link(request.resource_id, caller)
        if found is None:
            raise NotFound(f"There is no resource {request.resource_id!r}.", remedy=FROM_A_PLAN)
        self._calls.count(caller)
        return found

    def _lesson(self, resource_id: str, caller: Caller) -> FetchedResource | None:
        lesson = self._plan.lesson(resource_id, caller)
        if lesson is None:
            return None
        return resource_view(lesson, self._plan.slides(resource_id, caller), self._calls.language(caller, None))

    def _link(self, resource_id: str, caller: Caller) -> FetchedResource | None:
        named = self._plan.link(resource_id, caller) if resource_id.startswith(LINK) else None
        return None if named is None else resource_view(named[0], (), self._calls.language(caller, None), url=named[1])
