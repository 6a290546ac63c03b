"""The class: what students ask their teacher to look at, and who practised how much."""

from pages.parts.inbox import draw_inbox
from pages.parts.roster import draw_roster
from pages.parts.visitor import require_role

who = require_role("teacher", "admin")
draw_inbox(who, who.core.appeals(who.caller))
draw_roster(who.core.class_lines(who.caller))
