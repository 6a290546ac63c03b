"""Texts that were made to be costly: answers, essays, texts and JSON bodies. Those that are nearly right: `bodies`."""

from __future__ import annotations

import gzip
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from benchmarks.attack.trying import Attack, Target
from benchmarks.service.servers import cpu_seconds
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
