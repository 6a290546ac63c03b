"""Writing: what there is to write and what was written; an essay with its review beside it."""

from pages.parts.gate import require_role
from pages.parts.road.back import draw_link_back, unit_to_return_to
from pages.parts.writing.desk import draw_essay, draw_title
from pages.parts.writing.home import draw_home
from pages.parts.writing.state import essay_in_address, settle_address, title_in_address

who = require_role("student")
settle_address()
if (unit_id := unit_to_return_to()) is not None:
    draw_link_back(unit_id)
if (essay_id := essay_in_address()) is not None:
    draw_essay(who, essay_id)
elif (resource_id := title_in_address()) is not None:
    draw_title(who, resource_id)
else:
    draw_home(who)
