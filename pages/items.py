"""Items: search the bank, see each as a student does and how it does its work; write, import, export, print."""

import streamlit as st

from pages.parts.assignments.give import draw_giving
from pages.parts.gate import require_role
from pages.parts.i18n import _
from pages.parts.items.change import LAST_ACTION
from pages.parts.items.detail import draw_detail
from pages.parts.items.importing import draw_import
from pages.parts.items.list import draw_bank
from pages.parts.items.views import BANK, WRITE, chosen_item, which_view
from pages.parts.items.write import draw_write

who = require_role("teacher", "admin")
draw_giving(who)
item_id = chosen_item()
if item_id is not None:
    draw_detail(who, item_id)
    st.stop()
st.title(_("Items"))
view = which_view()
LAST_ACTION.draw()
if view == BANK:
    draw_bank(who)
elif view == WRITE:
    draw_write(who)
else:
    draw_import(who)
