"""Where the data comes from and under which licence, file by file."""

from __future__ import annotations

import streamlit as st

from core.api.core import Core
from pages.parts.i18n import _

OWN = "own"


def draw_sources(core: Core) -> None:
    """The table of data/sources.toml, as loaded and checked."""
    st.subheader(_("Data and licences"))
    st.markdown(
        _(
            "Every data file that Wenlu reads, with its rows, its source and its licence, as `data/sources.toml` has them."
        )
    )
    sources = core.tables.sources
    st.table(
        {
            _("File"): [f"{source.name} ({source.rows:,})  \n:small[:gray[{source.what}]]" for source in sources],
            _("Source and licence"): [_origin(source.source, source.licence) for source in sources],
        },
        hide_index=True,
        border="horizontal",
    )


def _origin(source: str, licence: str) -> str:
    """The source with its licence under it; of the project's own files a word that says so."""
    if source == licence == OWN:
        return _("made for Wenlu")
    return f"{source}  \n:small[:gray[" + _("Licence: {licence}").format(licence=licence) + "]]"
