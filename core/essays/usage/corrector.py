"""The judge of usage: words that are missing, superfluous, wrong or in the wrong place.

1. Whatever a learner may have meant there is a candidate (`core.essays.usage.candidates`).
2. Counts of words and characters, and what learners are known to do, describe each (`core.essays.usage.features`).
3. Boosted trees weigh that, and a curve for each operation, fitted on four fifths of MuCGEC, turns the outcome into a probability. On the fifth
   left out it is too sure: of what it gives .7 and more 6 of 10 were right (`core.essays.merging.candidates.DOUBTED`).
4. Of candidates that contradict one another the likeliest is proposed.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

from core.arrays import Float64, Int64
from core.essays.model import EditType, Proposal
from core.essays.traditional import is_traditional
from core.essays.usage.candidates import DELETE, EXCHANGE, INSERT, MOVE, Bigrams, Finder, tokens_of
from core.essays.usage.features import Featurer
from core.language.grammar.sentence import ParsedText, Sentence
from core.language.levels import HAN

TYPES: dict[int, EditType] = {INSERT: "L", DELETE: "D", EXCHANGE: "W", MOVE: "S"}
LEAST_CHANCE = 0.15
"""What is less likely is not proposed: no reader is shown it, and what another judge is sure of it would hardly make surer."""


Parse = tuple[str, tuple[tuple[int, str, int, str], ...]]
"""A sentence, and of each token its offset, tag, head and relation: all that the judge reads."""


class Opinion(NamedTuple):
    """A change that is wanted, in code points of the text."""

    start: int
    end: int
    new: str
    operation: int
    chance: float


@dataclass(frozen=True)
class Judge:
    """What is known, put together.

    Parameters
    ----------
    log_odds : of rows of features, that the change is right, by several models
    curves : for each operation the weights of these and the intercept
    """

    bigrams: Bigrams
    finder: Finder
    featurer: Featurer
    log_odds: Sequence[Callable[[Float64], Float64]]
    curves: Sequence[Sequence[float]]

    def opinions(self, parsed: ParsedText) -> list[Opinion]:
        """By place, none against another; what is less likely than `LEAST_CHANCE` is left out."""
        return [one for told in self.by_sentence(parsed) for one in told]

    def by_sentence(self, parsed: ParsedText) -> list[list[Opinion]]:
        """The opinions on each sentence, which rest on its own parse alone."""
        taken: list[list[Opinion]] = [[] for _ in parsed.sentences]
        tokens = tokens_of(parsed, self.bigrams)
        found = self.finder.candidates(tokens)
        if not len(found):
            return taken
        rows = self.featurer.features(parsed, tokens, found)
        chances = self.chances(np.stack([model(rows) for model in self.log_odds], axis=1), found.operation)
        changes, sentences = found.changes(tokens), tokens.sentences[found.first].tolist()
        for at in np.argsort(-chances, kind="stable").tolist():
            if chances[at] < LEAST_CHANCE:
                break
            start, end, new = changes[at]
            one = Opinion(start, end, new, int(found.operation[at]), float(chances[at]))
            beside, changed = taken[sentences[at]], parsed.text[start:end] + new
            if not any(_against(one, other) for other in beside) and _chinese(changed):
                beside.append(one)
        return [sorted(told) for told in taken]

    def chances(self, odds: Float64, operations: Int64) -> Float64:
        """From the log odds of the models [shape=(n, n_models)] and the operations."""
        weights = np.array(self.curves)[operations]
        logits = (weights[:, :-1] * odds).sum(axis=1) + weights[:, -1]
        return np.asarray(1 / (1 + np.exp(-logits)), np.float64)


def _against(one: Opinion, other: Opinion) -> bool:
    """Whether two cannot both be made: they share a character, or one puts something in where the other begins or ends, which is most often
    the same error seen twice.
    """
    if INSERT in (one.operation, other.operation):
        return one.start <= other.end and other.start <= one.end
    return one.start < other.end and other.start < one.end


def _chinese(changed: str) -> bool:
    return all(HAN.match(character) for character in changed)


class Recent(Protocol):
    """See `core.models.recent.Recent`."""

    def results_for(
        self, keys: Sequence[Parse], compute: Callable[[list[Parse]], Sequence[list[Opinion]]]
    ) -> list[list[Opinion]]: ...


class UsageCorrector:
    """The judge as a `core.essays.ports.Corrector`; loads what it knows on first use, once.

    Parameters
    ----------
    version : as reports give it
    load : gives what it knows
    traditional : the traditional form of simplified characters, for essays written so
    recent : keeps what was found of sentences
    """

    def __init__(
        self, version: str, *, load: Callable[[], Judge], traditional: Mapping[str, str], recent: Recent
    ) -> None:
        self.version = version
        self._load, self._traditional = load, traditional
        self._lock = threading.Lock()
        self._judge: Judge | None = None
        self._recent = recent

    @property
    def judge(self) -> Judge:
        """What it knows."""
        with self._lock:
            if self._judge is None:
                self._judge = self._load()
            return self._judge

    def proposals(self, text: str, parsed: ParsedText) -> Sequence[Proposal]:
        """See `core.essays.ports.Corrector`."""
        opinions = self._opinions(parsed)
        forms = self._traditional if is_traditional(text, parsed.text, self._traditional) else {}
        return [
            Proposal(
                one.start, one.end, "".join(forms.get(character, character) for character in one.new), TYPES[one.operation],
                "usage", self.version, round(one.chance, 4),
            )
            for one in opinions
        ]  # fmt: skip

    def _opinions(self, parsed: ParsedText) -> list[Opinion]:
        """Of every sentence; one that was read lately, in a corrected text or an earlier draft, is not read again."""
        sentences = {_parse(sentence): sentence for sentence in parsed.sentences}

        def find(new: list[Parse]) -> list[list[Opinion]]:
            chosen = tuple(sentences[key] for key in new)
            found = self.judge.by_sentence(ParsedText(parsed.text, chosen))
            return [
                [_moved(one, -sentence.start) for one in told] for sentence, told in zip(chosen, found, strict=True)
            ]

        told = self._recent.results_for([_parse(sentence) for sentence in parsed.sentences], find)
        return [
            _moved(one, sentence.start) for sentence, said in zip(parsed.sentences, told, strict=True) for one in said
        ]


def _parse(sentence: Sentence) -> Parse:
    """All that the judge reads of a sentence."""
    return sentence.text, tuple(
        (token.start - sentence.start, token.tag, token.head, token.relation) for token in sentence.tokens
    )


def _moved(one: Opinion, by: int) -> Opinion:
    return one._replace(start=one.start + by, end=one.end + by)
