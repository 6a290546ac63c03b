"""Where the data comes from and under which licence, file by file."""

from __future__ import annotations

import streamlit as st

from core.api import Core
from pages.parts.i18n import _

OWN = "own"


def draw_sources(core: Core) -> None:
    """The table of data/sources.toml, as loaded and checked."""
    st.subheader(_("Data and licences"))
    st.markdown(
        _("Every data file that Wenlu reads, with its size, its source and its licence, as `data/sources.toml` has it.")
    )
    sources = core.tables.sources
    st.table(
        {
            _("File"): [f"{source.name}  \n:small[:gray[{source.what}]]" for source in sources],
            _("Rows"): [f"{source.rows:,}" for source in sources],
            _("Source"): [_own_or(source.source) for source in sources],
            _("Licence"): [_own_or(source.licence) for source in sources],
        },
        hide_index=True,
        border="horizontal",
    )


def _own_or(text: str) -> str:
    return _("made for Wenlu") if text == OWN else text
