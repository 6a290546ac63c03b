"""Files that somebody sends: originals and relatives of patterns, memory and numbers that are believed, 3,000 mutated files, bombs.

Sound goes over HTTP to the running server. Question files, Word documents, lists of people and students' files come in through pages and
commands, which have no address of their own for them: they go to the same function of the core, in a process with a core over a copy of the server's
database ("through the core" in their names). There an attack has failed where the process fell silent for longer than a second.
"""

from __future__ import annotations

import random
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path

from benchmarks.attack import bombs
from benchmarks.attack.bombs import Bomb
from benchmarks.attack.file_reader import FileReader, Outcome, outcomes
from benchmarks.attack.file_seeds import KINDS, SEEDS_OF_RANDOM, mutated, seeds
from benchmarks.attack.trying import Attack, Target
from core.settings import Settings
from evaluation.bars import Bars

MOST_PAUSE_SECONDS = 1.0
LIMIT_SECONDS = Settings().file_seconds
GRACE_SECONDS = 5.0
"""For the way there and back, on two cores that the server and its attackers share."""
MUTATED, LEAST_BOMBS = 3_000, 200
MOST_PEAK_MB = 1_024
"""Of the process that asks, over everything. Its tables alone take half of it."""
MOST_ENDED = 10
"""Files that only the limits of their process stop: each takes its whole time, so they should be few."""
READERS = 2
EXPECTED = ("read", "refused", "ended")
TEXT = "我家有三口人。"


# -- through the core --------------------------------------------------------------------------------------------


@cache
def _reader(folder: Path) -> FileReader:
    """One process for all attacks on a server."""
    return FileReader(folder / "wenlu.db")


def _fault_through_core(kind: str, make: Callable[[], bytes], target: Target) -> str | None:
    return fault_of(_reader(target.folder).read(kind, make()))


def fault_of(outcome: Outcome) -> str | None:
    """What is wrong with an outcome, None where the service held."""
    if outcome.result not in EXPECTED:
        return f"{outcome.result}: {outcome.message}"
    if outcome.seconds > LIMIT_SECONDS + GRACE_SECONDS:
        return f"{outcome.seconds:.1f} s at a limit of {LIMIT_SECONDS:g}"
    if outcome.pause_seconds > MOST_PAUSE_SECONDS:
        return f"nobody was answered for {outcome.pause_seconds:.1f} s"
    return None


def _of_bomb(name: str, kind: int) -> Attack:
    bomb = _bombs()[name]
    return Attack(
        f"{bomb.kind} file, {name} (through the core)", kind, partial(_fault_through_core, bomb.kind, bomb.make)
    )


@cache
def _bombs() -> dict[str, Bomb]:
    return {bomb.name: bomb for bomb in bombs.bombs()}


# -- over HTTP ---------------------------------------------------------------------------------------------------


def _fault_of_upload(make: Callable[[], bytes], target: Target) -> str | None:
    """A recording is answered in time, and not by a fault of the service."""
    border = secrets.token_hex(16)
    head = f'--{border}\r\nContent-Disposition: form-data; name="text"\r\n\r\n{TEXT}\r\n'
    head += f'--{border}\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n'
    body = head.encode() + make() + f"\r\n--{border}--\r\n".encode()
    kind = {"Content-Type": f"multipart/form-data; boundary={border}"}
    try:
        answer = target.call("POST", "/speech/uploadfile", body, token=target.token, headers=kind)
    except OSError as error:
        return f"no answer: {error}"
    if answer.status not in (200, 400, 413, 503):
        return f"{answer.status}: {answer.body[:200]!r}"
    if answer.seconds > LIMIT_SECONDS + GRACE_SECONDS:
        return f"{answer.seconds:.1f} s at a limit of {LIMIT_SECONDS:g}"
    alive = target.call("GET", "/healthz")
    return None if alive.status == 200 else f"afterwards /healthz answers {alive.status}"


def _of_recording(name: str, kind: int) -> Attack:
    return Attack(f"a recording over HTTP, {name}", kind, partial(_fault_of_upload, _bombs()[name].make))


ATTACKS: tuple[Attack, ...] = (
    Attack(
        "GIFT through the core: 60 spaces in an ordering", 1, original=True,
        attempt=partial(_fault_through_core, "gift", lambda: ("题 {>" + " " * 60 + "x}").encode()),
    ),
    Attack(
        "GIFT through the core: 208 bytes with spaces in an ordering", 1, original=True,
        attempt=partial(_fault_through_core, "gift", lambda: ("题 {>" + " " * 200 + "x}").encode()),
    ),
    Attack(
        "GIFT through the core: [id: 20,000 times", 1, original=True,
        attempt=partial(_fault_through_core, "gift", lambda: b"// " + b"[id:" * 20_000 + "\n题 {=是 ~不}".encode()),
    ),
    Attack(
        "GIFT through the core: the tag <a 20,000 times", 1, original=True,
        attempt=partial(_fault_through_core, "gift", lambda: ("[html]&amp;题" + "<a " * 20_000 + " {=是 ~不}").encode()),
    ),
    Attack(
        "Word through the core: a cell of a million columns", 3, original=True,
        attempt=partial(_fault_through_core, "word", lambda: bombs.spanning(1_000_000)),
    ),
    Attack(
        "Word through the core: 900 merged rows of 60 cells", 3, original=True,
        attempt=partial(_fault_through_core, "word", lambda: bombs.merged(900, 60)),
    ),
    _of_bomb("details before spaces x 20,000", 1),
    _of_bomb("spaces in an answer x 20,000", 1),
    _of_bomb("lines under damaged details x 10,000", 1),
    _of_bomb("a cell that ends in a backslash x 120,000", 1),
    _of_bomb("spaces in an option x 120,000", 1),
    _of_bomb("pieces of an order x 20,000", 1),
    _of_bomb("choices with an id of this service x 5,000", 1),
    _of_bomb("HTML: quotes in tags x 600,000", 1),
    _of_bomb("elements x 1,900,000", 2),
    _of_bomb("members that lie over one another x 5,000", 2),
    _of_bomb("empty paragraphs x 1,000,000", 2),
    _of_bomb("links between runs x 180,000", 2),
    _of_bomb("bytes of a long name x 100,000,000", 2),
    _of_bomb("HTML: a number of nines x 5,000", 3),
    _of_bomb("digits in an order x 5,000", 3),
    _of_bomb("digits in a header x 200,000", 1),
    _of_recording("a wav: 4 GB claimed", 3),
    _of_recording("a wav: 65,535 channels", 3),
    _of_recording("entries claimed in stsz x 268,435,456", 3),
    _of_recording("bytes of a flac's picture x 16,777,215", 2),
    _of_recording("streams of an ogg x 100,000", 2),
    _of_recording("segments in one another x 300,000", 2),
)  # fmt: skip


# -- figures -----------------------------------------------------------------------------------------------------


def flood(target: Target, bars: Bars) -> None:
    """3,000 mutated files of twelve kinds and the bombs: only the project's own errors, in time, the process alive and small."""
    began = time.monotonic()
    reader_of = partial(FileReader, target.folder / "wenlu.db")
    _report(bars, "mutated files", MUTATED, outcomes(reader_of, _mutants(), readers=READERS))
    crafted = [(bomb.name, bomb.kind, bomb.make) for bomb in bombs.bombs()]
    bars.at_least("bombs", len(crafted), LEAST_BOMBS)
    files = ((name, kind, make()) for name, kind, make in crafted)
    _report(bars, "bombs", len(crafted), outcomes(reader_of, files, readers=READERS))
    print(f"    {time.monotonic() - began:.0f} s")


def _mutants() -> Iterator[tuple[str, str, bytes]]:
    rng, valid = random.Random(SEEDS_OF_RANDOM), seeds()
    for number in range(MUTATED):
        kind = KINDS[number % len(KINDS)]
        yield f"{kind} {number}", kind, mutated(rng.choice(valid[kind]), rng)


def _report(bars: Bars, subject: str, count: int, named_outcomes: Iterator[tuple[str, str, Outcome]]) -> None:
    results = list(named_outcomes)
    faults = [(name, fault) for name, _, outcome in results if (fault := fault_of(outcome)) is not None]
    for name, fault in faults[:20]:
        print(f"    {name}: {fault}")
    slowest = max(results, key=lambda each: each[2].seconds)
    print(f"    {subject}: {dict(Counter(outcome.result for _, _, outcome in results))}, slowest {slowest[0]}")
    bars.equal(f"{subject} tried", len(results), count)
    bars.equal(f"{subject} that end in anything but the project's own errors, late, or with a pause", len(faults), 0)
    bars.at_most(f"{subject}: seconds of the slowest", slowest[2].seconds, LIMIT_SECONDS + GRACE_SECONDS)
    bars.at_most(
        f"{subject}: longest pause of the process that asks, s",
        max(each[2].pause_seconds for each in results),
        MOST_PAUSE_SECONDS,
    )
    bars.at_most(
        f"{subject}: that only their limits end", sum(each[2].result == "ended" for each in results), MOST_ENDED
    )
    bars.at_most(
        f"{subject}: highest memory of the process that asks, MB",
        max(each[2].peak_mb for each in results),
        MOST_PEAK_MB,
    )
