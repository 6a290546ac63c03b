"""The pack of the stroke order of characters: what is installed, and its fetching by an administrator."""

from __future__ import annotations

from core.access import administration
from core.access.arguments import bounded
from core.backends.pack_fetch import PackFetch
from core.backends.stroke_pack import StrokePack, StrokesInstalled
from core.errors import Forbidden
from core.ports.store import Store
from core.records.access import Caller
from core.wire import Bilingual

__all__ = ["StrokePacks", "StrokesInstalled"]
"""With the name that pages may import for it (they use the core through its facade only)."""

ON_THE_SERVER = Bilingual(
    zh="演示学校不能下载笔顺；请在服务器上运行 wenlu strokes install。",
    en="The demo school cannot fetch the stroke order; run wenlu strokes install on the server.",
)


@bounded
class StrokePacks:
    """The pack of the stroke order of characters: what is installed, and its fetching by an administrator."""

    def __init__(self, *, store: Store, pack: StrokePack) -> None:
        self._store = store
        self._pack = pack

    def installed(self) -> StrokesInstalled | None:
        """The pack that is installed; None without one."""
        return self._pack.installed()

    def fetch(self) -> PackFetch:
        """The fetch of this process: under way, or how the last one ended."""
        return self._pack.fetch

    def may_fetch(self, caller: Caller) -> bool:
        """Whether an administrator of the caller's organisation may fetch the pack: not the demo's, whom anyone may enter as."""
        return not administration.organisation_of(caller, store=self._store).demo

    def begin_fetch(self, caller: Caller) -> PackFetch:
        """Begin to fetch the pack in the background, unless that is under way. Raises `Forbidden` for the demo, `BadSetting` where no folder is
        set."""
        if not self.may_fetch(caller):
            raise Forbidden("The stroke order is not fetched by those who enter the demo.", remedy=ON_THE_SERVER)
        return self._pack.begin()
