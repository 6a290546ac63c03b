"""Texts that were made to be costly: answers, essays, texts and JSON bodies, and 5,000 bodies that are nearly right."""

from __future__ import annotations

import gzip
import json
import math
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.attack.trying import Answer, Attack, Target
from benchmarks.service.servers import bearer, cpu_seconds, free_port, new_key, running
from core.settings import Settings
from evaluation.bars import Bars
from evaluation.service.patterns import collect_patterns, measure

SUBMIT = "/v1/classroom/evaluation/submit"
ESSAY = "/v1/essay/evaluate"
GENERATE = "/v1/classroom/questions/generate"
GRAMMAR = "/grammar/grammar_text"
MOST_SECONDS = 10.0
"""Of one call, the neighbours' load included; an essay or a text of the greatest length takes some 4 s of CPU."""
MOST_MEGABYTES = 400
"""By which the server may have grown after an attack: its models, read at the first call, are 200 of it."""
BODIES = 5_000
TIMES_A_KEY = 10
SEED = 20_261_123
JSON_TYPE = {"Content-Type": "application/json"}


def _megabytes(pid: int) -> float:
    """Resident memory at its highest so far."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))


def _fault_of_call(
    target: Target, path: str, body: bytes | Mapping[str, Any], allowed: tuple[int, ...], **options: Any
) -> str | None:
    """What happened if the answer is none of the allowed ones, came late, or cost memory."""
    before, cpu_before = _megabytes(target.pid), cpu_seconds(target.pid)
    try:
        headers = JSON_TYPE if isinstance(body, bytes) else {}
        answer = target.call("POST", path, body, token=target.token, headers={**headers, **options.get("headers", {})})
    except OSError as error:
        return f"no answer: {error!r}"
    if answer.status not in (*allowed, 503):
        return f"status {answer.status}: {answer.body[:120]!r}"
    # Of both, for a busy machine makes the one long and the server's other work the other.
    seconds = min(answer.seconds, cpu_seconds(target.pid) - cpu_before)
    if seconds > MOST_SECONDS:
        return f"{seconds:.1f} s"
    grown = _megabytes(target.pid) - before
    return f"memory rose by {grown:.0f} MB" if grown > MOST_MEGABYTES else None


def _questions(target: Target, kind: str, count: int = 50, topic: str = "vocabulary") -> list[str]:
    request = {"level": "beginner", "type": kind, "topic": topic, "count": count}
    answer = target.call("POST", GENERATE, request, token=target.token)
    return [question["id"] for question in answer.payload["data"]["questions"]]


def _answers(
    kind: str, answer: object, *, topic: str = "vocabulary", count: int = 50, allowed: tuple[int, ...] = (200, 400)
) -> Callable[[Target], str | None]:
    """A submit of this one answer to so many items of a kind."""

    def attempt(target: Target) -> str | None:
        ids = list(dict.fromkeys(_questions(target, kind, count, topic)))
        body = {"student_id": "text-attack", "answers": [{"question_id": each, "answer": answer} for each in ids]}
        return _fault_of_call(target, SUBMIT, body, allowed)

    return attempt


def _post(
    path: str, body: Mapping[str, Any] | bytes, *allowed: int, headers: Mapping[str, str] | None = None
) -> Callable[[Target], str | None]:
    def attempt(target: Target) -> str | None:
        return _fault_of_call(target, path, body, allowed or (200, 400), headers=headers or {})

    return attempt


def _essay(content: str) -> Callable[[Target], str | None]:
    """An essay after a short one, for which the server reads its rules and models."""

    def attempt(target: Target) -> str | None:
        short = {"student_id": "text-attack", "essay_content": "我家有三口人：爸爸、妈妈和我。"}
        target.call("POST", ESSAY, short, token=target.token)
        return _fault_of_call(target, ESSAY, {"student_id": "text-attack", "essay_content": content}, (200, 400))

    return attempt


def _text(txt: str) -> Callable[[Target], str | None]:
    return _post(GRAMMAR, {"txt": txt}, 200, 400)


def _cache_of_long_texts(target: Target) -> str | None:
    """Many long words, each another: what is remembered of them must not stay."""
    before = _megabytes(target.pid)
    for number in range(20):
        fault = _text("".join(chr(0x4E00 + (number * 997 + index * 31) % 20_000) for index in range(5_000)))(target)
        if fault is not None:
            return fault
    grown = _megabytes(target.pid) - before
    return f"memory rose by {grown:.0f} MB" if grown > MOST_MEGABYTES else None


ATTACKS: tuple[Attack, ...] = (
    Attack("20,000 letters as one answer", 2, _answers("fill_blank", ["a" * 2_000] * 10, count=1), original=True),
    Attack("a submit of 900 kB of letters", 2, _answers("fill_blank", ["xian" * 450] * 10), original=True),
    Attack("50 answers of 2,000 letters, as many as the contract takes", 2, _answers("fill_blank", "a" * 2_000)),
    Attack("pinyin with 1,900 spaces inside, cut at each", 2, _answers("fill_blank", "ni3" + " " * 1_900 + "hao3")),
    Attack("2,000 ligatures that expand eighteenfold", 2, _answers("fill_blank", "\ufdfa" * 2_000)),
    Attack("1,999 combining marks on one letter", 2, _answers("fill_blank", "a" + "\u0301" * 1_999)),
    Attack("an order of 2,000 labels", 2, _answers("ordering", "A" * 2_000, topic="grammar")),
    Attack("pairs of 2,000 digits", 1, _answers("matching", "1" * 2_000)),
    Attack("很不 said 150 times before nothing", 1, _text("这让他" + "很不" * 150 + "。")),
    Attack("one sentence of 20,000 characters", 1, _text("我们是学生" * 4_000)),
    Attack("20,000 marks and nothing else", 1, _text("，" * 20_000)),
    Attack("one Latin word of 20,000 letters", 1, _text("我" + "a" * 19_998 + "好")),
    Attack("19,000 spaces within a sentence", 1, _text("我" + " " * 19_000 + "好")),
    Attack("a number of 20,000 digits", 1, _text("有" + "1" * 19_990 + "个人")),
    Attack("a list of nouns without an end in an essay", 1, _essay("我喜欢" + "苹果，" * 1_600 + "。")),
    Attack("a line of commas without its end in an essay", 1, _essay("我今天很高兴我的朋友来了" + "，" * 4_900)),
    Attack("5,000 different characters in an essay", 2, _essay("".join(chr(0x3400 + place) for place in range(5_000)))),
    Attack("5,000 combining marks in an essay", 2, _essay("我今天很高兴我的朋友来了" + "\u0301" * 4_900)),
    Attack("20 texts of 5,000 words that nobody has met", 2, _cache_of_long_texts),
    Attack("a body of 100,000 brackets", 2, _post(SUBMIT, b'{"answers":' + b"[" * 100_000, 400)),
    Attack("a body of 500,000 numbers", 2, _post(SUBMIT, b'{"answers":[' + b"1," * 400_000 + b"1]}", 400)),
    Attack("a number of 500,000 digits in a body", 1, _post(GENERATE, b'{"count":' + b"9" * 500_000 + b"}", 400)),
    Attack("a body packed a thousandfold", 2, _post(GRAMMAR, gzip.compress(b" " * 10_000_000), 400, 413, 415, headers={"Content-Encoding": "gzip"})),
)  # fmt: skip


# -- bodies that are nearly right -------------------------------------------------------------------------------

VALID: tuple[tuple[str, Mapping[str, Any]], ...] = (
    (GENERATE, {"level": "beginner", "type": "fill_blank", "topic": "grammar", "count": 2, "tags": [], "seed": 1, "student_id": "s1"}),
    (SUBMIT, {"student_id": "s1", "session_id": "a1", "answers": [{"question_id": "q_1", "answer": ["A", "B"], "time_spent": 3}]}),
    ("/v1/portrait/first", {"student_id": "s1", "questionnaire": {"learning_goals": ["旅行"], "native_language": "en", "learning_duration": "1"},
        "test_results": {"listen_ability": 50.0, "speak_ability": 50.0, "read_ability": 50.0, "write_ability": 50.0}}),
    ("/v1/portrait/update", {"student_id": "s1", "behaviors": [
        {"indicator": "D58", "kind": "percentage", "value": 50, "max": 100, "occurred_at": "2026-11-01T08:00:00Z"}]}),
    ("/v1/recommendation/schedule", {"student_id": "s1", "resource_id": "r1", "new_time_slot": "evening", "new_start_time": "18:00"}),
    ("/v1/knowledge-map/update", {"student_id": "s1", "date": "2026-11-01"}),
    (ESSAY, {"student_id": "s1", "essay_title": "家", "essay_content": "我家有三口人。", "hsk_level": "4", "framework": "RASNC"}),
    (GRAMMAR, {"txt": "我是学生。"}),
    ("/v1/quota/requests", {"kind": "temporary", "calls": 100, "reason": "more pupils"}),
    ("/v1/auth/token", {"api_key": "wl_0000"}),
)  # fmt: skip
ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1.5, 2**31, 2**63, 2**64, -(2**63) - 1, 10**30, 1e308, -0.0, "", " ", "\x00", "a\x00b", "\ud800", "x\udfff",
    "\ufeff", "\u202e", "\ufdfa" * 500, "e\u0301" * 500, "😀" * 300, "a" * 129, "好" * 3_000, "' OR 1=1 --", "../../etc", "%s%n", "{{7*7}}",
    "<script>", [], {}, [[]], [None], [{}], {"a": {}}, ["a"] * 300, [[[[[]]]]], {"__proto__": 1}, "2026-02-30", "24:00", "99:99", "NaN",
    "2026-11-01T08:00:00+99:99", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z",
)  # fmt: skip


def mutated(count: int, *, seed: int = SEED) -> Iterator[tuple[str, bytes, Mapping[str, str]]]:
    """Addresses with bodies made from valid ones, always the same for a seed."""
    rng = random.Random(seed)
    for number in range(count):
        path, valid = VALID[number % len(VALID)]
        body = json.dumps(_changed(valid, rng), ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")
        headers = dict(JSON_TYPE)
        yield path, _corrupted(body, rng, headers) if rng.random() < 0.4 else body, headers


def _changed(valid: Any, rng: random.Random) -> Any:
    """One to three places of a value put to something odd, left out, doubled or named otherwise."""
    value = json.loads(json.dumps(valid))
    for _ in range(rng.randint(1, 3)):
        positions = list(_positions(value))
        if not positions:
            return deepcopy(rng.choice(ODD))
        holder, key = rng.choice(positions)
        choice = rng.random()
        if choice < 0.7:
            holder[key] = deepcopy(rng.choice(ODD))
        elif choice < 0.8:
            del holder[key]
        elif isinstance(holder, dict):
            holder[f"{key}{rng.choice(['', '_', ' ', chr(0)])}"] = deepcopy(rng.choice(ODD))
        else:
            holder.extend([holder[key]] * rng.choice([1, 30, 300]))
    return value


def _positions(value: Any) -> Iterator[tuple[Any, Any]]:
    for key in list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from _positions(value[key])


def _corrupted(body: bytes, rng: random.Random, headers: dict[str, str]) -> bytes:
    """Bytes that are no JSON any more, or JSON in another coat."""
    offset = rng.randrange(len(body) + 1)
    corruptions: tuple[Callable[[], bytes], ...] = (
        lambda: body[:offset],
        lambda: body + body,
        lambda: body + b"\x00garbage",
        lambda: body[:offset] + bytes([rng.randrange(256)]) + body[offset:],
        lambda: b"\xef\xbb\xbf" + body,
        lambda: body.decode("utf-8", "replace").encode("utf-16"),
        lambda: b"[" * rng.choice([10, 1_000, 50_000]) + body,
        lambda: body.replace(b":", b":" + b"[" * 30, 1),
        lambda: body[:-1] + b"," + body[1:],
        lambda: body.replace(b"1", b"1" + b"0" * rng.choice([20, 400, 5_000]), 1),
        lambda: body.replace(b"1", rng.choice([b"NaN", b"Infinity", b"-Infinity", b"1e999", b"01", b"0x1"]), 1),
        lambda: b"",
        lambda: b"\xff" * 100,
        lambda: gzip.compress(body),
    )
    number = rng.randrange(len(corruptions))
    if number == len(corruptions) - 1:
        headers["Content-Encoding"] = "gzip"
    elif rng.random() < 0.1:
        headers["Content-Type"] = rng.choice(
            ["text/plain", "application/xml", "multipart/form-data; boundary=x", "application/json; charset=gbk"]
        )
    return corruptions[number]()


def send_bodies(target: Target, count: int = BODIES, *, per_second: float = math.inf) -> tuple[Counter[int], list[str]]:
    """How often each status came, and what should not have happened; at most so many bodies a second."""
    statuses: Counter[int] = Counter()
    faults: list[str] = []
    ids = [
        question_id.encode()
        for kind in ("fill_blank", "ordering")
        for question_id in _questions(target, kind, topic="grammar")
    ]
    began = time.monotonic()
    for number, (path, template, headers) in enumerate(mutated(count)):
        time.sleep(max(0.0, began + number / per_second - time.monotonic()))
        body = template.replace(b"q_1", ids[number % len(ids)])  # so that answers are marked and not only refused
        try:
            answer: Answer = target.call("POST", path, body, token=target.token, headers=headers)
        except OSError as error:
            faults.append(f"body {number} at {path}: no answer, {error!r}")
            continue
        statuses[answer.status] += 1
        if answer.status >= 500 and answer.status != 503:
            faults.append(f"body {number} at {path}: {answer.status} for {body[:200]!r}")
        elif answer.seconds > MOST_SECONDS:
            faults.append(f"body {number} at {path}: {answer.seconds:.1f} s for {body[:200]!r}")
    return statuses, faults


def bodies_on_postgresql(target: Target) -> str | None:
    """The same bodies at a server of its own on PostgreSQL."""
    from evaluation.service.postgresql import new_database, temporary_server

    port = free_port()
    rates = {"WENLU_RATE_PER_SECOND": "100000", "WENLU_RATE_BURST": "100000"}
    rates |= {
        "WENLU_OPEN_RATE_PER_SECOND": "100000",
        "WENLU_OPEN_RATE_BURST": "100000",
        "WENLU_SCHEDULER": "0",
        "WENLU_DEMO": "0",
    }
    with temporary_server() as server:
        address = new_database(server)
        key = new_key(address, "attacked")
        with running(
            "core.cli", "serve", "--port", str(port), "--database", address, port=port, environment=rates
        ) as pid:
            token = bearer(port, key)["Authorization"].removeprefix("Bearer ")
            statuses, faults = send_bodies(replace(target, port=port, pid=pid, token=token))
    print(f"    {sum(statuses.values())} bodies on PostgreSQL: {dict(sorted(statuses.items()))}", flush=True)
    return "; ".join(faults[:5]) or None


def figures(_: Target, bars: Bars) -> None:
    """All patterns."""
    began = time.monotonic()
    measurements = [measure(measurement) for measurement in collect_patterns()]
    slow = [measurement for measurement in measurements if measurement.fault]
    for measurement in slow:
        print(f"    {measurement.used.where}: {measurement.fault}, {measurement.attack}", flush=True)
    grown = max(
        (measurement.growth for measurement in measurements if measurement.seconds.get(100_000, 0) > 0.05), default=0.0
    )
    bars.check("patterns held to linear time", len(measurements) - len(slow), not slow, f"all {len(measurements)}")
    bars.at_most("worst growth where the length doubles to 100,000 characters", grown, 2.6)
    print(f"    {time.monotonic() - began:.0f} s", flush=True)


def flood(target: Target, bars: Bars) -> None:
    """5,000 bodies on the server of the runner, ten times as fast as it would let one key call."""
    statuses, faults = send_bodies(target, per_second=TIMES_A_KEY * Settings().rate_per_second)
    for fault in faults[:10]:
        print(f"    {fault}", flush=True)
    print(f"    {dict(sorted(statuses.items()))}", flush=True)
    bars.equal("of 5,000 mutated bodies: 5xx but 503, late or unanswered", len(faults), 0)
    alive = target.call("GET", "/healthz").status
    bars.equal("the server answers afterwards", alive, 200)


ATTACKS += (Attack("5,000 mutated bodies on PostgreSQL", 13, bodies_on_postgresql, alone=True),)
