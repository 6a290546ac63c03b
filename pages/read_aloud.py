"""Reading aloud: the sentences of a plan, heard, said and scored one by one."""

from pages.parts.aloud.desk import asked_tasks, draw_desk
from pages.parts.aloud.start import draw_start
from pages.parts.gate import require_role

who = require_role("student")
tasks = asked_tasks()
if tasks:
    draw_desk(who, tasks)
else:
    draw_start(who)
