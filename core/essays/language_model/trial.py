"""The trial of a language model: sentences with known corrections, asked about in passages like those of an essay."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from core.essays.language_model.answers import SampleEdit
from core.essays.language_model.measuring import (
    Figures,
    MeasuredSentence,
    SentenceOutcome,
    Share,
    figures_of,
    policy_of,
)
from core.essays.language_model.passages import LONGEST_PASSAGE
from core.essays.language_model.policy import Cell, Policy
from core.essays.model import EditType
from core.records.essay_models import MeasuredCell, MeasuredModel, MeasuredShare, ModelUse

SEED = 1
"""Of the order in which wrong and right sentences are mixed; the same for every model."""


@dataclass(frozen=True)
class TrialPassage:
    """Sentences that are asked about together: as many as an essay's passage holds, wrong and right ones mixed."""

    text: str
    sentences: tuple[tuple[int, int], ...]
    """Of each the index among the measured sentences, and its offset in the text."""

    def by_sentence(
        self, edits: Sequence[SampleEdit], written: Sequence[MeasuredSentence]
    ) -> Iterator[tuple[int, list[SampleEdit]]]:
        """The edits of an answer by sentence, in offsets of the sentence; what reaches over two sentences is left out."""
        for index, start in self.sentences:
            end = start + len(written[index].written)
            yield (
                index,
                [
                    replace(edit, start=edit.start - start, end=edit.end - start)
                    for edit in edits
                    if start <= edit.start and edit.end <= end and (edit.start < edit.end or edit.start < end)
                ],
            )


def trial_passages(sentences: Sequence[MeasuredSentence]) -> list[TrialPassage]:
    """All sentences in passages, the same ones every time."""
    order = list(range(len(sentences)))
    random.Random(SEED).shuffle(order)
    made: list[TrialPassage] = []
    text, held = "", list[tuple[int, int]]()
    for index in order:
        written = sentences[index].written
        if held and len(text) + len(written) > LONGEST_PASSAGE:
            made.append(TrialPassage(text, tuple(held)))
            text, held = "", []
        held.append((index, len(text)))
        text += written
    return [*made, TrialPassage(text, tuple(held))] if held else made


def measured_model(
    outcomes: Sequence[SentenceOutcome],
    *,
    url: str,
    model: str,
    prompt: str,
    use: ModelUse,
    at: datetime,
    prices: tuple[float, float] | None,
) -> MeasuredModel:
    """What was measured, and the policy that it sets.

    Parameters
    ----------
    use : requests, seconds and tokens of the whole trial
    prices : of a million tokens of questions, and of answers
    """
    policy = policy_of(outcomes)
    figures = figures_of(outcomes, policy)
    cost = None if prices is None else (use.prompt_tokens * prices[0] + use.completion_tokens * prices[1]) / 1_000_000
    return MeasuredModel(
        url=url,
        model=model,
        prompt=prompt,
        measured_at=at,
        samples=policy.samples,
        cells=tuple(
            MeasuredCell(samples=cell.samples, sure=cell.sure, agreed=cell.agreed, probability=probability)
            for cell, probability in policy.probabilities.items()
        ),
        error_from=policy.error_from,
        error_types=tuple(sorted(policy.error_types)),
        **_measured_shares(figures),
        seconds=round(use.mean_seconds, 3),
        prompt_tokens=use.prompt_tokens,
        completion_tokens=use.completion_tokens,
        cost=None if cost is None else round(cost, 6),
    )


def _measured_shares(figures: Figures) -> Mapping[str, MeasuredShare]:
    return {name: _measured_share(share) for name, share in figures._asdict().items()}


def _measured_share(share: Share) -> MeasuredShare:
    low, high = share.interval()
    return MeasuredShare(count=share.hits, of=share.of, low=low, high=high)


def policy_from(measured: MeasuredModel) -> Policy:
    """The policy that was set when a model was measured."""
    types: frozenset[EditType] = frozenset(measured.error_types)  # type: ignore[arg-type]
    return Policy(
        samples=measured.samples,
        probabilities={Cell(cell.samples, cell.sure, cell.agreed): cell.probability for cell in measured.cells},
        error_from=measured.error_from,
        error_types=types,
        measured=True,
    )
