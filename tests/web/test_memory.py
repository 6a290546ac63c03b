"""Memory of one process: over its setting nothing dear is begun, below it work goes on; Streamlit keeps its pages where they are looked for."""

from __future__ import annotations

import pytest
from streamlit.runtime.memory_session_storage import MemorySessionStorage
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager

from core.access.queues import Queues, Visitor
from core.errors import Busy
from core.web.memory import MemoryWatch, resident_bytes


def test_over_the_setting_nothing_dear_is_begun_until_memory_is_back() -> None:
    queues = Queues()
    MemoryWatch(queues.pressure, most_mb=1).look()
    with pytest.raises(Busy, match="memory is short"), queues.essays.turn(Visitor("anna")):
        pass
    MemoryWatch(queues.pressure, most_mb=1_000_000).look()
    with queues.essays.turn(Visitor("anna")):
        assert resident_bytes() > 2**20


def test_streamlit_keeps_closed_pages_and_files_where_they_are_looked_for() -> None:
    assert callable(MemorySessionStorage()._cache.expire)
    assert MemoryUploadedFileManager("/upload").file_storage == {}
