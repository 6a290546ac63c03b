"""What of a copy a student gets: everything but what the school has not shown yet, and who others are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from core.records.student_copies import CopiedTable, StudentCopy
from core.wire import Bilingual

LEFT_OUT = (
    Bilingual(zh="老师还没有发还的批改", en="marking that the teacher has not returned yet"),
    Bilingual(zh="还没有作答的题目原文", en="questions that were not answered yet"),
    Bilingual(zh="为学校软件的接口调用暂存的回复", en="replies kept for the school's own programs"),
    Bilingual(zh="尚未互相同意的学习伙伴的身份", en="who study peers are that have not agreed"),
)
REPLIES = "idempotent_reply"
MARKING, OF_MARKINGS = "essay_marking", ("essay_mark", "voice_note")
REQUESTS = "peer_request"


def own_copy(copy: StudentCopy) -> StudentCopy:
    """The copy that the student may have."""
    returned = {
        row["writing_id"]
        for table in copy.tables
        if table.name == MARKING
        for row in table.rows
        if row["returned_at"] is not None
    }
    return replace(
        copy,
        tables=tuple(_own_table(table, copy, returned) for table in copy.tables),
        items=tuple(item for item in copy.items if item.answered),
        pseudonyms={},
        scope="own",
    )


def _own_table(table: CopiedTable, copy: StudentCopy, returned: set[str]) -> CopiedTable:
    rows = table.rows
    if table.name == REPLIES:
        rows = ()
    elif table.name in (MARKING, *OF_MARKINGS):
        rows = tuple(row for row in rows if row["writing_id"] in returned)
        if table.name == MARKING:  # what stood there before the teacher's last step
            rows = tuple({**row, "previous": ""} for row in rows)
    elif table.name == REQUESTS:
        rows = tuple(_without_others(row, copy) for row in rows)
    return replace(table, rows=rows)


def _without_others(row: Mapping[str, Any], copy: StudentCopy) -> dict[str, Any]:
    """A request without the other's id, unless both agreed; the pseudonym stands in its place."""
    if row["status"] == "accepted":
        return dict(row)
    return {
        name: copy.pseudonyms.get(value, "") if name.endswith("student_id") and value != copy.student_id else value
        for name, value in row.items()
    }
