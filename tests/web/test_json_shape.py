"""A JSON body is measured before it is parsed."""

from __future__ import annotations

import json
import time

import pytest

from core.errors import BadParameter
from core.web.json_shape import check


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"[" * 20_000, "deeper than 20"),
        (b'{"a":' * 20_000, "deeper than 20"),
        (b"[" + b"[]," * 100_000 + b"[]]", "more than 40000 members"),
        (b"[" + b"1," * 500_000 + b"1]", "more than 40000 members"),
        (b'{"count": ' + b"9" * 5_000 + b"}", "more than 64 characters"),
        ('{"a": "好"}'.encode("utf-16"), "UTF-8"),
        ('{"a": "好"}'.encode("gb18030"), "UTF-8"),
        (b'{"a": "\x00"}', "UTF-8"),
    ],
    ids=["arrays", "objects", "members", "commas", "digits", "utf-16", "gb18030", "nul"],
)
def test_a_body_without_measure_is_refused(body: bytes, message: str) -> None:
    began = time.process_time()
    with pytest.raises(BadParameter, match=message):
        check(body)
    assert time.process_time() - began < 1


def test_what_stands_in_strings_is_text() -> None:
    check(json.dumps({"txt": '["{' * 20_000, "more": '\\"[' * 1_000, "end": "\\"}).encode())


def test_the_largest_submit_of_the_contract_passes() -> None:
    answers = [{"question_id": f"q{n}", "answer": ["好" * 40] * 50, "time_spent": 3} for n in range(200)]
    check(json.dumps({"student_id": "s", "answers": answers}).encode())
