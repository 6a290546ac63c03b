"""The writing desk: a title, a text that is kept while it is written, handed in once."""

from pages.parts.gate import require_role
from pages.parts.writing.choice import draw_choice
from pages.parts.writing.desk import asked_resource, asked_text, draw_desk, draw_handed_in

who = require_role("student")
if (writing_id := asked_text()) is not None:
    draw_handed_in(who, writing_id)
elif (resource_id := asked_resource()) is not None:
    draw_desk(who, resource_id)
else:
    draw_choice(who)
