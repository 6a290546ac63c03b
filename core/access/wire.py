"""Wire models of POST /auth/token, and what people set for themselves."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from core.records.access import Permission, Tier
from core.records.classes import Consent
from core.wire import Bilingual, Closed, Language

SIGNIN_DAYS = 14
"""Days that a browser stays signed in at most."""
SIGNIN_IDLE_DAYS = 8
"""Days without a request after which a browser is signed out: a class that meets once a week stays signed in."""


class TokenRequest(Closed):
    """An API key asks for a short-lived access token."""

    api_key: Annotated[str, StringConstraints(min_length=1, max_length=200)]


class AccessToken(Closed):
    """Send it as `Authorization: Bearer <access_token>` until it expires."""

    access_token: str
    token_type: Literal["Bearer"] = "Bearer"
    expires_in: int = Field(description="Seconds until it expires")
    permissions: list[Permission]


# -- what a person sets for themselves, wherever they sign in -------------------------------------------

PinyinUse = Literal["always", "tap", "never"]
"""Above Chinese text at once; when its button is pressed; not at all."""
Script = Literal["simplified", "both", "traditional"]
"""`both`: simplified, with the traditional text beside it."""
VoiceSpeed = Literal["slowest", "slow", "usual", "fast"]


class DailyGoal(Closed):
    """What a student wants to do on a day."""

    unit: Literal["minutes", "cards"]
    amount: int = Field(ge=1, le=600)


class Preferences(Closed):
    """What a person prefers on every page. The language of the interface is the account's own; light or dark is the browser's."""

    explanations: Language | None = Field(
        default=None, description="Of explanations, glosses and diagnoses; None: as the interface"
    )
    pinyin: PinyinUse = "tap"
    script: Script = "simplified"
    tone_colours: bool = Field(default=True, description="Off: tones keep their marks and contours")
    sound: bool = Field(default=True, description="Off: nothing is played before it is asked for")
    voice_speed: VoiceSpeed = "usual"
    goal: DailyGoal | None = None
    week: bool = Field(default=True, description="Today shows what was learned in the last seven days")
    story: bool = Field(default=True, description="Today offers a text to read once the goal or the plan is done")


# -- what the administration page asks for -------------------------------------------------------------


class QuotaUse(Closed):
    """Where an organisation stands in its month."""

    organisation_id: str
    name: str
    tier: Tier
    overage: bool = Field(description="Priced calls past the quota go through and are billed")
    period: str = Field(description="YYYY-MM in UTC+8")
    used: int
    limit: int | None = Field(description="Calls of the month, temporary quota included; None = no limit")
    temporary: int = Field(description="Calls added to this month only")
    resets_at: datetime


class KeyView(Closed):
    """An API key without its secret, which nobody can read again."""

    key_id: str
    prefix: str
    permissions: list[Permission]
    created_at: datetime
    last_used_at: datetime | None
    revoked_at: datetime | None
    agreed_rules: str | None = Field(
        description="Version of the usage rules agreed to when it was made; None: none were shown"
    )
    suspended_at: datetime | None
    suspended_for: str = Field(description="Why the operator suspended it; empty where it is not")


class UsageRules(Closed):
    """The rules for using the API, as they are shown where a key is made."""

    version: str = Field(description="The day from which they hold, YYYY-MM-DD")
    rules: tuple[Bilingual, ...]


class SigninView(Closed):
    """A browser that is signed in to an account."""

    name: str = Field(description="By which it can be ended; opens nothing")
    created_at: datetime
    last_seen_at: datetime
    browser: str
    here: bool = Field(description="The browser that asks")


class LedgerLine(Closed):
    """One counted call."""

    at: datetime
    endpoint: str
    key_id: str
    request_id: str
    billed_li: int = Field(description="0.001 yuan; 0 inside the quota")


class BillLine(Closed):
    """The calls of one endpoint in a month."""

    endpoint: str
    calls: int
    past_quota: int = Field(description="Calls that were billed")
    yuan: float


class Bill(Closed):
    """A month, rebuilt from the ledger."""

    period: str
    lines: list[BillLine]
    calls: int
    yuan: float


# -- what the page of classes asks for -------------------------------------------------------------------


class ClassLine(Closed):
    """A class and how many are in it."""

    class_id: str
    name: str
    everyone: bool = Field(description="All students of the organisation are in it")
    archived_at: datetime | None
    consent: Consent
    keep_days: int | None
    students: int
    teachers: list[str] = Field(description="Display names")
