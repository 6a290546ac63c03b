"""The audio pack: what is installed, and its fetching by an administrator."""

from __future__ import annotations

from core.access import administration
from core.access.arguments import bounded
from core.backends.audio_pack import AudioPack, PackFetch, PackInstalled
from core.errors import Forbidden
from core.ports.store import Store
from core.records.access import Caller
from core.wire import Bilingual

__all__ = ["PackFetch", "PackInstalled", "Sound"]
"""Names that pages may import for the audio pack (they use the core through its facade only)."""


@bounded
class Sound:
    """The audio pack: what is installed, and its fetching by an administrator."""

    def __init__(self, *, store: Store, pack: AudioPack) -> None:
        self._store = store
        self._pack = pack

    def installed(self) -> PackInstalled | None:
        """The pack that is installed; None without one."""
        return self._pack.installed()

    def fetch(self) -> PackFetch:
        """The fetch of this process: under way, or how the last one ended."""
        return self._pack.fetch

    def may_fetch(self, caller: Caller) -> bool:
        """Whether an administrator of the caller's organisation may fetch the pack: not the demo's, whom anyone may enter as."""
        return not administration.organisation_of(caller, store=self._store).demo

    def begin_fetch(self, caller: Caller) -> PackFetch:
        """Begin to fetch the pack in the background, unless that is under way. Raises `Forbidden` for the demo, `BadSetting` where no folder
        is set."""
        if not self.may_fetch(caller):
            raise Forbidden(
                "The audio pack is not fetched by those who enter the demo.",
                remedy=Bilingual(
                    zh="演示学校不能下载录音；请在服务器上运行 wenlu audio install。",
                    en="The demo school cannot fetch recordings; run wenlu audio install on the server.",
                ),
            )
        return self._pack.begin()
