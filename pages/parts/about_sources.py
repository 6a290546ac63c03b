"""Where the data comes from and under which licence, file by file."""

from __future__ import annotations

import streamlit as st

from core.api import Core
from pages.parts.i18n import _

OWN = "own"


def draw_sources(core: Core) -> None:
    """The table of data/sources.toml, as loaded and checked."""
    st.subheader(_("Data and licences"))
    st.markdown(_("Every data file that Wenlu reads, with its size, its origin and its licence."))
    sources = core.tables.sources
    st.dataframe(
        {
            _("File"): [source.name for source in sources],
            _("Rows"): [f"{source.rows:,}" for source in sources],
            _("Licence"): [_own_or(source.licence) for source in sources],
            _("Source"): [_own_or(source.source) for source in sources],
            _("What"): [source.what for source in sources],
        },
        hide_index=True,
    )
    st.caption(_("“This project” means: made for Wenlu, under Wenlu's own licence."))


def _own_or(text: str) -> str:
    return _("this project") if text == OWN else text
