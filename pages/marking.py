"""The marking desk: what was handed in for an essay assignment, one text at a time."""

from pages.parts.gate import require_role
from pages.parts.marking.desk import assignment_in_address, draw_desk
from pages.parts.marking.queues import draw_queues

who = require_role("teacher", "admin")
if (assignment_id := assignment_in_address()) is not None:
    draw_desk(who, assignment_id)
else:
    draw_queues(who)
