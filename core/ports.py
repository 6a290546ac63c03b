"""What the core needs from outside, as protocols. Each `Store` method is one transaction named for its intent.

Methods that take `call` and `reply` count the call (`QuotaExceeded` when it does not fit) and, when the call bears an
idempotency key, remember `reply` beside the write; `AlreadyAnswered` when another call was quicker under that key.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import datetime
from typing import Protocol, TypeVar

from core.documents import Document
from core.essay_ports import EssayReviewStore, EssayStore
from core.item_ports import BankItemStore
from core.learner_ports import DemoStore, MasteryStore, ModelStore, PeerStore, PortraitStore, SpeechStore
from core.plan_ports import AssignmentStore, MemoryStore, PlanStore
from core.records import (
    Account,
    Activity,
    AnswerRow,
    ApiKey,
    Appeal,
    Bucket,
    Call,
    DayScores,
    Drawn,
    EvaluationRow,
    Evidence,
    GrammarFlag,
    Item,
    Organisation,
    PracticeSession,
    Signin,
    Standing,
    Student,
    Token,
    UsageRow,
)  # fmt: skip
from core.wire import Language

DrawnT = TypeVar("DrawnT", bound=Drawn)


class Clock(Protocol):
    """Time as the core sees it."""

    def now(self) -> datetime:
        """The present, timezone-aware, in UTC."""
        ...


class Identifiers(Protocol):
    """Chance that ends in an identifier."""

    def new(self, prefix: str) -> str:
        """A fresh identifier `<prefix>_<hex>`, unguessable."""
        ...


class Printer(Protocol):
    """Documents as files."""

    def ready(self) -> bool:
        """Whether there is a font for Chinese; without one `pdf` raises `NoFont`."""
        ...

    def pdf(self, document: Document) -> bytes:
        """A PDF with its fonts embedded and its text extractable. Raises `NoFont`."""
        ...


class Segmenter(Protocol):
    """Words of a Chinese text."""

    def words(self, text: str) -> list[str]:
        """The tokens in order; joined they give `text` back."""
        ...


class Parser(Protocol):
    """Sentences of a Chinese text, their words, parts of speech and dependencies."""

    def parse(self, text: str) -> list[tuple[Token, ...]]:
        """Sentences in order. Offsets count code points of `text`; white space belongs to no token, every other
        character to exactly one."""
        ...


class PinyinReader(Protocol):
    """How a Chinese text is read."""

    def syllables(self, text: str) -> list[str]:
        """One syllable with tone mark for each character, dictionary tones; '' where a character has no reading."""
        ...

    def spoken(self, text: str) -> list[str]:
        """As `syllables`, but as spoken: sandhi of 一, 不 and the third tone, neutral tones of grammar."""
        ...

    def transcription(self, text: str) -> str:
        """The whole text in pinyin, written by words."""
        ...

    def readings(self, character: str) -> frozenset[str]:
        """All syllables that a character is read as, somewhere."""
        ...


class Syllabus(Protocol):
    """Levels in the HSK syllabus of 2025, the second standard beside GF 0025-2021."""

    def word_level(self, word: str) -> int | None:
        """1-7, 7 for the band 7-9; None when the syllabus does not hold the word."""
        ...

    def character_level(self, character: str) -> int | None:
        """1-7, 7 for the band 7-9; None when the syllabus does not hold the character."""
        ...


class ScriptConverter(Protocol):
    """Between simplified and traditional characters."""

    def simplified(self, text: str) -> str:
        """The text in simplified characters, of the same length."""
        ...


class QuestionStore(Protocol):
    """Items and who saw them when."""

    def issue_items(
        self,
        items: Sequence[Item],
        *,
        organisation_id: str,
        student_id: str | None,
        at: datetime,
        not_since: datetime,
        call: Call | None,
        reply: str | None,
    ) -> bool:
        """Keep the items, mark them as shown to the student, count the call; all or nothing.

        False, and nothing written, when the student was shown one of them after `not_since` (another
        request was quicker). Raises `QuotaExceeded`.
        """
        ...

    def issue_drawn(
        self,
        draw: Callable[[Collection[str]], DrawnT],
        *,
        organisation_id: str,
        student_id: str,
        at: datetime,
        not_since: datetime,
    ) -> DrawnT:
        """Draw without what the student was shown after `not_since` and keep it like `issue_items`, in one
        transaction: nobody is quicker, but other writers wait while it is drawn. Raises `QuotaExceeded`.
        """
        ...

    def items_shown_since(self, organisation_id: str, student_id: str, since: datetime) -> frozenset[str]:
        """Ids of the items that the student was shown after `since`."""
        ...

    def items(self, organisation_id: str, item_ids: Collection[str]) -> dict[str, Item]:
        """The kept items by id that the organisation may see: unknown ids, and own items of others, are left out."""
        ...


class AnswerStore(Protocol):
    """Evaluations, answers, the evidence log, practice sessions and appeals."""

    def add_evaluation(
        self,
        evaluation: EvaluationRow,
        answers: Sequence[AnswerRow],
        evidence: Sequence[Evidence],
        *,
        call: Call | None,
        reply: str | None,
    ) -> EvaluationRow:
        """Write all of it, create the student if new, count the call; all or nothing.

        When the student's session_id was submitted before, the earlier row comes back unchanged and nothing is
        written or counted (the service compares fingerprints); with the same fingerprint it is the reply that is
        remembered. Raises `QuotaExceeded`.
        """
        ...

    def evaluation(self, organisation_id: str, evaluation_id: str) -> EvaluationRow | None: ...

    def evaluation_of_session(self, organisation_id: str, student_id: str, session_id: str) -> EvaluationRow | None: ...

    def answers_of(self, organisation_id: str, *evaluation_ids: str) -> list[AnswerRow]:
        """The answers of one or several evaluations, by evaluation and position."""
        ...

    def answers_between(self, organisation_id: str, student_id: str, start: datetime, end: datetime) -> list[AnswerRow]:
        """Answers with start <= answered_at < end, oldest first."""
        ...

    def activity(self, organisation_id: str, start: datetime, end: datetime) -> list[Activity]:
        """Answers with start <= answered_at < end, counted for each student who ever answered, by student id."""
        ...

    def scores_by_day(self, organisation_id: str, start: datetime, end: datetime) -> list[DayScores]:
        """Scores with start <= answered_at < end of all students, a row for each student and day."""
        ...

    def evidence_above(self, organisation_id: str, seq: int, *, limit: int = 10_000) -> list[Evidence]:
        """The log in ingest order above a watermark."""
        ...

    def evidence_of(self, organisation_id: str, student_id: str) -> list[Evidence]:
        """Everything logged about a student, in ingest order."""
        ...

    def append_evidence(self, organisation_id: str, evidence: Sequence[Evidence], *, at: datetime | None = None) -> int:
        """Append; rows whose idempotency key is known are skipped. Returns how many were new.

        `at`: the moment of the appending, which bounds what a nightly run takes in (None: the occurrence of each).
        """
        ...

    def add_practice(self, session: PracticeSession) -> None: ...

    def practice(self, organisation_id: str, session_id: str) -> PracticeSession | None: ...

    def latest_practice(self, organisation_id: str, student_id: str) -> PracticeSession | None:
        """The newest session, finished or not."""
        ...

    def finish_practice(self, organisation_id: str, session_id: str, at: datetime) -> None: ...

    def evaluations_of_practice(self, organisation_id: str, student_id: str, session_id: str) -> list[EvaluationRow]:
        """Evaluations whose session_id is `<session_id>:<position>`, oldest first."""
        ...

    def add_appeal(self, appeal: Appeal) -> bool:
        """False when this answer was appealed before."""
        ...

    def appeals(
        self, organisation_id: str, *, status: str | None = None, student_id: str | None = None
    ) -> list[Appeal]:
        """Newest first, with the item's JSON."""
        ...

    def appeal(self, organisation_id: str, appeal_id: str) -> Appeal | None: ...

    def settle_appeal(
        self,
        organisation_id: str,
        appeal_id: str,
        *,
        upheld: bool,
        reply: str,
        evidence: Sequence[Evidence],
        at: datetime | None = None,
    ) -> bool:
        """Close an open appeal and append its evidence, at a moment; False when it is not open."""
        ...


class StudentStore(Protocol):
    """Students of an organisation."""

    def student(self, organisation_id: str, student_id: str) -> Student | None: ...

    def students(self, organisation_id: str) -> list[Student]: ...

    def put_student(self, student: Student) -> None: ...

    def erase_student(self, organisation_id: str, student_id: str) -> dict[str, int]:
        """Remove every row about the student; returns rows removed by table."""
        ...

    def set_explanation_language(self, organisation_id: str, student_id: str, language: Language) -> None: ...


class TextStore(Protocol):
    """What teachers say about the grammar detector."""

    def add_grammar_flag(self, flag: GrammarFlag) -> None:
        """Keep a teacher's word on a match or a missing point."""
        ...

    def grammar_flags(self, organisation_id: str) -> list[GrammarFlag]:
        """The organisation's flags, newest first."""
        ...

    def remove_grammar_flag(self, organisation_id: str, flag_id: str) -> bool:
        """Take a flag back; False when the organisation has none of that id."""
        ...


class AccessStore(Protocol):
    """Organisations, keys, quota, rate, the billing ledger, accounts."""

    def add_organisation(self, organisation: Organisation) -> bool:
        """False, and nothing kept, when the name is taken."""
        ...

    def organisation(self, organisation_id: str) -> Organisation | None: ...

    def organisation_named(self, name: str) -> Organisation | None: ...

    def organisations(self) -> list[Organisation]: ...

    def set_plan(self, organisation_id: str, *, tier: str, monthly_limit: int | None, overage: bool) -> None: ...

    def add_key(self, key: ApiKey) -> None: ...

    def key_by_hash(self, secret_sha256: str) -> ApiKey | None: ...

    def keys(self, organisation_id: str) -> list[ApiKey]: ...

    def revoke_key(self, organisation_id: str, key_id: str, at: datetime) -> bool: ...

    def touch_key(self, organisation_id: str, key_id: str, at: datetime) -> None: ...

    def standing(self, key_id: str, period: str) -> Standing | None:
        """Key, organisation, temporary quota and use in one query; None when the key does not exist."""
        ...

    def count_call(self, call: Call, *, reply: str | None = None, student_id: str | None = None) -> None:
        """Count a call that writes nothing else, and remember its reply; `student_id`: whom the reply is about.

        Raises `QuotaExceeded`, `AlreadyAnswered`.
        """
        ...

    def signing_secret(self, fresh: str) -> str:
        """The secret that signs tokens: `fresh` is kept if none was kept before, and the kept one comes back."""
        ...

    def remembered_reply(self, organisation_id: str, idempotency_key: str) -> tuple[str, str, str] | None:
        """(endpoint, fingerprint, data as JSON text) of an earlier call under this idempotency key."""
        ...

    def quota_used(self, organisation_id: str, period: str) -> int: ...

    def grant_temporary(self, organisation_id: str, period: str, calls: int, *, note: str, at: datetime) -> None: ...

    def temporary_quota(self, organisation_id: str, period: str) -> int: ...

    def ledger(self, organisation_id: str | None, period: str) -> Iterator[UsageRow]: ...

    def take_token(self, bucket: str, *, rate_per_second: float, burst: int, at: datetime) -> float:
        """Take one token from a bucket shared by all workers; 0 when taken, else seconds until one is there."""
        ...

    def take_tokens(self, buckets: Sequence[Bucket], at: datetime) -> tuple[str, float]:
        """Take a token of each, or none at all: then the name of a bucket that has none, and seconds until it has one."""
        ...

    def give_back_tokens(self, buckets: Sequence[Bucket]) -> None:
        """Put back what was taken by somebody who turned out to be in the right."""
        ...

    def forget_full_buckets(self, at: datetime) -> int:
        """Remove buckets that are full again: their rows say nothing. Gives their number."""
        ...

    def add_account(self, account: Account) -> bool:
        """False, and nothing kept, when the user name is taken."""
        ...

    def account(self, organisation_id: str, account_id: str) -> Account | None: ...

    def account_named(self, username: str) -> Account | None:
        """User names are unique over all organisations: what a person types before it is known who that is."""
        ...

    def accounts(self, organisation_id: str) -> list[Account]: ...

    def update_account(self, account: Account) -> None:
        """Replace what is shown and chosen of an account; password and state have methods of their own."""
        ...

    def change_password(
        self, organisation_id: str, account_id: str, password_hash: str, *, keep_signin: str = ""
    ) -> bool:
        """Also ends every sign-in but the one kept, and forgets the known clients; False without such an account."""
        ...

    def set_disabled(self, organisation_id: str, account_id: str, at: datetime | None) -> bool:
        """Close an account and end its sign-ins, or open it again (None); False when it was so before."""
        ...

    def add_signin(self, signin: Signin) -> None:
        """A browser session, known by the hash of its cookie."""
        ...

    def signed_in(
        self, token_sha256: str, at: datetime, *, seen_since: datetime, demo: bool
    ) -> tuple[Account, Signin] | None:
        """The open account behind a cookie that has neither expired nor lain unused since `seen_since`; of the demo only with `demo`."""
        ...

    def note_seen(self, token_sha256: str, at: datetime) -> None:
        """Note that a browser was there; to the nearest minutes, and not where nothing can be written."""
        ...

    def signins(self, organisation_id: str, account_id: str, at: datetime, *, seen_since: datetime) -> list[Signin]:
        """The browsers signed in to an account of the organisation, the last seen first."""
        ...

    def end_signin(self, token_sha256: str) -> None:
        """Forget a browser session."""
        ...

    def end_signins(self, organisation_id: str, account_id: str, *, only: str = "", keep: str = "") -> list[str]:
        """End one browser session of an account, all but one, or all; the hashes of those ended."""
        ...

    def known_clients(self, account_id: str, clients: Collection[str]) -> frozenset[str]:
        """Those of the clients (keyed hashes) from which the account was signed in to before."""
        ...

    def know_client(self, account_id: str, at: datetime, *, device: str, address: str, replaced: str = "") -> None:
        """Note from which browser and address an account was signed in to (keyed hashes; a bounded number is kept).

        A browser that was known as `replaced`, to whichever accounts, is known as `device` from now on.
        """
        ...


class Store(
    QuestionStore, AnswerStore, StudentStore, AccessStore, TextStore, BankItemStore, MasteryStore, ModelStore, DemoStore,
    PeerStore, PortraitStore, SpeechStore, EssayStore, EssayReviewStore, PlanStore, MemoryStore,
    AssignmentStore, Protocol,
):  # fmt: skip
    """Everything that is kept."""

    def forget_past(self, now: datetime, *, replies_before: datetime) -> dict[str, int]:
        """Remove browser sessions that have expired, and remembered replies older than a moment."""
        ...

    def ready(self) -> bool:
        """Whether the database can be read and written, has room, and its schema is the one this code knows."""
        ...

    def problems(self) -> list[str]:
        """What keeps it from its work, in plain words of English without a path; none when it is ready."""
        ...

    def close(self) -> None: ...
