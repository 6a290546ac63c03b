"""The operations of the service. Written by `python -m clients.generate` from the OpenAPI documents; not to be edited."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from . import models
from .calls import Caller, Operation
from .form import File, upload

TOKEN: Operation[models.AccessToken] = Operation(
    name="token",
    method="POST",
    address="v1",
    path="/auth/token",
    query=(),
    body="json",
    result=models.AccessToken,
    envelope=True,
    authentication="none",
    idempotency_key=False,
    repeatable=True,
)
GENERATE_QUESTIONS: Operation[models.GeneratedQuestions] = Operation(
    name="generate_questions",
    method="POST",
    address="v1",
    path="/classroom/questions/generate",
    query=(),
    body="json",
    result=models.GeneratedQuestions,
    envelope=True,
    authentication="required",
    idempotency_key=True,
    repeatable=True,
)
SUBMIT_EVALUATION: Operation[models.Evaluation] = Operation(
    name="submit_evaluation",
    method="POST",
    address="v1",
    path="/classroom/evaluation/submit",
    query=(),
    body="json",
    result=models.Evaluation,
    envelope=True,
    authentication="required",
    idempotency_key=True,
    repeatable=True,
)
LEARNING_REPORT: Operation[models.Report] = Operation(
    name="learning_report",
    method="GET",
    address="v1",
    path="/classroom/evaluation/report/{student_id}",
    query=("month",),
    body="",
    result=models.Report,
    envelope=True,
    authentication="required",
    idempotency_key=False,
    repeatable=True,
)
EVALUATION: Operation[models.Evaluation | models.EssayReport | models.SpeechReport] = Operation(
    name="evaluation",
    method="GET",
    address="v1",
    path="/classroom/evaluation/{evaluation_id}",
    query=(),
    body="",
    result=models.Evaluation | models.EssayReport | models.SpeechReport,
    envelope=True,
    authentication="required",
    idempotency_key=False,
    repeatable=True,
)
QUESTION: Operation[models.Question | models.PlannedText] = Operation(
    name="question",
    method="GET",
    address="v1",
    path="/classroom/questions/{question_id}",
    query=(),
    body="",
    result=models.Question | models.PlannedText,
    envelope=True,
    authentication="required",
    idempotency_key=False,
    repeatable=True,
)
UPDATE_KNOWLEDGE_MAP: Operation[models.UpdateResult] = Operation(
    name="update_knowledge_map",
    method="POST",
    address="v1",
    path="/knowledge-map/update",
    query=(),
    body="json",
    result=models.UpdateResult,
    envelope=True,
    authentication="required",
    idempotency_key=True,
    repeatable=True,
)
KNOWLEDGE_MAP: Operation[models.KnowledgeMap] = Operation(
    name="knowledge_map",
    method="GET",
    address="v1",
    path="/knowledge-map/{student_id}",
    query=("subject",),
    body="",
    result=models.KnowledgeMap,
    envelope=True,
    authentication="required",
    idempotency_key=False,
    repeatable=True,
)
LEARNING_PATH: Operation[models.LearningPath] = Operation(
    name="learning_path",
    method="GET",
    address="v1",
    path="/knowledge-map/{student_id}/path",
    query=("subject", "target_level"),
    body="",
    result=models.LearningPath,
    envelope=True,
    authentication="required",
    idempotency_key=False,
    repeatable=True,
)
PEERS: Operation[models.Peers] = Operation(
    name="peers",
    method="GET",
    address="v1",
    path="/knowledge-map/{student_id}/peers",
    query=("subject", "limit"),
    body="",
    result=models.Peers,
    envelope=True,
    authentication="required",
    idempotency_key=False,
    repeatable=True,
)
FIRST_PORTRAIT: Operation[models.Portrait] = Operation(
    name="first_portrait",
    method="POST",
    address="v1",
    path="/portrait/first",
    query=(),
    body="json",
    result=models.Portrait,
    envelope=True,
    authentication="required",
    idempotency_key=True,
    repeatable=True,
)
UPDATE_PORTRAIT: Operation[models.Portrait] = Operation(
    name="update_portrait",
    method="POST",
    address="v1",
    path="/portrait/update",
    query=(),
    body="json",
    result=models.Portrait,
    envelope=True,
    authentication="required",
    idempotency_key=True,
    repeatable=True,
)
PORTRAIT: Operation[models.Portrait] = Operation(
    name="portrait",
    method="GET",
    address="v1",
    path="/portrait/{student_id}",
    query=(),
    body="",
    result=models.Portrait,
    envelope=True,
    authentication="required",
    idempotency_key=False,
    repeatable=True,
)
DAILY_RECOMMENDATION: Operation[models.DailyPlan] = Operation(
    name="daily_recommendation",
    method="GET",
    address="v1",
    path="/recommendation/daily/{student_id}",
    query=("date", "time_slot"),
    body="",
    result=models.DailyPlan,
    envelope=True,
    authentication="required",
    idempotency_key=False,
    repeatable=True,
)
UPDATE_SCHEDULE: Operation[models.DailyPlan] = Operation(
    name="update_schedule",
    method="POST",
    address="v1",
    path="/recommendation/schedule",
    query=(),
    body="json",
    result=models.DailyPlan,
    envelope=True,
    authentication="required",
    idempotency_key=True,
    repeatable=True,
)
RESOURCE: Operation[models.FetchedResource] = Operation(
    name="resource",
    method="GET",
    address="v1",
    path="/recommendation/resources/{resource_id}",
    query=(),
    body="",
    result=models.FetchedResource,
    envelope=True,
    authentication="required",
    idempotency_key=False,
    repeatable=True,
)
EVALUATE_ESSAY: Operation[models.EssayReport] = Operation(
    name="evaluate_essay",
    method="POST",
    address="v1",
    path="/essay/evaluate",
    query=(),
    body="json",
    result=models.EssayReport,
    envelope=True,
    authentication="required",
    idempotency_key=True,
    repeatable=True,
)
REQUEST_QUOTA: Operation[models.QuotaRequestMade] = Operation(
    name="request_quota",
    method="POST",
    address="v1",
    path="/quota/requests",
    query=(),
    body="json",
    result=models.QuotaRequestMade,
    envelope=True,
    authentication="required",
    idempotency_key=True,
    repeatable=True,
)
UPLOADFILE: Operation[models.SpeechReport] = Operation(
    name="uploadfile",
    method="POST",
    address="speech",
    path="/uploadfile",
    query=(),
    body="multipart",
    result=models.SpeechReport,
    envelope=False,
    authentication="optional",
    idempotency_key=True,
    repeatable=True,
)
GRAMMAR_TEXT: Operation[models.GrammarText] = Operation(
    name="grammar_text",
    method="POST",
    address="grammar",
    path="/grammar_text",
    query=(),
    body="json",
    result=models.GrammarText,
    envelope=True,
    authentication="optional",
    idempotency_key=False,
    repeatable=True,
)


class Operations(Caller):
    """One method for each operation."""

    def token(self, api_key: str) -> models.AccessToken:
        """Exchange an API key for a short-lived access token."""
        return self._call(TOKEN, {"api_key": api_key})

    def generate_questions(
        self,
        *,
        level: Literal["beginner", "intermediate", "advanced"],
        type: Literal["multiple_choice", "fill_blank", "matching", "ordering"],
        topic: Literal["grammar", "vocabulary", "reading", "listening"] | None = None,
        count: int | None = None,
        tags: Sequence[str] | None = None,
        seed: int | None = None,
        student_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.GeneratedQuestions:
        """Generate questions by level, type, topic and tags.

        `topic`: Absent: any topic.
        `count`: By default 10.
        `tags`: Every item bears at least one of these.
        `seed`: Same seed, same request: the same items.
        `student_id`: Items then avoid what this student saw within 14 days.
        `idempotency_key`: the same key with the same call gives the first answer again; by default one is made.
        """
        return self._call(
            GENERATE_QUESTIONS,
            {
                "level": level,
                "type": type,
                "topic": topic,
                "count": count,
                "tags": tags,
                "seed": seed,
                "student_id": student_id,
            },
            idempotency_key,
        )

    def submit_evaluation(
        self,
        *,
        student_id: str,
        answers: Sequence[models.AnswerItem | Mapping[str, Any]],
        session_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.Evaluation:
        """Mark a student's answers.

        `answers`: Each question at most once.
        `idempotency_key`: the same key with the same call gives the first answer again; by default one is made.
        """
        return self._call(
            SUBMIT_EVALUATION, {"student_id": student_id, "answers": answers, "session_id": session_id}, idempotency_key
        )

    def learning_report(self, student_id: str, *, month: str | None = None) -> models.Report:
        """A student's learning report of a month.

        `month`: YYYY-MM in UTC+8.
        """
        return self._call(LEARNING_REPORT, {"student_id": student_id, "month": month})

    def evaluation(self, evaluation_id: str) -> models.Evaluation | models.EssayReport | models.SpeechReport:
        """A stored result of answers, an essay or a reading, equal to the one first given."""
        return self._call(EVALUATION, {"evaluation_id": evaluation_id})

    def question(self, question_id: str) -> models.Question | models.PlannedText:
        """What a plan names: a question, a sentence to read aloud, an essay title."""
        return self._call(QUESTION, {"question_id": question_id})

    def update_knowledge_map(
        self, *, student_id: str | None = None, date: str | None = None, idempotency_key: str | None = None
    ) -> models.UpdateResult:
        """Take new evidence into the maps; a second run changes nothing.

        `student_id`: Default: every student of the organisation.
        `date`: Business date YYYY-MM-DD that labels the run, not ahead of today (UTC+8). Default: the day before. The input is everything above the watermark up to the end of that date.
        `idempotency_key`: the same key with the same call gives the first answer again; by default one is made.
        """
        return self._call(UPDATE_KNOWLEDGE_MAP, {"student_id": student_id, "date": date}, idempotency_key)

    def knowledge_map(self, student_id: str, *, subject: Literal["hsk", "ykk"] | None = None) -> models.KnowledgeMap:
        """A student's record on every knowledge point, with all evidence so far.

        `subject`: By default hsk.
        """
        return self._call(KNOWLEDGE_MAP, {"student_id": student_id, "subject": subject})

    def learning_path(
        self, student_id: str, *, subject: Literal["hsk", "ykk"] | None = None, target_level: str | None = None
    ) -> models.LearningPath:
        """The way to a student's target, by stages.

        `subject`: By default hsk.
        """
        return self._call(LEARNING_PATH, {"student_id": student_id, "subject": subject, "target_level": target_level})

    def peers(
        self, student_id: str, *, subject: Literal["hsk", "ykk"] | None = None, limit: int | None = None
    ) -> models.Peers:
        """Study peers with a similar or a complementary map, among those who opted in.

        `subject`: By default hsk.
        `limit`: By default 10.
        """
        return self._call(PEERS, {"student_id": student_id, "subject": subject, "limit": limit})

    def first_portrait(
        self,
        *,
        student_id: str,
        questionnaire: models.Questionnaire | Mapping[str, Any],
        test_results: models.TestResults | Mapping[str, Any],
        idempotency_key: str | None = None,
    ) -> models.Portrait:
        """A first portrait from a questionnaire and first test results.

        `idempotency_key`: the same key with the same call gives the first answer again; by default one is made.
        """
        return self._call(
            FIRST_PORTRAIT,
            {"student_id": student_id, "questionnaire": questionnaire, "test_results": test_results},
            idempotency_key,
        )

    def update_portrait(
        self,
        *,
        student_id: str,
        behaviors: Sequence[models.Behavior | Mapping[str, Any]] | None = None,
        idempotency_key: str | None = None,
    ) -> models.Portrait:
        """Take in observed behaviours and recompute the portrait.

        `idempotency_key`: the same key with the same call gives the first answer again; by default one is made.
        """
        return self._call(UPDATE_PORTRAIT, {"student_id": student_id, "behaviors": behaviors}, idempotency_key)

    def portrait(self, student_id: str) -> models.Portrait:
        """A student's portrait."""
        return self._call(PORTRAIT, {"student_id": student_id})

    def daily_recommendation(
        self,
        student_id: str,
        *,
        date: str | None = None,
        time_slot: Literal["morning", "noon", "evening", "night"] | None = None,
    ) -> models.DailyPlan:
        """What a student is to do on a day, by slot, with the reasons.

        `date`: YYYY-MM-DD; default: today, UTC+8.
        `time_slot`: On weekends `morning` is the one slot there is.
        """
        return self._call(DAILY_RECOMMENDATION, {"student_id": student_id, "date": date, "time_slot": time_slot})

    def update_schedule(
        self,
        *,
        student_id: str,
        resource_id: str,
        new_time_slot: Literal["morning", "noon", "evening", "night"],
        new_start_time: str | None = None,
        new_end_time: str | None = None,
        date: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.DailyPlan:
        """Move a recommended item to another slot and time.

        `new_start_time`: HH:MM.
        `new_end_time`: HH:MM; 24:00 as the end of the night.
        `date`: Default: today, UTC+8.
        `idempotency_key`: the same key with the same call gives the first answer again; by default one is made.
        """
        return self._call(
            UPDATE_SCHEDULE,
            {
                "student_id": student_id,
                "resource_id": resource_id,
                "new_time_slot": new_time_slot,
                "new_start_time": new_start_time,
                "new_end_time": new_end_time,
                "date": date,
            },
            idempotency_key,
        )

    def resource(self, resource_id: str) -> models.FetchedResource:
        """A lesson, or something to hear, that a plan names."""
        return self._call(RESOURCE, {"resource_id": resource_id})

    def evaluate_essay(
        self,
        *,
        student_id: str,
        essay_content: str,
        essay_title: str | None = None,
        hsk_level: Literal["1", "2", "3", "4", "5", "6"] | None = None,
        framework: Literal["RASNC", "RACAPE"] | None = None,
        strictness: Literal["strict", "normal", "gentle"] | None = None,
        idempotency_key: str | None = None,
    ) -> models.EssayReport:
        """Correct and score a student's essay.

        `essay_content`: Kept exactly as sent, line breaks included: positions are code points of it. At least 10 Chinese characters, at most 5,000 code points.
        `hsk_level`: Scoring reference. By default 4.
        `framework`: Framework of the feedback. By default RASNC.
        `strictness`: How sure an error must be to be shown. strict marks most, gentle only what is nearly certain. By default normal.
        `idempotency_key`: the same key with the same call gives the first answer again; by default one is made.
        """
        return self._call(
            EVALUATE_ESSAY,
            {
                "student_id": student_id,
                "essay_content": essay_content,
                "essay_title": essay_title,
                "hsk_level": hsk_level,
                "framework": framework,
                "strictness": strictness,
            },
            idempotency_key,
        )

    def request_quota(
        self,
        *,
        kind: Literal["temporary", "upgrade"],
        reason: str,
        calls: int | None = None,
        tier: Literal["free", "education", "professional", "enterprise"] | None = None,
        idempotency_key: str | None = None,
    ) -> models.QuotaRequestMade:
        """Ask the operator for more calls; never counted, and answered past the quota too.

        `kind`: temporary: more calls this month; upgrade: another plan from now on.
        `reason`: For the operator. Name no student in it.
        `calls`: How many more this month, or how many every month.
        `tier`: The plan that is wanted.
        `idempotency_key`: the same key with the same call gives the first answer again; by default one is made.
        """
        return self._call(
            REQUEST_QUOTA, {"kind": kind, "calls": calls, "tier": tier, "reason": reason}, idempotency_key
        )

    def uploadfile(
        self,
        file: File,
        *,
        text: str,
        student_id: str | None = None,
        filename: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.SpeechReport:
        """Score a reading aloud.

        `file`: Recording of at most 120 s: wav, mp3, ogg, flac, m4a or webm.
        `text`: What was read aloud, with at least one Chinese character.
        `student_id`: Whose reading it is; needs a token. Without it nothing is stored.
        `filename`: the name that the file has at the service; by default its own.
        `idempotency_key`: the same key with the same call gives the first answer again; by default one is made.
        """
        return self._call(
            UPLOADFILE, {"file": upload(file, filename), "text": text, "student_id": student_id}, idempotency_key
        )

    def grammar_text(self, *, txt: str) -> models.GrammarText:
        """Grammar points and difficulty of a text.

        `txt`: Chinese text, 1 to 20,000 characters.
        """
        return self._call(GRAMMAR_TEXT, {"txt": txt})
