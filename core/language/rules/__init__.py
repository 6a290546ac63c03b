"""One engine for rules written in tables: grammar points of a text and errors of learners.

A rule says what it looks for as an expression (`expressions`), in which word classes are named and long ones are looked
up; which strings a text must hold for it (`needed`), so that an index (`index`) passes over the other rules; and what an
occurrence must satisfy beyond its characters (`conditions`). A rule is compiled at the first text that holds its strings.
"""
