"""How the ids of what a plan can name begin: one look at an id tells what it is."""

from __future__ import annotations

SET = "set_"
"""A set of questions."""
SAY = "say_"
"""A sentence to read aloud; its id follows."""
ESSAY = "essay_"
"""An essay title of the table."""
LINK = "link_"
"""A teacher's link."""
ASSIGNED = "asg_"
"""An assignment."""
