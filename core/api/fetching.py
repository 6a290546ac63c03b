"""What is named by an id elsewhere, fetched by it: stored results, and what a plan names."""

from __future__ import annotations

from core.access.arguments import bounded
from core.answers.wire import Evaluation, EvaluationPath
from core.api.answers import Answers
from core.api.calls import Calls
from core.api.plan import Plans
from core.api.questions import Questions
from core.errors import Forbidden, NotFound
from core.essays.archive import ID_PREFIX as ESSAY_ID
from core.essays.wire import EssayReport
from core.plan.assignments.progress import body_of
from core.plan.assignments.wire import AloudBody, EssayBody, ItemsBody, LessonBody, LinkBody, TextBody
from core.plan.fetched import (
    FetchedResource,
    PlannedText,
    QuestionPath,
    ResourcePath,
    given_link,
    given_text_view,
    resource_view,
    sentence_view,
    title_view,
)
from core.plan.ids import ASSIGNED, ESSAY, LINK, SAY, SET
from core.ports.store import Store
from core.questions.service import question
from core.questions.wire import Question
from core.records.access import Caller, Permission
from core.speech.keeping import READING_ID
from core.speech.wire import SpeechReport
from core.tables import Tables
from core.wire import Bilingual, Rendered

StoredResult = Rendered[Evaluation] | Rendered[EssayReport] | Rendered[SpeechReport]

GIVEN_TEXTS = EssayBody | TextBody | AloudBody
FROM_A_PLAN = Bilingual(
    zh="请使用学习计划里的编号：question_id 或 resource_id。",
    en="Send an id as a plan names it: a question_id or a resource_id.",
)
QUESTION_BY_QUESTION = Bilingual(
    zh="练习按题获取：GET /v1/classroom/questions/{question_id}，编号见计划里的 questions。",
    en="A set is fetched question by question: GET /v1/classroom/questions/{question_id}, with the ids under `questions` in the plan.",
)
IS_PLAYED = Bilingual(
    zh="布置的课用 GET /v1/recommendation/resources/{resource_id} 获取。",
    en="What is played is fetched with GET /v1/recommendation/resources/{resource_id}.",
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
        """GET /classroom/evaluation/{evaluation_id}: answers, an essay, or a reading kept for a student, as first given.

        Of an essay and of a reading only to keys that may have them evaluated. Raises `NotFound`, `Forbidden`.
        """
        found = self._essay(request.evaluation_id, caller) or self._reading(request.evaluation_id, caller)
        if found is None:
            return self._answers.evaluation(request, caller)
        self._calls.count(caller)
        return found

    def _essay(self, evaluation_id: str, caller: Caller) -> Rendered[EssayReport] | None:
        essay = self._store.essay(caller.organisation_id, evaluation_id) if evaluation_id.startswith(ESSAY_ID) else None
        if essay is None or not caller.sees(essay.line.student_id):
            return None
        _must_hold("essay", caller)
        return Rendered(essay.report, EssayReport)

    def _reading(self, evaluation_id: str, caller: Caller) -> Rendered[SpeechReport] | None:
        kept = (
            self._store.reading(caller.organisation_id, evaluation_id) if evaluation_id.startswith(READING_ID) else None
        )
        if kept is None or not caller.sees(kept.line.student_id):
            return None
        _must_hold("speech", caller)
        return Rendered(kept.report, SpeechReport)

    def question(self, request: QuestionPath, caller: Caller) -> Question | PlannedText:
        """GET /classroom/questions/{question_id}: a question, a sentence to read aloud, an essay title. Raises `NotFound`."""
        found = self._text(request.question_id, caller) or self._question(request.question_id, caller)
        self._calls.count(caller)
        return found

    def _text(self, question_id: str, caller: Caller) -> PlannedText | None:
        if question_id.startswith(SAY):
            sentence = self._plan.spoken_sentences.by_id.get(question_id)
            return None if sentence is None else sentence_view(question_id, sentence)
        if question_id.startswith(ASSIGNED):
            return self._given_text(question_id, caller)
        title = self._plan.essay_title(question_id)
        return None if title is None else title_view(title, self._calls.language(caller, None))

    def _given_text(self, question_id: str, caller: Caller) -> PlannedText | None:
        """What a teacher gave to write, to read or to read aloud. Raises `NotFound` for what is fetched elsewhere."""
        row = self._plan.assignment(question_id, caller)
        if row is None:
            return None
        body = body_of(row)
        if not isinstance(body, GIVEN_TEXTS):
            remedy = QUESTION_BY_QUESTION if isinstance(body, ItemsBody) else IS_PLAYED
            raise NotFound(f"There is no question {question_id!r}.", remedy=remedy)
        title = self._plan.essay_title(f"{ESSAY}{body.title_id}") if isinstance(body, EssayBody) else None
        return given_text_view(row, body, title, self._calls.language(caller, None))

    def _question(self, question_id: str, caller: Caller) -> Question:
        try:
            item = self._questions.item(question_id, caller).item
        except NotFound as error:
            raise NotFound(f"There is no question {question_id!r}.", remedy=FROM_A_PLAN) from error
        return question(item, self._calls.language(caller, None), self._tables.points, self._questions.recording)

    def resource(self, request: ResourcePath, caller: Caller) -> FetchedResource:
        """GET /recommendation/resources/{resource_id}: a lesson, something to hear, a teacher's link. Raises `NotFound`."""
        resource_id = request.resource_id
        found = (
            self._lesson(resource_id, caller)
            or self._link(resource_id, caller)
            or self._given_to_play(resource_id, caller)
        )
        if found is None:
            answered = resource_id.startswith(SET) or self._text(resource_id, caller) is not None
            remedy = QUESTION_BY_QUESTION if answered else FROM_A_PLAN
            raise NotFound(f"There is no resource {resource_id!r}.", remedy=remedy)
        self._calls.count(caller)
        return found

    def _lesson(self, resource_id: str, caller: Caller) -> FetchedResource | None:
        lesson = self._plan.lesson(resource_id, caller)
        if lesson is None:
            return None
        try:
            slides = self._plan.slides(resource_id, caller)
        except KeyError:  # its teacher removed it meanwhile
            return None
        return resource_view(lesson, slides, self._calls.language(caller, None))

    def _link(self, resource_id: str, caller: Caller) -> FetchedResource | None:
        named = self._plan.link(resource_id, caller) if resource_id.startswith(LINK) else None
        return None if named is None else resource_view(named[0], (), self._calls.language(caller, None), url=named[1])

    def _given_to_play(self, resource_id: str, caller: Caller) -> FetchedResource | None:
        """The lesson or the link of an assignment, under the assignment's id. Raises `NotFound` for one that is answered or written."""
        row = self._plan.assignment(resource_id, caller)
        if row is None:
            return None
        body = body_of(row)
        if isinstance(body, LessonBody):
            lesson = self._lesson(body.lesson_id, caller)
            return None if lesson is None else lesson.model_copy(update={"resource_id": resource_id})
        if isinstance(body, LinkBody):
            return resource_view(given_link(row, body), (), self._calls.language(caller, None), url=body.url)
        raise NotFound(f"There is no resource {resource_id!r}.", remedy=QUESTION_BY_QUESTION)


def _must_hold(permission: Permission, caller: Caller) -> None:
    if permission not in caller.permissions:
        raise Forbidden(f"The API key lacks the permission {permission!r}.")
