"""What people set for themselves: pinyin, script, sound, goal."""

from __future__ import annotations

from core.access import preferences
from core.access.arguments import bounded
from core.access.wire import DailyGoal, PinyinUse, Preferences, Script, VoiceSpeed
from core.ports.store import Store
from core.ports.system import Clock
from core.records.access import Account

__all__ = ["DailyGoal", "PinyinUse", "Preferences", "Script", "Settings", "VoiceSpeed"]
"""Names that pages may import for preferences (they use the core through its facade only)."""


@bounded
class Settings:
    """What people set for themselves: pinyin, script, sound, goal. An account is that of the person who asks."""

    def __init__(self, *, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def of(self, account: Account) -> Preferences:
        """The preferences of an account; the defaults where nothing was chosen."""
        return preferences.preferences_of(account, store=self._store)

    def keep(self, account: Account, chosen: Preferences) -> None:
        """Keep the preferences of an account in place of those before."""
        preferences.keep(chosen, account, store=self._store, clock=self._clock)
