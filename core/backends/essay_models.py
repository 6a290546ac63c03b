"""The operator's file about language models for essays, in the data folder; `wenlu model` writes it."""

from __future__ import annotations

import os
from pathlib import Path

from pydantic import ValidationError

from core.errors import BadSetting
from core.records.essay_models import OperatorModels


def read_models(file: str) -> OperatorModels:
    """What the file says; nothing where there is none. Raises `BadSetting` for a file that cannot be read."""
    path = Path(file)
    if not file or not path.exists():
        return OperatorModels()
    try:
        return OperatorModels.model_validate_json(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, ValidationError) as error:
        raise BadSetting(
            f"{file} cannot be read ({type(error).__name__}): move it away and run `wenlu model` anew."
        ) from error


def write_models(file: str, models: OperatorModels) -> None:
    """Write the file as a whole or not at all, readable by its owner alone: it may hold a key."""
    if not file:
        raise BadSetting("WENLU_ESSAY_MODEL_FILE='' names no file.")
    path = Path(file)
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f".{path.name}.new")
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as out:
        out.write(models.model_dump_json(indent=1))
    new.replace(path)
