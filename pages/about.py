"""Soon."""
import streamlit as st

from pages.parts.visitor import require_role

who = require_role("student", "teacher", "admin")
st.write(who.account.display_name)
