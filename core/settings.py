"""Settings, read once from environment variables, whose names all begin with WENLU_."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.errors import BadSetting

LEAST_SECRET_BYTES = 32
"""A key of HMAC-SHA-256 is at least as long as its output (RFC 7518, 3.2)."""

MAX_RECORDING_BYTES = 32 * 2**20
"""The largest body for /speech: 120 s at 48 kHz in stereo with 16 bits are 23 MB, and the text comes on top."""
MOST = {"audit_days": 36_500}
"""The largest value of a setting: the day that lies further back may not exist."""
ROOT = Path(__file__).resolve().parent.parent


def _data_home() -> Path:
    """`var/` of a checkout; for an installed package the user's data folder (XDG base directory specification)."""
    if (ROOT / "pyproject.toml").exists():
        return ROOT / "var"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "wenlu"


def pages_root() -> Path:
    """The folder of app.py, frame/ and pages/: the checkout, or the bundle inside the installed package."""
    return ROOT if (ROOT / "app.py").exists() else ROOT / "core" / "_bundle"


DATA_HOME = _data_home()
"""The folder of the database, recordings and whatever else is stored; other users of the machine cannot read it."""
DEFAULT_DATABASE_URL = f"sqlite:///{DATA_HOME / 'wenlu.db'}"
DEFAULT_ESSAY_MODEL_FILE = str(DATA_HOME / "essay_models.json")
DEFAULT_BACKUPS = str(DATA_HOME / "backups")
DEFAULT_RECORDINGS = str(DATA_HOME / "recordings")
DEFAULT_STROKES = str(DATA_HOME / "strokes")


@dataclass(frozen=True)
class Settings:
    """All that an operator can set. Rates are calls a second, times seconds, sizes bytes."""

    database_url: str = DEFAULT_DATABASE_URL
    secret: str | None = None
    """Signs access tokens; None: a random secret is made once and kept in the database."""
    token_lifetime_seconds: int = 3600
    rate_per_second: float = 10.0
    rate_burst: int = 40
    open_addresses: bool = True
    """Answer /grammar and /speech without a credential, as the contract has it; 0 requires a token of every caller."""
    open_speech: bool = True
    """Answer /speech without a credential; 0 requires a token there even where /grammar does not."""
    open_rate_per_second: float = 2.0
    open_rate_burst: int = 10
    """Rate and burst of calls without a credential, by client address."""
    shared_rate: bool = False
    """Count the rate in the database (several workers) instead of in this process."""
    max_body_bytes: int = 1_048_576
    max_recording_bytes: int = MAX_RECORDING_BYTES
    speech_at_once: int = 2
    """Recordings scored at once in one process; others wait."""
    speech_waiting: int = 8
    """Recordings that may wait for their turn; further ones are answered with 503 and Retry-After."""
    essay_at_once: int = 2
    essay_waiting: int = 16
    """Essays evaluated at once in one process, and how many may wait."""
    text_at_once: int = 2
    text_waiting: int = 32
    """Texts analysed at once in one process, and how many may wait."""
    header_seconds: float = 30.0
    """A connection that has not sent a whole request head in this time is closed."""
    body_seconds: float = 60.0
    """A connection whose request body has not arrived in this time is closed."""
    trusted_proxies: str = ""
    """Addresses or networks, separated by commas, whose X-Forwarded-* headers are believed; empty: none."""
    allowed_origins: str = ""
    """Origins, separated by commas, whose browsers may call the API (CORS); empty: none."""
    memory_mb: int = 3072
    """Resident memory of one process: above it no costly work is begun (503) until it is below again."""
    file_seconds: float = 20.0
    file_memory_mb: int = 1024
    """The time and memory that reading an uploaded file may take, in a process of its own that is ended beyond them."""
    upload_session_bytes: int = 128 * 2**20
    upload_account_bytes: int = 256 * 2**20
    """Bytes of uploaded files that are kept for one open page, and for all pages of one account."""
    keep_recordings: bool = False
    """Keep students' recordings in the database, so that they can be played again; 0 drops each once it is scored."""
    speech_backend: str = ""
    """`sherpa`: an offline sherpa-onnx model gives a second opinion on what was read; empty: none."""
    sherpa_model: str = ""
    """The folder of that model."""
    essay_model_url: str = ""
    """Address up to `/v1` of an OpenAI-compatible language model that also corrects essays; empty: the one that `wenlu model` has set, else none,
    and nothing is sent anywhere."""
    essay_model: str = ""
    """The name of the language model at that address."""
    essay_model_key: str = ""
    essay_model_seconds: float = 20.0
    """How long an essay waits for the language model; after that it is corrected without it."""
    essay_model_at_once: int = 4
    """Questions to the language model that are under way at once in one process."""
    essay_model_file: str = DEFAULT_ESSAY_MODEL_FILE
    """Where `wenlu model` keeps which model is in use and what it measured of it; empty: nowhere."""
    durable: bool = False
    """SQLite only: synchronous FULL, so that a power cut loses nothing either."""
    backups: str = DEFAULT_BACKUPS
    """The folder in which `wenlu backup` makes new files."""
    backup_before_migrating: bool = True
    """Back a database up that holds anything before its tables are changed; 0: a failed upgrade then has no way back."""
    demo: bool | None = None
    """The demo organisation and its sign-ins: 1 makes and opens them, 0 closes them whatever the database holds; unset: only where
    the service listens on loopback alone and is asked by that name."""
    listening: str = ""
    """The host that the server listens on, set by `wenlu serve`; empty: not known, and the demo is closed unless `demo` is 1."""
    demo_class: bool = True
    """Also simulate a year of a class of 40 in the demo: about 15 s of CPU time beside the very first start, and 60 MB."""
    api_port: int = 0
    """Set by `wenlu serve --split` for its pages: the API is served on this port of the same host, and not beside the pages."""
    scheduler: bool = True
    """`wenlu serve` starts the scheduler of the nightly work beside itself; 0 where `wenlu scheduler` or cron does that work."""
    operator: str = ""
    """The full name of the organisation whose administrators look after the installation as a whole on the pages: backups, settings, health,
    requests for quota. Empty: the only one beside the demo, which grants no quota."""
    audit_days: int = 730
    """For how many days it is kept who did what; the nightly work then deletes it."""
    recordings: str = DEFAULT_RECORDINGS
    """The folder of words recorded by native speakers (`wenlu recordings install`); empty: none are played."""
    strokes: str = DEFAULT_STROKES
    """The folder of the stroke order of characters (`wenlu strokes install`); empty: none is shown."""
    secure_cookie: bool = False
    """Mark the sign-in cookie Secure and tell browsers to come over https only (HSTS) in every answer. Without it both are done where the
    request came over https, by the word of a trusted proxy too: set it only for a proxy that does not say so."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Settings:
        """The defaults, overridden by WENLU_DATABASE_URL and so on. Raises `BadSetting` on an unusable value."""
        changed: dict[str, object] = {}
        for name, default in vars(cls()).items():
            text = environment.get(f"WENLU_{name.upper()}")
            if text is not None:
                changed[name] = _parse(name, text, default)
        return cls(**changed)  # type: ignore[arg-type]


def _parse(name: str, text: str, default: object) -> object:
    if name == "secret":
        return _long_enough(text)
    try:
        if isinstance(default, bool) or name == "demo":
            return {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}[text.lower()]
        if isinstance(default, int | float):
            return _not_above(_positive(type(default)(text)), name)
        return text
    except (KeyError, ValueError) as error:
        raise BadSetting(f"WENLU_{name.upper()}={text!r} is not a value of that setting.") from error


def _positive(number: float) -> float:
    """Return the number. Raises `ValueError` unless it is above 0 and finite: a rate of 0, for instance, would admit nobody."""
    if not 0 < number < math.inf:
        raise ValueError(number)
    return number


def _not_above(number: float, name: str) -> float:
    """Return the number. Raises `BadSetting` where the setting has a largest value and this lies above it."""
    if number > (most := MOST.get(name, math.inf)):
        raise BadSetting(f"WENLU_{name.upper()}={number} is too much; it is {most} at most.")
    return number


def _long_enough(secret: str) -> str:
    """Return the secret. Raises `BadSetting` for a short one, without repeating it in the message."""
    if len(secret.encode()) < LEAST_SECRET_BYTES:
        raise BadSetting(f"WENLU_SECRET has {len(secret.encode())} bytes; it needs at least {LEAST_SECRET_BYTES}.")
    return secret
