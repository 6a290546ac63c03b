"""The proof that an item has one right answer: stored beside the item and shown to teachers."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from core.wire import Bilingual, Closed

Reading = Literal["strong", "weak", "against", "none"]
"""The language model's verdict: the key is clearly more probable, about as probable, clearly less probable; or it cannot tell."""

Verdict = Literal["proved", "plausible", "doubtful"]

Cue = Literal["longest", "shortest", "word_class", "stem", "alike"]
"""How the key can be told without knowing the answer: by its length, as the only option of another word class, as the only option that
shares characters with the stem, as the option that the others resemble."""


class Finding(Closed):
    """The objection of one guard to one option: the option could be right as well."""

    guard: str = Field(min_length=1)
    """Id of a row of `data/equivalents.csv`, or of a guard of `core.questions.proofs.guards`."""
    option: str
    sure: bool
    """True: the option is as good as the key. False: it often is, and the margin decides."""
    said: Bilingual


class BlindGuess(Closed):
    """The result of a solver that sees the options and nothing else."""

    chance: float = Field(ge=0, le=1)
    """Probability that such a solver picks the key; .25 among four options means that nothing gives the key away."""
    cues: tuple[Cue, ...] = ()


class OrdersProof(Closed):
    """The verification of the accepted orders of an ordering item."""

    accepted: int = Field(ge=1)
    tried: int = Field(ge=0)
    """Number of further orders, proposed by rules or differing by one move, that the language model scored."""
    rivals: tuple[str, ...] = ()
    """Those of them that read as naturally as an accepted order, as sentences; the most natural first."""


class Proof(Closed):
    """The evidence that an item has one right answer, as far as a machine can tell."""

    margin: float | None = None
    """Log probability of the sentence with the key minus that with the most probable wrong answer, in nats."""
    reading: Reading = "none"
    rival: str = ""
    """The most probable wrong answer."""
    passed: tuple[str, ...] = ()
    """Kinds of guards that apply to the key and object to no option."""
    failed: tuple[Finding, ...] = ()
    blind: BlindGuess | None = None
    orders: OrdersProof | None = None
    readings: int = Field(default=0, ge=0)
    """How many readers who saw the question without its key named exactly one right answer, the key; language models, each by itself."""
    verdict: Verdict
