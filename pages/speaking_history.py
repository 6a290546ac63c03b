"""History of speaking: everything a student has read aloud, texts and words of drills in one list with its plot."""

from pages.parts.gate import require_role
from pages.parts.speaking.head import draw_head
from pages.parts.speaking.history import draw_history

who = require_role("student")
draw_head("history")
draw_history(who, who.student_id)
