"""Essay review: write or paste an essay, see what is wrong and why, compare drafts."""

from pages.parts.essays.desk import draw_desk
from pages.parts.essays.history import draw_history
from pages.parts.essays.result import asked_essay, draw_asked
from pages.parts.essays.teacher import draw_student_choice
from pages.parts.gate import require_role

who = require_role("student", "teacher", "admin")
if (evaluation_id := asked_essay()) is not None:
    draw_asked(who, evaluation_id)
elif who.account.role == "student":
    draw_desk(who)
    draw_history(who, who.student_id)
elif (student_id := draw_student_choice(who)) is not None:
    draw_history(who, student_id)
