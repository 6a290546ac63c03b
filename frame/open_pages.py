"""What Streamlit's runtime keeps for its pages: uploaded files, and pages that were closed.

The second is asked of attributes that Streamlit keeps for itself (1.67), for there is no other way; a test holds that they are there.
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
        """Files and bytes kept for each session."""
        if self._runtime is None:
            return {}
        return {
            session_id: (len(files), sum(len(file.data) for file in files.copy().values()))
            for session_id, files in self._runtime.uploaded_file_mgr.file_storage.copy().items()
        }

    def forget_the_gone(self) -> None:
        """Drop pages that were closed longer ago than they are kept for: Streamlit does so when the next one closes."""
        if self._runtime is not None:
            self._runtime._session_mgr._session_storage._cache.expire()
