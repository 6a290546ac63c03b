"""People of a class: who they are, bringing them in, cards for the first sign-in, the code to join."""

import streamlit as st

from pages.parts.gate import require_role
from pages.parts.i18n import _
from pages.parts.people.cards import draw_cards
from pages.parts.people.choice import chosen_class
from pages.parts.people.importing import draw_import
from pages.parts.people.joining import draw_join
from pages.parts.people.table import draw_people
from pages.parts.views import chosen_view

who = require_role("teacher", "admin")
st.title(_("Students and accounts"))
class_id = chosen_class(who)
if class_id is None:
    st.markdown(_("You have no class yet. Ask an administrator to give you one."))
    st.stop()
view = chosen_view(
    "people_view",
    {
        "students": f":material/group: {_('Students')}",
        "import": f":material/group_add: {_('Bring in')}",
        "cards": f":material/badge: {_('Sign-in cards')}",
        "join": f":material/qr_code: {_('Join code')}",
    },
)
draw = {"students": draw_people, "import": draw_import, "cards": draw_cards, "join": draw_join}[view]
draw(who, class_id)
