"""Whether the service is well: its health in words, tables, versions."""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError, version

import streamlit as st

from core.api.core import Core
from pages.parts.admin.health import draw_health
from pages.parts.i18n import _
from pages.parts.visitor import Visitor

PACKAGES = ("streamlit", "fastapi", "sqlalchemy", "pydantic")


def draw_state(who: Visitor) -> None:
    """The health of the service in lines, the row counts of the data tables, the versions that run."""
    st.subheader(_("State of the service"))
    draw_health(who)
    with st.expander(_("Tables and versions"), icon=":material/table:"):
        counts, versions = st.columns(2)
        counts.dataframe(_as_rows(table_counts(who.core), _("Table"), _("Rows")), hide_index=True)
        versions.dataframe(_as_rows(versions_running(), _("Part"), _("Version")), hide_index=True)
    st.caption(
        _("Wenlu, version {version}").format(version=wenlu_version())
        + " · "
        + _("For machines: /healthz, /readyz, /metrics; the API is described at /docs.")
    )


def table_counts(core: Core) -> dict[str, str]:
    """The number of rows of each data table, as loaded and checked."""
    tables = core.tables
    content = tables.content
    texts = len(content.sentences) + len(content.exchanges) + len(content.passages) + len(content.dialogues)
    counts = {
        _("Words"): len(tables.words.rows),
        _("Characters"): len(tables.characters.rows),
        _("Grammar points"): len(tables.points.grammar),
        _("Knowledge points"): len(tables.points.rows),
        _("Prerequisites"): len(tables.points.prerequisites),
        _("Texts"): texts,
    }
    return {name: f"{count:,}" for name, count in counts.items()}


def versions_running() -> dict[str, str]:
    """The versions of Wenlu, Python and the packages that carry the service."""
    return {
        "wenlu": wenlu_version(),
        "python": sys.version.split()[0],
        **{name: version(name) for name in PACKAGES},
    }


def wenlu_version() -> str:
    """The installed version; `checkout` where the package was never installed."""
    try:
        return version("wenlu")
    except PackageNotFoundError:
        return _("checkout")


def _as_rows(pairs: dict[str, str], first: str, second: str) -> dict[str, list[str]]:
    return {first: list(pairs), second: list(pairs.values())}
