"""The rows that capabilities and the store exchange: frozen, plain, without behaviour of either side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Literal, get_args

from pydantic import Field

from core.wire import BandLevel, Bilingual, Closed, Language, QuestionType, Topic

Permission = Literal["questions", "evaluation", "speech", "essay", "grammar", "portrait", "recommendation", "knowledge"]
PERMISSIONS: tuple[Permission, ...] = get_args(Permission)

Tier = Literal["free", "education", "professional", "enterprise"]
Role = Literal["student", "teacher", "admin"]


# -- words of a text -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a sentence with its part of speech and its place in the dependency tree (Universal Dependencies 2)."""

    text: str
    start: int
    """Code-point offset into the text as it was sent."""
    end: int
    """One past the last code point."""
    tag: str
    """Universal part of speech: NOUN, VERB, ADP ..."""
    head: int
    """Index of the governing token in the sentence; -1 for the root."""
    relation: str
    """Relation to the head: nsubj, obj, aux:pass ..."""


# -- who calls, and what the call costs ---------------------------------------------------------------


@dataclass
class Receipt:
    """What the transaction that counted a call notes on it."""

    used: int | None = None
    """Calls of the month with this one, or when it was refused for them; None = never counted."""


@dataclass(frozen=True)
class Call:
    """One metered HTTP call: counted, billed and remembered in the same transaction as its business write."""

    organisation_id: str
    key_id: str
    endpoint: str
    period: str
    """Month of the quota, `YYYY-MM` in UTC+8."""
    limit: int | None
    """Calls of the month, temporary quota included; None means no limit."""
    overage: bool
    """Whether priced calls past the limit go through and are billed."""
    price_li: int
    """Price of one overage call in li (0.001 yuan); 0 when the call has no price."""
    request_id: str
    at: datetime
    retry_after_seconds: int
    """Seconds until the month turns."""
    idempotency_key: str | None = None
    fingerprint: str = ""
    """SHA-256 of the request's parameters; the same key with others is refused."""
    gave_nothing: bool = False
    """An accepted call with an empty result: counted like any other, never billed."""
    receipt: Receipt = field(default_factory=Receipt, compare=False)


@dataclass(frozen=True)
class Caller:
    """Who asks: an organisation over HTTP, or a signed-in person through a page (then `call` is None)."""

    organisation_id: str
    permissions: frozenset[Permission]
    language: Language | None = None
    call: Call | None = None
    person: str = ""
    """Name of the signed-in person as it is shown to others; empty over HTTP."""


# -- items ---------------------------------------------------------------------------------------------

AnswerKind = Literal["choice", "text", "pinyin", "text_or_pinyin", "pairs", "order"]


class Option(Closed):
    """One option: `id` is its label (A, B, ... or 1, 2, ... for the left side of a matching)."""

    id: str
    text: str
    note: Bilingual | None = None
    """Why this option is wrong here; shown after the answer only."""


class Audio(Closed):
    """What a listening item plays: speech to be spoken by the browser's own voice, or a recorded file."""

    kind: Literal["speech", "file"]
    text: str | None = None
    pinyin: str | None = None
    url: str | None = None


class Item(Closed):
    """A question with everything needed to show, mark and explain it in both languages.

    `id` is made from the content, so an item never changes under its id: another content is another item.
    """

    id: str
    type: QuestionType
    topic: Topic
    level: BandLevel
    standard_level: int = Field(ge=1, le=7)
    source: str
    """Id of the sentence, exchange, passage, dialogue, set or word it was made from."""
    question: Bilingual
    """Instruction and stem; the blank is written ____ (four low lines)."""
    stem: str = ""
    """The Chinese that the learner reads, shown large; empty for pure listening."""
    left: list[Option] = Field(default_factory=list)
    options: list[Option] = Field(default_factory=list)
    answer_kind: AnswerKind
    key: str
    """The wire's correct_answer: option id, expected text, `1-B,2-A`, or `C,A,D,B`."""
    accepted: list[str] = Field(default_factory=list)
    """Further right answers in the same form as `key`."""
    pinyin: str = ""
    """Pinyin of a text key with tone marks, for feedback and for answer_kind text_or_pinyin."""
    explanation: Bilingual
    translation: str = ""
    """English of the stem or the audio, shown after the answer."""
    full_text: str = ""
    """The complete right sentence or text, shown (and spoken) after the answer."""
    tags: list[str] = Field(default_factory=list)
    points: list[str] = Field(default_factory=list)
    """Ids of grammar points this item is evidence for."""
    words: list[str] = Field(default_factory=list)
    """Word-list words this item is evidence for."""
    audio: Audio | None = None
    similar: str = ""
    """Items with the same value test the same thing with the same words: at most one of them in a batch."""


@dataclass(frozen=True)
class Drawn:
    """Items drawn for a request, with the call they are given to and the reply to remember beside them."""

    items: Sequence[Item]
    call: Call | None = None
    reply: str | None = None


# -- evidence, answers, evaluations ----------------------------------------------------------------------

TargetKind = Literal["point", "word", "tone", "sound", "skill", "indicator"]  # tone: as written, 3-3; sound: zh-z


@dataclass(frozen=True)
class Evidence:
    """One statement about a student, appended once and never changed.

    `outcome` is 0-1 (1 = fully right), `weight` how much of one answer it is worth, `idempotency_key` unique in
    the organisation. `seq` is the ingest order, given by the store.

    Of a behaviour (target_kind indicator) `outcome` is in the indicator's unit: a percentage as a share 0-1, minutes, times, a
    level 1-9, 0 or 1 of a switch; `weight` is 1, one observation, whatever `max` the percentage was given with. Of a
    proof (three items on a contested value) `weight` comes in addition to that of the answer: .9 on a point, so that
    it is no further attempt, 2 on an indicator.
    """

    student_id: str
    kind: str
    """answer, retraction, appeal_upheld, essay_error, misread_tone, misread_sound, read_aloud, essay_use, essay_scored, behaviour, proof, ...

    A retraction takes an earlier piece back: the same target, outcome and occurrence with the weight below 0.
    """
    target_kind: TargetKind
    target: str
    outcome: float
    weight: float
    source: str
    """Evaluation id and position, `ev_...#3`."""
    occurred_at: datetime
    idempotency_key: str
    item_id: str = ""
    seq: int = 0


@dataclass(frozen=True)
class AnswerRow:
    """One marked answer as it was given."""

    evaluation_id: str
    position: int
    student_id: str
    item_id: str
    type: QuestionType
    topic: Topic
    standard_level: int
    points: tuple[str, ...]
    words: tuple[str, ...]
    given: str
    """The answer as JSON text."""
    answered: bool
    is_correct: bool
    score: float
    """0-100."""
    time_spent_seconds: int
    answered_at: datetime


@dataclass(frozen=True)
class EvaluationRow:
    """A stored evaluation: `result` is the JSON text first given, so that a later read is equal to it."""

    evaluation_id: str
    organisation_id: str
    student_id: str
    session_id: str | None
    fingerprint: str
    result: str
    created_at: datetime


@dataclass(frozen=True)
class MarkedAnswers:
    """An evaluation with its answers and the evidence made of them: what is written together."""

    evaluation: EvaluationRow
    answers: Sequence[AnswerRow]
    evidence: Sequence[Evidence]


@dataclass(frozen=True)
class Student:
    """A learner as an organisation knows them."""

    organisation_id: str
    student_id: str
    name: str = ""
    explanation_language: Language | None = None
    created_at: datetime | None = None


@dataclass(frozen=True)
class Activity:
    """A student's answers of a period, counted: upheld appeals count as right."""

    student_id: str
    answers: int
    mean_score: float | None
    """0-100; None without answers in the period."""
    last_answered_at: datetime
    """Whenever that was."""


@dataclass(frozen=True)
class DayScores:
    """A student's answers of one day (UTC+8): upheld appeals count as right."""

    student_id: str
    day: date
    answers: int
    total: float
    """Sum of the scores, each 0-1."""


@dataclass(frozen=True)
class Appeal:
    """A student's "my answer was right", for the teacher."""

    appeal_id: str
    organisation_id: str
    student_id: str
    evaluation_id: str
    question_id: str
    given: str
    comment: str
    status: Literal["open", "upheld", "declined"]
    created_at: datetime
    reply: str = ""
    item: str = ""
    """The item as JSON text, for the teacher to see what was asked."""


@dataclass(frozen=True)
class PracticeSession:
    """A run of items in the browser, written through after every answer so that a refresh loses nothing."""

    session_id: str
    organisation_id: str
    student_id: str
    item_ids: tuple[str, ...]
    created_at: datetime
    settings: str = "{}"
    """The filter it was started with, as JSON text."""
    finished_at: datetime | None = None


# -- access ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Organisation:
    """A customer: quota and bill belong to it, and nobody reads another's students."""

    organisation_id: str
    name: str
    tier: Tier
    monthly_limit: int | None
    """None = the tier's; enterprise without a number has no limit."""
    overage: bool
    created_at: datetime
    demo: bool = False
    """Made for looking around: its people and keys are refused where the demo is closed."""


@dataclass(frozen=True)
class ApiKey:
    """An API key without its secret: only the SHA-256 is stored."""

    key_id: str
    organisation_id: str
    prefix: str
    secret_sha256: str
    permissions: frozenset[Permission]
    created_at: datetime
    revoked_at: datetime | None = None
    last_used_at: datetime | None = None


@dataclass(frozen=True)
class Standing:
    """What a request needs to know of its key and organisation, read in one query."""

    organisation: Organisation
    key: ApiKey
    temporary: int
    """Temporary quota granted for the period asked about."""
    used: int


@dataclass(frozen=True)
class UsageRow:
    """One counted call in the append-only ledger from which a bill can be rebuilt."""

    organisation_id: str
    period: str
    endpoint: str
    billed_li: int
    request_id: str
    key_id: str
    at: datetime


@dataclass(frozen=True)
class Account:
    """A local sign-in. `password_hash` is scrypt with its salt and parameters."""

    account_id: str
    organisation_id: str
    username: str
    role: Role
    display_name: str
    password_hash: str
    student_id: str | None
    language: Language
    created_at: datetime
    demo: bool = False
    settings: dict[str, str] = field(default_factory=dict)
    disabled_at: datetime | None = None
    """Closed since then: it cannot be signed in to."""


@dataclass(frozen=True)
class Signin:
    """A browser that is signed in to an account."""

    token_sha256: str
    """Of its cookie, which nobody but the browser holds."""
    account_id: str
    created_at: datetime
    last_seen_at: datetime
    expires_at: datetime
    browser: str = ""
    """`Firefox, Windows`, as the browser called itself."""


@dataclass(frozen=True)
class Bucket:
    """A token bucket: `burst` at once, then one each `seconds_each`."""

    name: str
    seconds_each: float
    burst: int


# -- a teacher's word on the grammar detector -----------------------------------------------------------


@dataclass(frozen=True)
class GrammarFlag:
    """A match that a teacher calls wrong, or a point that the teacher misses, with the sentence it is about."""

    flag_id: str
    organisation_id: str
    judgement: str
    """wrong or missing."""
    point_id: str
    sentence: str
    start: int
    end: int
    note: str
    by: str
    """User name of the teacher."""
    created_at: datetime
