"""Texts with their questions as a JSON file, written and read again."""

from __future__ import annotations

import json
from collections.abc import Sequence

from pydantic import ValidationError

from core.errors import TooLarge
from core.questions.formats.problems import UnreadableFile
from core.questions.own_texts.wire import OwnTextDraft

FORMAT = "wenlu-texts"
VERSION = 1
MOST_BYTES = 2_000_000
MOST_IN_A_FILE = 200


def texts_file(drafts: Sequence[OwnTextDraft]) -> bytes:
    """Texts as UTF-8 JSON: `{"format": "wenlu-texts", "version": 1, "texts": [...]}`."""
    whole = {"format": FORMAT, "version": VERSION, "texts": [draft.model_dump(mode="json") for draft in drafts]}
    return json.dumps(whole, ensure_ascii=False, indent=1).encode()


def read_texts(file: bytes) -> list[OwnTextDraft]:
    """The texts of such a file. Raises `TooLarge`, and `UnreadableFile` naming the text that cannot be read."""
    if len(file) > MOST_BYTES:
        raise TooLarge(MOST_BYTES)
    try:
        whole = json.loads(file.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise UnreadableFile("The file is not JSON.", zh="这个文件不是 JSON。") from None
    texts = whole.get("texts") if isinstance(whole, dict) and whole.get("format") == FORMAT else None
    if not isinstance(texts, list) or not texts:
        raise UnreadableFile("There are no texts in this file.", zh="这个文件里没有课文。")
    if len(texts) > MOST_IN_A_FILE:
        raise UnreadableFile(
            f"There are {len(texts)} texts in the file; at most {MOST_IN_A_FILE} are read.",
            zh=f"文件里有 {len(texts)} 篇课文，一次最多 {MOST_IN_A_FILE} 篇。",
        )
    drafts = []
    for number, text in enumerate(texts, 1):
        try:
            drafts.append(OwnTextDraft.model_validate_json(json.dumps(text)))
        except (ValidationError, RecursionError):
            raise UnreadableFile(
                f"Text {number} of the file cannot be read.", zh=f"文件里的第 {number} 篇课文读不出来。"
            ) from None
    return drafts
