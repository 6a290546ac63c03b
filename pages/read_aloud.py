"""Reading aloud: the sentences of a plan, heard, said and scored one by one."""

from pages.parts.aloud.desk import draw_desk, tasks_in_address
from pages.parts.aloud.start import draw_start
from pages.parts.gate import require_role
from pages.parts.speaking.head import draw_head

who = require_role("student")
draw_head("texts")
tasks = tasks_in_address()
if tasks:
    draw_desk(who, tasks)
else:
    draw_start(who)
