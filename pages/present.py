"""Presentation: a story of ninety seconds, told with a sample class."""

from pages.parts.gate import require_role
from pages.parts.present.stage import draw_stage

draw_stage(require_role("teacher", "admin"))
