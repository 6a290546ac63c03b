"""The best way through the network of a text: Viterbi (1967), one vector of states a frame."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.arrays import Float32, Int64, UInt8
from core.speech.aligning.graph import CUT_SLOT, NOTHING, SLOTS, Costs, Graph

LOST = np.float32(-1e9)
IN_SILENCE = -1
"""Instead of a chain: the node was reached through silence (or nothing was said yet)."""


class Step(NamedTuple):
    """A chain passed through: frames `begin` (included) to `end`, and `final`, where its second slot begins."""

    chain: int
    begin: int
    final: int
    end: int


class _Traces(NamedTuple):
    """How the best path reached each slot and node at each frame."""

    stays: UInt8
    """Bits: each slot stayed; then each node stayed silent."""
    exits: NDArray[np.int32]
    """Chain through which each node was reached, or `IN_SILENCE`."""
    jumps: NDArray[np.int32]
    """Node from which each node was reached without sound."""
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
    return _traced_back(traces, network), score


def _forward(emissions: Float32, network: Graph, costs: Costs) -> tuple[_Traces, float]:
    frames, chains, nodes = len(emissions), network.columns.shape[1], network.node_count
    slots = np.full((SLOTS, chains), LOST, np.float32)
    before = np.empty_like(slots)
    silent = np.full(nodes, LOST, np.float32)
    at_node, jump = _after_jumps(np.where(np.arange(nodes) == 0, np.float32(0), LOST), costs)
    traces = _Traces(
        np.zeros((frames, (SLOTS * chains + nodes + 7) // 8), np.uint8),
        np.full((frames + 1, nodes), IN_SILENCE, np.int32),
        np.zeros((frames + 1, nodes), np.int32),
        np.zeros((frames + 1, (chains + 7) // 8), np.uint8),
    )
    traces.jumps[0] = jump
    headless = network.columns[0] == NOTHING
    first_chains, chain_numbers = network.first_chains, np.arange(chains)
    for frame in range(frames):
        row = emissions[frame]
        entering = at_node[network.origin] - network.entry
        before[0] = np.where(headless, LOST, entering)
        before[1] = np.where(headless, entering, slots[0])
        before[2:] = slots[1:-1]
        stays = slots >= before
        stays_silent = silent >= at_node
        traces.stays[frame] = np.packbits(np.concatenate([stays.ravel(), stays_silent]))
        slots = np.maximum(slots, before) + row[network.columns]
        silent = np.maximum(silent, at_node) + row[0]
        cut = slots[CUT_SLOT] - network.short
        leaving = np.maximum(slots[-1], cut)
        best = np.maximum.reduceat(leaving, first_chains)
        traces.cut[frame + 1] = np.packbits(cut > slots[-1])
        through = np.maximum.reduceat(np.where(leaving >= best[network.target], chain_numbers, -1), first_chains)
        base = np.maximum(best, silent)
        traces.exits[frame + 1] = np.where(best > silent, through, IN_SILENCE)
        at_node, traces.jumps[frame + 1] = _after_jumps(base, costs)
    return traces, float(at_node[-1])


def _after_jumps(base: Float32, costs: Costs) -> tuple[Float32, Int64]:
    """Scores of the nodes when syllables may be left out or said again, and the node from which each was reached."""
    nodes = np.arange(len(base))
    ahead, ahead_from = _running_best(base + costs.skip_each * nodes)
    skipped = ahead - costs.skip_each * nodes - costs.skip
    back, back_from = _running_best((base - costs.repeat_each * nodes)[::-1])
    repeated = back[::-1] + costs.repeat_each * nodes - costs.repeat
    best = np.maximum(base, np.maximum(skipped, repeated)).astype(np.float32)
    source = np.where(skipped >= repeated, ahead_from, len(base) - 1 - back_from[::-1])
    return best, np.where(base >= best, nodes, source)


def _running_best(scores: Float32) -> tuple[Float32, Int64]:
    """The best score so far, and its index."""
    best = np.maximum.accumulate(scores)
    return best, np.maximum.accumulate(np.where(scores >= best, np.arange(len(scores)), 0))


def _bit(row: UInt8, index: int) -> bool:
    return bool(row[index >> 3] >> (7 - (index & 7)) & 1)


def _traced_back(traces: _Traces, network: Graph) -> list[Step]:
    chains = network.columns.shape[1]
    frame, node = len(traces.stays), network.node_count - 1
    steps: list[Step] = []
    while frame > 0:
        node = int(traces.jumps[frame, node])
        chain = int(traces.exits[frame, node])
        if chain == IN_SILENCE:
            frame = _silence_start(traces, frame, SLOTS * chains + node)
            continue
        step = _step_through(traces, chain, frame, chains, headless=bool(network.columns[0, chain] == NOTHING))
        steps.append(step)
        frame, node = step.begin, int(network.origin[chain])
    return steps[::-1]


def _silence_start(traces: _Traces, frame: int, bit: int) -> int:
    frame -= 1
    while frame > 0 and _bit(traces.stays[frame], bit):
        frame -= 1
    return frame


def _step_through(traces: _Traces, chain: int, end: int, chains: int, *, headless: bool) -> Step:
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
