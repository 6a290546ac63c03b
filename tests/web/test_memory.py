"""Memory of one process: above its setting no costly work is begun, below it work goes on; Streamlit keeps its pages where they are looked for."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest
from streamlit.runtime.memory_session_storage import MemorySessionStorage
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager

from core.access.queues import Queues, Visitor
from core.errors import Busy
from core.web.memory import MOST_HEAPS, MemoryWatch, resident_bytes


@pytest.mark.exhaustive
def test_over_the_setting_nothing_dear_is_begun_until_memory_is_back() -> None:
    queues = Queues()
    MemoryWatch(queues.pressure, most_mb=1).check()
    with pytest.raises(Busy, match="memory is short"), queues.essays.turn(Visitor("anna")):
        pass
    MemoryWatch(queues.pressure, most_mb=1_000_000).check()
    with queues.essays.turn(Visitor("anna")):
        assert resident_bytes() > 2**20


HEAPS = """
import ctypes, re, threading
from pathlib import Path
{before}
library = ctypes.CDLL(None)
library.malloc.restype = ctypes.c_void_p
together = threading.Barrier(12)
def take():
    together.wait()
    library.malloc(1000)
    together.wait()
threads = [threading.Thread(target=take) for _ in range(12)]
for each in threads: each.start()
for each in threads: each.join()
library.malloc_info(0, ctypes.c_void_p.in_dll(library, "stdout"))
library.fflush(None)
"""


@pytest.mark.skipif(sys.platform != "linux" or platform.libc_ver()[0] != "glibc", reason="glibc's heaps")
def test_a_server_keeps_its_memory_in_few_heaps() -> None:
    def heaps(before: str) -> int:
        script = HEAPS.format(before=before)
        said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
        return said.count("<heap nr=")

    few = heaps("from core.web.memory import limit_heaps; limit_heaps()")
    assert few == MOST_HEAPS
    assert heaps("") > few


def test_streamlit_keeps_closed_pages_and_files_where_they_are_looked_for() -> None:
    assert callable(MemorySessionStorage()._cache.expire)
    assert MemoryUploadedFileManager("/upload").file_storage == {}
