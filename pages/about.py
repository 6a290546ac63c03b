"""About: what this is, what the levels mean, where the data comes from, what is kept about people."""

from pages.parts.about_text import draw_about
from pages.parts.sources import draw_sources
from pages.parts.visitor import require_role

who = require_role("student", "teacher", "admin")
draw_about()
draw_sources(who.core.tables.sources)
