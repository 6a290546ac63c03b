"""Aligning a reading with its text: where each syllable was said, what was left out, what was said beside it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import numpy as np

from core.arrays import Float32
from core.speech.aligning.emissions import COSTS, LEAST_RATIO, Emissions
from core.speech.aligning.free_reading import FreeReading
from core.speech.aligning.graph import EXTRA, SLOTS, Costs, Graph, graph
from core.speech.aligning.phones import STATES, states
from core.speech.aligning.presence import confidence
from core.speech.aligning.second_look import second_look
from core.speech.aligning.viterbi import Step, best_path
from core.speech.model import FRAME_SECONDS, AlignedSyllable, Alignment, ExpectedSyllable, ExtraSpeech, Sounds

HESITATIONS = frozenset({"e", "en", "eng", "a", "ai", "ei", "er", "o"})
"""Finals without initial that hesitation sounds are heard as: 呃 嗯 啊 唉 诶."""
LONGEST_HESITATION = 2


def align(syllables: Sequence[ExpectedSyllable], emissions: Emissions, *, costs: Costs = COSTS) -> Alignment:
    """The likeliest reading of a text.

    Parameters
    ----------
    syllables : those of the text, in order; at least one
    emissions : from `emissions_of`

    Returns
    -------
    Alignment
        Times are multiples of the frame step; `core.speech.aligning.onsets.with_refined_onsets` moves the onsets.
    """
    network = graph(syllables, costs)
    steps, score = best_path(emissions.scores, network, costs)
    steps_kept, repeated_runs, extra_runs = _sorted_steps(steps, network)
    aligned = _in_text_order(syllables, steps_kept, network, emissions)
    extras = [_repeat(run, network) for run in repeated_runs] + [
        _extra(run, network, emissions.free_reading) for run in extra_runs
    ]
    aligned, extras = second_look(syllables, aligned, sorted(extras, key=lambda extra: extra.start), emissions)
    return Alignment(
        syllables=tuple(aligned),
        extras=tuple(extras),
        fit=_fit(steps_kept, repeated_runs, network, syllables, emissions),
        score=score,
    )


def _sorted_steps(steps: Sequence[Step], network: Graph) -> tuple[dict[int, Step], list[list[Step]], list[list[Step]]]:
    """The step kept for each syllable, runs of repeated syllables, and runs of speech beside the text.

    Of a syllable that was said twice the last step is kept, and the kept steps are in the order of the text.
    """
    number_by_index: dict[int, int] = {}
    for number in range(len(steps) - 1, -1, -1):
        index = int(network.origin[steps[number].chain])
        if network.variant[steps[number].chain] != EXTRA and index < min(number_by_index, default=network.node_count):
            number_by_index[index] = number
    kept_numbers = set(number_by_index.values())
    kinds = [
        "kept" if number in kept_numbers else "extra" if network.variant[step.chain] == EXTRA else "again"
        for number, step in enumerate(steps)
    ]
    runs = [
        (kind, [steps[number] for number in numbers])
        for kind, numbers in ((kind, list(group)) for kind, group in groupby(range(len(steps)), kinds.__getitem__))
    ]
    return (
        {index: steps[number] for index, number in number_by_index.items()},
        [run for kind, run in runs if kind == "again"],
        [run for kind, run in runs if kind == "extra"],
    )


def _in_text_order(
    syllables: Sequence[ExpectedSyllable], steps_kept: dict[int, Step], network: Graph, emissions: Emissions
) -> list[AlignedSyllable]:
    aligned: list[AlignedSyllable] = []
    previous_end = 0.0
    for index, expected in enumerate(syllables):
        step = steps_kept.get(index)
        if step is None:
            aligned.append(AlignedSyllable(index, "omitted", previous_end, previous_end, previous_end, confidence=0.0))
            continue
        aligned.append(_aligned_syllable(index, expected, step, network, emissions))
        previous_end = step.end * FRAME_SECONDS
    return aligned


def _aligned_syllable(
    index: int, expected: ExpectedSyllable, step: Step, network: Graph, emissions: Emissions
) -> AlignedSyllable:
    variant = int(network.variant[step.chain])
    sounds = expected.accepted[max(variant, 0)]
    final = step.final if variant >= 0 else step.begin + _final_offset(emissions.ratios[step.begin : step.end], sounds)
    return AlignedSyllable(
        index=index,
        presence="read",
        start=step.begin * FRAME_SECONDS,
        end=step.end * FRAME_SECONDS,
        final_start=final * FRAME_SECONDS,
        sounds=max(variant, 0),
        confidence=confidence(emissions.scores[step.begin : step.end, : len(STATES)], sounds),
    )


def _final_offset(ratios: Float32, sounds: Sounds) -> int:
    """Frames from the beginning of a stretch to the final, when the stretch is one syllable."""
    if sounds.initial is None or len(ratios) < SLOTS:
        return 0
    initial, *finals = states(*sounds)
    turned = np.cumsum(ratios[:, initial]) - np.cumsum(ratios[:, finals].max(axis=1))
    return int(turned[:-1].argmax()) + 1


def _repeat(run: Sequence[Step], network: Graph) -> ExtraSpeech:
    indexes = [int(network.origin[step.chain]) for step in run]
    return ExtraSpeech(
        "repeat",
        run[0].begin * FRAME_SECONDS,
        run[-1].end * FRAME_SECONDS,
        after=min(indexes) - 1,
        syllables=len(indexes),
        first=min(indexes),
        last=max(indexes),
    )


def _extra(run: Sequence[Step], network: Graph, free: FreeReading) -> ExtraSpeech:
    begin, end = run[0].begin, run[-1].end
    syllables = free.syllables(begin, end)
    hesitates = 0 < len(syllables) <= LONGEST_HESITATION and all(
        syllable.initial is None and syllable.final in HESITATIONS for syllable in syllables
    )
    return ExtraSpeech(
        "filler" if hesitates else "extra",
        begin * FRAME_SECONDS,
        end * FRAME_SECONDS,
        after=int(network.origin[run[0].chain]) - 1,
        syllables=max(1, len(syllables)),
    )


def _fit(
    steps_kept: dict[int, Step],
    repeated_runs: Sequence[Sequence[Step]],
    network: Graph,
    syllables: Sequence[ExpectedSyllable],
    emissions: Emissions,
) -> float:
    """Mean log ratio of the text over the frames that the free reading takes for speech.

    Speech that the text does not hold counts with `LEAST_RATIO`.
    """
    ratios = emissions.ratios
    of_text = np.full(len(ratios), LEAST_RATIO, np.float32)
    for step in (*steps_kept.values(), *(step for run in repeated_runs for step in run)):
        variant = int(network.variant[step.chain])
        if variant < 0:
            continue
        stretch = slice(step.begin, step.end)
        columns = list(states(*syllables[int(network.origin[step.chain])].accepted[variant]))
        of_text[stretch] = ratios[stretch][:, columns].max(axis=1)
    speech = emissions.free_reading.states > 0
    return min(0.0, float(of_text[speech].mean())) if speech.any() else LEAST_RATIO
