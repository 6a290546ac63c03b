"""The writing desk: a title, a text that is kept while it is written, handed in once."""

from pages.parts.gate import require_role
from pages.parts.writing.choice import draw_choice
from pages.parts.writing.desk import draw_desk, draw_handed_in, resource_in_address, text_in_address

who = require_role("student")
if (writing_id := text_in_address()) is not None:
    draw_handed_in(who, writing_id)
elif (resource_id := resource_in_address()) is not None:
    draw_desk(who, resource_id)
else:
    draw_choice(who)
