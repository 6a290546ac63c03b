"""The best way through the network of a text: Viterbi (1967), one vector of states a frame."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.arrays import Float32, Int64, UInt8
from core.speech.aligning.graph import CUT_SLOT, NOTHING, SLOTS, Costs, Graph

LOST = np.float32(-1e9)
STILL = -1
"""Instead of a chain: the place was reached through silence (or nothing was said yet)."""


class Step(NamedTuple):
    """A chain passed through: frames `begin` (included) to `end`, `final` where its second slot begins, and `slots` reached."""

    chain: int
    begin: int
    final: int
    end: int


class _Traces(NamedTuple):
    """How each frame was reached."""

    stays: UInt8
    """Bits: each slot stayed; then each place stayed silent."""
    exits: NDArray[np.int32]
    """Chain through which each place was reached, or `STILL`."""
    jumps: NDArray[np.int32]
    """Place from which each place was reached without sound."""
    cut: UInt8
    """Bits: each chain was left before its last slot."""


def best_path(emissions: Float32, network: Graph, costs: Costs) -> tuple[list[Step], float]:
    """Chains in order of time, and the log score of all of them.

    Parameters
    ----------
    emissions : array [shape=(n_frames, n_columns)]
        Log scores of `STATES`, then the columns from `NOTHING` to `ANYTHING`; column 0 is silence.
    """
    traces, score = _forward(emissions, network, costs)
    return _traced(traces, network), score


def _forward(emissions: Float32, network: Graph, costs: Costs) -> tuple[_Traces, float]:
    frames, chains, places = len(emissions), network.columns.shape[1], network.places
    slots = np.full((SLOTS, chains), LOST, np.float32)
    before = np.empty_like(slots)
    silent = np.full(places, LOST, np.float32)
    at_place, jump = _jumped(np.where(np.arange(places) == 0, np.float32(0), LOST), costs)
    traces = _Traces(
        np.zeros((frames, (SLOTS * chains + places + 7) // 8), np.uint8),
        np.full((frames + 1, places), STILL, np.int32),
        np.zeros((frames + 1, places), np.int32),
        np.zeros((frames + 1, (chains + 7) // 8), np.uint8),
    )
    traces.jumps[0] = jump
    headless = network.columns[0] == NOTHING
    firsts, numbers = network.firsts, np.arange(chains)
    for frame in range(frames):
        row = emissions[frame]
        entering = at_place[network.origin] - network.entry
        before[0] = np.where(headless, LOST, entering)
        before[1] = np.where(headless, entering, slots[0])
        before[2:] = slots[1:-1]
        stays = slots >= before
        stays_silent = silent >= at_place
        traces.stays[frame] = np.packbits(np.concatenate([stays.ravel(), stays_silent]))
        slots = np.maximum(slots, before) + row[network.columns]
        silent = np.maximum(silent, at_place) + row[0]
        cut = slots[CUT_SLOT] - network.short
        leaving = np.maximum(slots[-1], cut)
        best = np.maximum.reduceat(leaving, firsts)
        traces.cut[frame + 1] = np.packbits(cut > slots[-1])
        through = np.maximum.reduceat(np.where(leaving >= best[network.target], numbers, -1), firsts)
        base = np.maximum(best, silent)
        traces.exits[frame + 1] = np.where(best > silent, through, STILL)
        at_place, traces.jumps[frame + 1] = _jumped(base, costs)
    return traces, float(at_place[-1])


def _jumped(base: Float32, costs: Costs) -> tuple[Float32, Int64]:
    """Scores of the places when syllables may be left out or said again, and where each was reached from."""
    places = np.arange(len(base))
    ahead, ahead_from = _running_best(base + costs.skip_each * places)
    skipped = ahead - costs.skip_each * places - costs.skip
    back, back_from = _running_best((base - costs.repeat_each * places)[::-1])
    repeated = back[::-1] + costs.repeat_each * places - costs.repeat
    best = np.maximum(base, np.maximum(skipped, repeated)).astype(np.float32)
    source = np.where(skipped >= repeated, ahead_from, len(base) - 1 - back_from[::-1])
    return best, np.where(base >= best, places, source)


def _running_best(scores: Float32) -> tuple[Float32, Int64]:
    """The best so far, and its place."""
    best = np.maximum.accumulate(scores)
    return best, np.maximum.accumulate(np.where(scores >= best, np.arange(len(scores)), 0))


def _bit(row: UInt8, place: int) -> bool:
    return bool(row[place >> 3] >> (7 - (place & 7)) & 1)


def _traced(traces: _Traces, network: Graph) -> list[Step]:
    chains = network.columns.shape[1]
    frame, place = len(traces.stays), network.places - 1
    steps: list[Step] = []
    while frame > 0:
        place = int(traces.jumps[frame, place])
        chain = int(traces.exits[frame, place])
        if chain == STILL:
            frame = _silence_begins(traces, frame, SLOTS * chains + place)
            continue
        step = _chain_passed(traces, chain, frame, chains, headless=bool(network.columns[0, chain] == NOTHING))
        steps.append(step)
        frame, place = step.begin, int(network.origin[chain])
    return steps[::-1]


def _silence_begins(traces: _Traces, frame: int, bit: int) -> int:
    frame -= 1
    while frame > 0 and _bit(traces.stays[frame], bit):
        frame -= 1
    return frame


def _chain_passed(traces: _Traces, chain: int, end: int, chains: int, *, headless: bool) -> Step:
    slot = CUT_SLOT if _bit(traces.cut[end], chain) else SLOTS - 1
    frame, final = end, end
    while True:
        frame -= 1
        if slot == 1:
            final = frame
        if _bit(traces.stays[frame], slot * chains + chain):
            continue
        if slot == (1 if headless else 0):
            return Step(chain, frame, final, end)
        slot -= 1
