"""What Streamlit's runtime knows of its open pages and the files it keeps for them.

Part of it is asked of attributes that Streamlit keeps for itself (1.67): there is no other way to say whose a file is, and a test holds
that they are there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from streamlit.runtime import exists, get_instance

from frame.signin_routes import COOKIE


class StreamlitPages:
    """`core.web.uploads.OpenPages` over the runtime of this process."""

    @property
    def _runtime(self) -> Any:
        return cast(Any, get_instance()) if exists() else None

    def cookies(self) -> Mapping[str, str | None]:
        """The sign-in cookie of each open page, by session."""
        if self._runtime is None:
            return {}
        return {
            info.session.id: info.client.client_context.cookies.get(COOKIE)
            for info in self._runtime._session_mgr.list_active_sessions()
        }

    def held(self) -> Mapping[str, tuple[int, int]]:
        """Files and bytes kept for each session."""
        if self._runtime is None:
            return {}
        return {
            session_id: (len(files), sum(len(file.data) for file in files.copy().values()))
            for session_id, files in self._runtime.uploaded_file_mgr.file_storage.copy().items()
        }

    def offers(self, session_id: str, file_id: str) -> bool:
        """Whether a page has a file to fetch."""
        offered = self._runtime.media_file_mgr._files_by_session_and_coord.get(session_id, {})
        return file_id in offered.copy().values()

    def forget_the_gone(self) -> None:
        """Drop pages that were closed longer ago than they are kept for: Streamlit does so when the next one closes."""
        if self._runtime is not None:
            self._runtime._session_mgr._session_storage._cache.expire()
