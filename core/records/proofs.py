"""What is proved of an item: rows stored beside it and shown to teachers."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from core.wire import Bilingual, Closed

Reading = Literal["strong", "weak", "against", "none"]
"""What the language model says: the key is clearly likelier, about as likely, clearly less likely; or it cannot judge."""

Verdict = Literal["proved", "plausible", "doubtful"]

Cue = Literal["longest", "shortest", "word_class", "stem", "alike"]
"""How a key stands out: by its length, as the only member of another word class, as the only option that shares characters
with the stem, as the option that the others resemble."""


class Finding(Closed):
    """What one guard says about one option: it fails when the option could be right as well."""

    guard: str = Field(min_length=1)
    """Id of a row of `data/equivalents.csv`, or of a guard of `core.questions.proofs.guards`."""
    option: str
    sure: bool
    """Whether the option is as good as the key; otherwise it often is, and the margin decides."""
    said: Bilingual


class BlindGuess(Closed):
    """What a solver finds who sees the options and nothing else."""

    chance: float = Field(ge=0, le=1)
    """That such a solver picks the key; .25 among four options is none."""
    cues: tuple[Cue, ...] = ()


class OrdersProof(Closed):
    """How the accepted orders of an ordering item were verified."""

    accepted: int = Field(ge=1)
    tried: int = Field(ge=0)
    """Further orders that rules propose or that differ by one move, judged by the language model."""
    rivals: tuple[str, ...] = ()
    """Those that read as naturally as an accepted one, as sentences; the most natural first."""


class Proof(Closed):
    """Why an item has one right answer, as far as a machine can tell."""

    margin: float | None = None
    """Nats: logarithm of the sentence's probability with the key, less that with the likeliest wrong answer."""
    reading: Reading = "none"
    rival: str = ""
    """The wrong answer that came nearest."""
    passed: tuple[str, ...] = ()
    """Kinds of guards that apply to the key and have nothing against any option."""
    failed: tuple[Finding, ...] = ()
    blind: BlindGuess | None = None
    orders: OrdersProof | None = None
    verdict: Verdict
