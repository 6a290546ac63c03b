"""LTI 1.3: learning platforms (Moodle, Canvas, Blackboard) open Wenlu, tell who is in a course, and take scores back."""
