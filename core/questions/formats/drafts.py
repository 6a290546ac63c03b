"""What teachers wrote as JSON files, written and read again: texts with questions, lessons."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel, ValidationError

from core.errors import TooLarge
from core.questions.formats.problems import UnreadableFile

VERSION = 1
MOST_BYTES = 2_000_000
MOST_IN_A_FILE = 200

Draft = TypeVar("Draft", bound=BaseModel)


@dataclass(frozen=True, kw_only=True)
class DraftFiles(Generic[Draft]):
    """Files of one kind: UTF-8 JSON, `{"format": "wenlu-texts", "version": 1, "texts": [...]}`."""

    model: type[Draft]
    name: str
    """What the list is called, and after `wenlu-` the format."""
    one: str
    zh: str
    """In Chinese, with its measure word: 篇课文."""

    @property
    def format(self) -> str:
        """What the file says that it is."""
        return f"wenlu-{self.name}"

    def written(self, drafts: Sequence[Draft]) -> bytes:
        """Drafts as a file."""
        whole = {
            "format": self.format,
            "version": VERSION,
            self.name: [draft.model_dump(mode="json") for draft in drafts],
        }
        return json.dumps(whole, ensure_ascii=False, indent=1).encode()

    def read(self, file: bytes) -> list[Draft]:
        """The drafts of such a file. Raises `TooLarge`, and `UnreadableFile` naming the one that cannot be read."""
        if len(file) > MOST_BYTES:
            raise TooLarge(MOST_BYTES)
        try:
            whole = json.loads(file.decode("utf-8-sig"))
        except (ValueError, RecursionError):
            raise UnreadableFile("The file is not JSON.", zh="这个文件不是 JSON。") from None
        rows = whole.get(self.name) if isinstance(whole, dict) and whole.get("format") == self.format else None
        if not isinstance(rows, list) or not rows:
            raise UnreadableFile(f"There are no {self.name} in this file.", zh=f"这个文件里没有{self.zh[1:]}。")
        if len(rows) > MOST_IN_A_FILE:
            raise UnreadableFile(
                f"There are {len(rows)} {self.name} in the file; at most {MOST_IN_A_FILE} are read.",
                zh=f"文件里有 {len(rows)} {self.zh}，一次最多 {MOST_IN_A_FILE} {self.zh[0]}。",
            )
        return [self._draft(number, row) for number, row in enumerate(rows, 1)]

    def _draft(self, number: int, row: object) -> Draft:
        try:
            return self.model.model_validate_json(json.dumps(row))
        except (ValidationError, RecursionError):
            raise UnreadableFile(
                f"{self.one.capitalize()} {number} of the file cannot be read.",
                zh=f"文件里的第 {number} {self.zh}读不出来。",
            ) from None
