"""Files are read in processes of their own: a file that hangs, eats memory or breaks its reader harms nobody."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core.backends.isolated import reader as isolated
from core.backends.isolated.files import IsolatedFiles
from core.backends.isolated.framing import Message
from core.backends.isolated.reader import SURROUNDINGS, IsolatedReader
from core.backends.isolated.tasks import SOUND_BEGINNING
from core.errors import Busy, CostlyFile
from core.questions.formats.problems import UnreadableFile
from core.questions.formats.registry import read_questions
from core.questions.formats.table import COLUMNS
from core.settings import Settings
from core.speech.refusals import NotASound
from core.wiring import isolated_files

ROOT = Path(__file__).resolve().parents[2]
GIFT = "::一::他____茶。{=喝 =品}\n".encode()
SLOW = (
    ",".join(COLUMNS).encode()
    + b"\n"
    + b"".join(b"q_%d,multiple_choice,grammar,1,a,,%d,,a|b|c|d|e|f|g,a\n" % (n, n) for n in range(4_000))
)
"""Reading it takes seconds: each choice bears an id of this service that is searched for and not there."""
WAV = SOUND_BEGINNING + (64_000).to_bytes(4, "little") + bytes(range(250)) * 256
WAIT_SECONDS = 30.0


@pytest.fixture(scope="module")
def files() -> IsolatedFiles:
    """As the product has them."""
    return isolated_files(Settings())


@pytest.fixture
def hasty() -> Iterator[IsolatedReader]:
    """A reader that gives a file next to no time."""
    made = IsolatedReader(seconds=0.3, memory_bytes=2**30)
    yield made
    made.close()


def wait_until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + WAIT_SECONDS
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def children(pid: int) -> list[int]:
    """Processes that it started and that run."""
    try:
        found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except FileNotFoundError:
        return []
    return [int(child) for child in found]


def gone(pid: int) -> bool:
    """Whether the process has ended (its parent may not have noticed yet)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except FileNotFoundError:
        return True


def test_what_comes_back_is_what_reading_here_gives(files: IsolatedFiles) -> None:
    assert files.questions(GIFT, "gift") == read_questions(GIFT, "gift")
    sound = files.decode(WAV, name="")
    assert (len(sound.samples), sound.original_rate, sound.original_channels, sound.truncated) == (
        32_000,
        16_000,
        1,
        False,
    )


def test_a_fault_that_a_reader_names_is_raised_with_its_words(files: IsolatedFiles) -> None:
    with pytest.raises(UnreadableFile, match="begins with <a>, not with <quiz>") as told:
        files.questions(b"<a/>", "moodle_xml")
    assert told.value.remedy("zh").startswith("这不是 Moodle XML")
    with pytest.raises(NotASound, match="not a sound file") as refused:
        files.decode(b"<html>", name="")
    assert refused.value.faults[0].field == "file"


def test_a_file_that_hangs_is_ended_and_the_next_one_is_read(hasty: IsolatedReader) -> None:
    hasty.start()
    files, began = IsolatedFiles(hasty), time.monotonic()
    with pytest.raises(CostlyFile, match=r"takes more than 0\.3 s") as told:
        files.questions(SLOW, "csv")
    assert time.monotonic() - began < 10
    assert "超出了限制" in told.value.remedy("zh")
    assert hasty.server_pid is not None
    assert len(files.questions(GIFT, "gift")) == 1


def test_a_file_that_eats_memory_is_ended_and_the_next_one_is_read() -> None:
    reader = IsolatedReader(seconds=20, memory_bytes=24 * 2**20)
    files = IsolatedFiles(reader)
    try:
        with pytest.raises(CostlyFile, match="24 MB to read"):
            files.questions(b"<quiz>" + b"<a>x</a>" * 250_000 + b"</quiz>", "moodle_xml")
        assert len(files.questions(GIFT, "gift")) == 1
    finally:
        reader.close()


def test_the_server_of_forks_has_one_thread_and_no_secret(
    files: IsolatedFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WENLU_SECRET", "s" * 40)
    reader = IsolatedReader(seconds=20, memory_bytes=2**30)
    try:
        reader.start()
        process = Path(f"/proc/{reader.server_pid}")
        assert len(list((process / "task").iterdir())) == 1
        held = dict(line.split("=", 1) for line in (process / "environ").read_text().split("\0") if line)
        assert held == SURROUNDINGS
        opened = [str(each.readlink()) for each in (process / "fd").iterdir()]
        assert [name for name in opened if not name.startswith(("socket:", "/dev/null"))] == []
    finally:
        reader.close()


def test_a_server_of_forks_that_is_killed_is_started_again_unnoticed() -> None:
    reader = IsolatedReader(seconds=20, memory_bytes=2**30)
    files = IsolatedFiles(reader)
    try:
        for _ in range(2):
            assert len(files.questions(GIFT, "gift")) == 1
            assert reader.server_pid is not None
            os.kill(reader.server_pid, signal.SIGKILL)
    finally:
        reader.close()


def test_readers_end_with_the_process_that_asked_even_when_it_is_killed() -> None:
    script = (
        "import sys; from core.backends.isolated.reader import IsolatedReader as R; r = R(seconds=60, memory_bytes=2**30); r.start();"
        "print(r.server_pid, flush=True); r.read('questions', sys.stdin.buffer.read(), format='csv', topic='grammar', level=1)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as parent:
        assert parent.stdin is not None
        assert parent.stdout is not None
        parent.stdin.write(SLOW)
        parent.stdin.close()
        server = int(parent.stdout.readline())
        wait_until(lambda: bool(children(server)))
        (child,) = children(server)
        parent.kill()
    wait_until(lambda: gone(server) and gone(child))


def test_more_files_than_may_wait_are_told_to_come_back(hasty: IsolatedReader, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, may_end = threading.Barrier(isolated.AT_ONCE + 1), threading.Event()

    def read(message: Message) -> Message:
        begun.wait(WAIT_SECONDS)
        may_end.wait(WAIT_SECONDS)
        return message

    monkeypatch.setattr(hasty, "_read", read)
    monkeypatch.setattr(isolated, "WAITING", 0)
    held = [threading.Thread(target=hasty.read, args=("word", b"")) for _ in range(isolated.AT_ONCE)]
    for thread in held:
        thread.start()
    begun.wait(WAIT_SECONDS)
    with pytest.raises(Busy, match="files to be read") as told:
        hasty.read("word", b"")
    assert told.value.retry_after_seconds
    may_end.set()
    for thread in held:
        thread.join()


@pytest.mark.parametrize(
    "answer",
    [
        Message({"is": "read"}, b"[" * 100_000),
        Message({"is": "read"}, b'[{"place": {"unit": "page", "number": 1}}]'),
        Message({"is": "read"}, b"\xff"),
        Message({"is": "fault", "fault": "KeyError"}),
        Message({"is": 3}),
        Message({}),
    ],
)
def test_an_answer_that_is_not_as_agreed_is_no_answer(
    answer: Message, hasty: IsolatedReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hasty, "_read", lambda _: answer)
    with pytest.raises(UnreadableFile, match="cannot be read"):
        IsolatedFiles(hasty).questions(GIFT, "gift")
    with pytest.raises(NotASound, match="cannot be decoded"):
        IsolatedFiles(hasty).decode(WAV, name="")


def test_an_error_that_no_reader_has_is_said_as_a_bad_file(
    hasty: IsolatedReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    fields = {"is": "error", "error": "Unauthorised", "message": ["x"], "faults": [1, [2], ["file", {}]]}
    monkeypatch.setattr(hasty, "_read", lambda _: Message(fields))
    with pytest.raises(UnreadableFile.__mro__[1], match="x") as told:
        IsolatedFiles(hasty).questions(GIFT, "gift")
    assert told.value.status == 400
