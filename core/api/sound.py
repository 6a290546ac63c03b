"""The audio packs of words and of sentences: what is installed, and their fetching by an administrator."""

from __future__ import annotations

from core.access import administration
from core.access.arguments import bounded
from core.backends.audio_pack import AudioPack, Kind, PackInstalled, SentencesInstalled
from core.backends.pack_fetch import PackFetch
from core.errors import Forbidden
from core.ports.store import Store
from core.records.access import Caller
from core.wire import Bilingual

__all__ = ["Kind", "PackFetch", "PackInstalled", "SentencesInstalled", "Sound"]
"""Names that pages may import for the audio packs (they use the core through its facade only)."""

ON_THE_SERVER = Bilingual(
    zh="演示学校不能下载录音；请在服务器上运行 wenlu audio install。",
    en="The demo school cannot fetch recordings; run wenlu audio install on the server.",
)


@bounded
class Sound:
    """The audio packs: what is installed, and their fetching by an administrator."""

    def __init__(self, *, store: Store, pack: AudioPack, sentence_pack: AudioPack) -> None:
        self._store = store
        self._pack = pack
        self._sentence_pack = sentence_pack

    def installed(self) -> PackInstalled | None:
        """The pack of words that is installed; None without one."""
        return self._pack.installed()

    def sentences(self) -> SentencesInstalled | None:
        """The pack of sentences that is installed; None without one."""
        return self._sentence_pack.sentences_installed()

    def fetch(self, kind: Kind = "words") -> PackFetch:
        """The fetch of this process: under way, or how the last one ended."""
        return self._of(kind).fetch

    def may_fetch(self, caller: Caller) -> bool:
        """Whether an administrator of the caller's organisation may fetch a pack: not the demo's, whom anyone may enter as."""
        return not administration.organisation_of(caller, store=self._store).demo

    def begin_fetch(self, caller: Caller, kind: Kind = "words") -> PackFetch:
        """Begin to fetch a pack in the background, unless that is under way. Raises `Forbidden` for the demo, `BadSetting` where no folder
        is set."""
        if not self.may_fetch(caller):
            raise Forbidden("Audio packs are not fetched by those who enter the demo.", remedy=ON_THE_SERVER)
        return self._of(kind).begin()

    def _of(self, kind: Kind) -> AudioPack:
        return self._sentence_pack if kind == "sentences" else self._pack
