"""The last action on a page: it is reported until another follows, one click takes it back, and what went wrong is said once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from core.errors import WenluError
from pages.parts.i18n import _, language
from pages.parts.shown_text import escaped


@dataclass(frozen=True)
class _Action:
    """An action, in a sentence, with what takes it back, where that can be had again."""

    sentence: str
    take_back: Callable[[], object] | None


@dataclass(frozen=True)
class LastAction:
    """The last action on one page. `name`: begins the keys of its buttons and of the session state."""

    name: str

    def draw(self) -> None:
        """What went wrong, and the last action with a button that takes it back."""
        if fault := st.session_state.pop(self._fault, None):
            st.error(escaped(fault), icon=":material/error:")
        action = st.session_state.get(self._done)
        if not isinstance(action, _Action):
            return
        with st.container(border=True, horizontal=True, vertical_alignment="center", key=f"{self.name}_done_bar"):
            st.markdown(f":material/check: {escaped(action.sentence)}", width="stretch")
            if action.take_back is not None:
                st.button(
                    _("Undo"),
                    icon=":material/undo:",
                    key=f"{self.name}_undo",
                    on_click=self.undo,
                    args=(action.take_back,),
                )
            st.button(
                _("Close"),
                icon=":material/close:",
                type="tertiary",
                key=f"{self.name}_done_close",
                on_click=self._forget,
            )

    def remember(self, sentence: str, take_back: Callable[[], object] | None = None) -> None:
        """Report an action, now and until another is taken."""
        st.session_state[self._done] = _Action(sentence, take_back)

    def attempt(self, act: Callable[[], None]) -> None:
        """Perform an action; where it fails, say why in the interface language."""
        try:
            act()
        except WenluError as error:
            st.session_state[self._fault] = error.remedy(language())

    def undo(self, take_back: Callable[[], object]) -> None:
        """Take an action back, and say so."""
        self._forget()

        def act() -> None:
            take_back()
            self.remember(_("Taken back: everything is as it was before."))

        self.attempt(act)

    def _forget(self) -> None:
        st.session_state.pop(self._done, None)

    @property
    def _done(self) -> str:
        return f"{self.name}_done"

    @property
    def _fault(self) -> str:
        return f"{self.name}_fault"
