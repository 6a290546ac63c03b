"""One engine for rules written in tables: grammar points of a text and errors of learners.

A rule describes what it looks for by an expression (`expressions`), which refers to word classes by name; long classes are
looked up. The strings that a text must contain for the rule (`needed`) are indexed, so that rules that cannot match are
skipped (`index`). Conditions (`conditions`) restrict an occurrence beyond its characters; a rule can name further words by their
place in the dependency tree (`tree`). A rule is compiled at the first text
that contains its strings.
"""
