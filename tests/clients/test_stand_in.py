"""The stand-in and the runners end with the program that started them, and tell what went wrong in them."""

from __future__ import annotations

import subprocess
import sys
import urllib.request

import pytest

from tests.clients.conftest import CLIENTS, VECTORS, ran

STARTED = [sys.executable, str(CLIENTS / "stand_in.py"), "--vectors", str(VECTORS)]
LEAVING = f"import subprocess; subprocess.Popen({STARTED!r}, stdout=subprocess.PIPE).stdout.readline()"
"""A program that starts a stand-in and ends without ending it."""


def test_the_stand_in_ends_with_the_program_that_started_it() -> None:
    left = subprocess.run([sys.executable, "-c", LEAVING], stderr=subprocess.PIPE, timeout=200, check=True)
    assert b"Traceback" not in left.stderr  # read to its end: nobody holds it any more


def test_a_program_that_does_not_end_in_time_is_ended_with_what_it_started() -> None:
    with pytest.raises(subprocess.TimeoutExpired):
        ran(["sh", "-c", "sleep 600 & wait"], seconds=0.2)


def test_what_the_stand_in_cannot_read_is_a_fault(stand_in: str) -> None:
    begun = urllib.request.Request(f"{stand_in}/__play", b'{"vector": "submit_evaluation.ok"}')
    unreadable = urllib.request.Request(f"{stand_in}/v1/auth/token", b"a", {"Content-Length": "one"})
    with urllib.request.urlopen(begun, timeout=60):
        pass
    with pytest.raises(OSError, match="closed"):
        urllib.request.urlopen(unreadable, timeout=60)
    with urllib.request.urlopen(f"{stand_in}/__verdict", timeout=60) as verdict:
        assert b"the stand-in failed: ValueError" in verdict.read()
