"""The data files with their sources and licences."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.tables.sources import Source
from pages.parts.i18n import _


def draw_sources(sources: Sequence[Source]) -> None:
    """One line a file."""
    import pandas as pd

    st.subheader(_("Data and licences"))
    rows = {
        _("File"): [source.name for source in sources],
        _("What"): [source.what for source in sources],
        _("Rows"): [source.rows for source in sources],
        _("Source"): [_("own") if source.source == "own" else source.source for source in sources],
        _("Licence"): [_("own") if source.licence == "own" else source.licence for source in sources],
    }
    st.dataframe(pd.DataFrame(rows), hide_index=True)
