"""My words: the words that a student has put by, to look up, to practise, to take along."""

import streamlit as st

from pages.parts.gate import require_role
from pages.parts.i18n import _
from pages.parts.words.deck import words_desk

who = require_role("student")
st.title(_("My words"))
words_desk(who)
