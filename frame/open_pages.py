"""What Streamlit's runtime keeps for its pages: uploaded files, and the state of closed pages.

There is no other way to the second than private attributes of Streamlit (1.67); a test checks that they exist.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from streamlit.runtime import exists, get_instance


class StreamlitPages:
    """`core.web.uploads.SessionFiles` over the runtime of this process."""

    @property
    def _runtime(self) -> Any:
        return cast(Any, get_instance()) if exists() else None

    def files_and_bytes(self) -> Mapping[str, tuple[int, int]]:
        """Numbers of files and of bytes kept for each session."""
        if self._runtime is None:
            return {}
        return {
            session_id: (len(files), sum(len(file.data) for file in files.copy().values()))
            for session_id, files in self._runtime.uploaded_file_mgr.file_storage.copy().items()
        }

    def drop_closed_pages(self) -> None:
        """Drop pages that were closed longer ago than Streamlit keeps them; it does so itself only when the next one closes."""
        if self._runtime is not None:
            self._runtime._session_mgr._session_storage._cache.expire()
