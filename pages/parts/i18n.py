"""The interface in two languages: gettext catalogues read straight from their .po files, no build step."""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import cast

import streamlit as st

from core.wire import Language

LOCALE = Path(__file__).resolve().parents[2] / "locale"
FOLDERS: dict[Language, str] = {"zh": "zh_CN", "en": "en"}
DEFAULT: Language = "zh"
EXPLANATIONS = "explanation_language"
"""Session state: the language that the person chose for explanations; None where they follow the interface."""


@cache
def catalogue(language: Language) -> gettext.NullTranslations:
    """The compiled catalogue of a language; message ids are English."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with (LOCALE / FOLDERS[language] / "LC_MESSAGES" / "wenlu.po").open("rb") as file:
        parsed = read_po(file, locale=FOLDERS[language])
    compiled = BytesIO()
    write_mo(compiled, parsed)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


_writing_in: ContextVar[Language | None] = ContextVar("writing_in", default=None)


def language() -> Language:
    """The interface language of this browser session; inside `writing_in` the language of what is written."""
    return _writing_in.get() or cast(Language, st.session_state.get("language", DEFAULT))


def explanation_language() -> Language:
    """The language of explanations, glosses and diagnoses: the one that the person chose, else that of the interface."""
    return _writing_in.get() or cast(Language | None, st.session_state.get(EXPLANATIONS)) or language()


@contextmanager
def writing_in(chosen: Language) -> Iterator[None]:
    """What is written inside is in this language: a report for readers at home, whatever the interface speaks."""
    token = _writing_in.set(chosen)
    try:
        yield
    finally:
        _writing_in.reset(token)


def use_language(chosen: Language) -> None:
    """Use this language in this browser session from now on."""
    st.session_state["language"] = chosen


def language_of_locale(locale: str | None) -> Language:
    """The interface language nearest to a browser's locale: Chinese for any zh, English for any other, Chinese for none."""
    if not locale:
        return DEFAULT
    return "zh" if locale.lower().startswith("zh") else "en"


def _(message: str) -> str:
    """The message in the interface language."""
    return catalogue(language()).gettext(message)


def ngettext(one: str, many: str, count: int, **values: str) -> str:
    """The message for a count, with `{count}` and its other placeholders filled in."""
    return catalogue(language()).ngettext(one, many, count).format(count=count, **values)
