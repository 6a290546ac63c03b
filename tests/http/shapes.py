"""Shapes of JSON values as the interface specification writes them: names and types, extra fields allowed."""

from __future__ import annotations

from typing import Any

Shape = Any
"""A type; 'number' for int or float; a set of allowed values; [shape] for an array; {name: shape} for an object."""

NUMBER = (int, float)

QUESTION: Shape = {
    "id": str,
    "type": {"multiple_choice", "fill_blank", "matching", "ordering"},
    "level": {"beginner", "intermediate", "advanced"},
    "question": str,
    "options": [{"id": str, "text": str}],
    "correct_answer": str,
    "explanation": str,
    "tags": [str],
}
GENERATED: Shape = {"questions": [QUESTION], "total": int}
EVALUATION: Shape = {
    "evaluation_id": str,
    "student_id": str,
    "summary": {
        "total_questions": int, "correct_count": int, "score": NUMBER, "time_spent": int, "completion_rate": NUMBER,
    },
    "details": [{"question_id": str, "is_correct": bool, "score": NUMBER, "feedback": str, "time_spent": int}],
    "analysis": {
        "strengths": [str],
        "weaknesses": [str],
        "recommendations": [{"type": str, "content": str, "resources": [str]}],
    },
}  # fmt: skip
SKILL: Shape = {"score": NUMBER, "level": {"excellent", "good", "average", "weak", "none"}}
REPORT: Shape = {
    "student_id": str,
    "period": str,
    "overall_progress": {"score_trend": [NUMBER], "average_score": NUMBER, "total_attempts": int},
    "skill_analysis": {"vocabulary": SKILL, "grammar": SKILL, "reading": SKILL, "listening": SKILL},
}
GRAMMAR_COUNT: Shape = {f"level_{level}": int for level in ("1", "2", "3", "4", "5", "6_9")}
GRAMMAR_TEXT: Shape = {
    "grammar_list": [str],
    "grammar_dict": dict,
    "difficulty_level": set("1234567"),
    "grammar_count": GRAMMAR_COUNT,
}
POINT: Shape = {
    "point_id": str,
    "name": str,
    "status": {"exceeded", "mastered", "learning", "not_started"},
    "color": {"yellow", "green", "blue", "gray"},
    "total_attempts": int,
    "correct_count": int,
    "accuracy": NUMBER,
    "parent_id": str,
}
PEER: Shape = {"student_id": str, "similarity": NUMBER, "knowledge_overlap": int}
KNOWLEDGE_MAP: Shape = {
    "student_id": str,
    "knowledge_points": [POINT],
    "mastery_stats": {"excellent": int, "good": int, "average": int, "not_started": int},
    "learning_path": {"hsk_path": [str], "recommended_resources": [str]},
    "peers": [PEER],
    "updated_at": str,
}
UPDATE: Shape = {"students": int, "records": int, "points_changed": int, "watermark": int}
LEARNING_PATH: Shape = {
    "current_level": str,
    "target_level": str,
    "path": [{"stage": int, "points": [str], "resources": [str], "estimated_duration": int}],
    "shortest_path": int,
    "recommended_path": int,
}
PEERS: Shape = {"student_id": str, "peers": [PEER]}
PORTRAIT: Shape = {
    "student_id": str,
    "first_portrait": {
        "listen_ability": float, "speak_ability": float, "read_ability": float, "write_ability": float,
        "comprehensive_ability": float,
    },
    "current_portrait": {
        "language_ability": {"listen": float, "speak": float, "read": float, "write": float},
        "classroom_performance": {"score": float, "level": str},
        "community_performance": {"score": float, "level": str},
    },
    "level_labels": {"language": str, "star_level": int, "star_exp": int},
    "updated_at": str,
}  # fmt: skip
TOKEN: Shape = {"access_token": str, "token_type": {"Bearer"}, "expires_in": int}
ESSAY_RESULT: Shape = {
    "evaluation_id": str,
    "overall_score": NUMBER,
    "word_level": {
        "error_count": int,
        "errors": [{"type": str, "original": str, "correction": str, "position": str, "explanation": str}],
    },
    "sentence_level": {"grammar_errors": int, "vocabulary_issues": int},
    "discourse_level": {
        "structure_score": NUMBER, "coherence_score": NUMBER, "content_score": NUMBER, "suggestions": [str],
    },
    "marked_version": str,
    "corrected_version": str,
}  # fmt: skip


def misfits(value: Any, shape: Shape, path: str = "data") -> list[str]:
    """What of a value does not have the shape, by path; empty when all of it fits."""
    if isinstance(shape, dict):
        if not isinstance(value, dict):
            return [f"{path} is no object"]
        missing = [f"{path}.{name} is missing" for name in shape if name not in value]
        inner = [misfits(value[name], part, f"{path}.{name}") for name, part in shape.items() if name in value]
        return missing + [fault for faults in inner for fault in faults]
    if isinstance(shape, list):
        if not isinstance(value, list):
            return [f"{path} is no array"]
        return [fault for index, member in enumerate(value) for fault in misfits(member, shape[0], f"{path}[{index}]")]
    if isinstance(shape, set):
        return [] if value in shape else [f"{path} is {value!r}"]
    fits = isinstance(value, shape) and (shape is bool or not isinstance(value, bool))
    return [] if fits else [f"{path} is {value!r}"]
