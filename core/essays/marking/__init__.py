"""A teacher's marking of a student's text: rulings on the engine's marks, marks of the teacher's own, rubric, comment, return."""
