"""Public logs of answers elsewhere, for measuring only: a CSV whose columns are found by their names."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from core.arrays import Bool, Int64
from core.learning.mastery import FAST_HALF_LIFE
from core.learning.prediction.replay import AnswerLog
from core.learning.sums.columns import DAY

COLUMNS: dict[str, tuple[str, ...]] = {
    "student": ("user_id", "student_id", "student", "user", "learner_id", "learner", "anon student id", "uid"),
    "point": (
        "skill_id", "skill", "skill_name", "kc", "kc_id", "point", "point_id", "knowledge_point", "concept", "concept_id",
        "kc(default)", "skills", "skill_ids",
    ),
    "right": ("correct", "is_correct", "right", "outcome", "correctness", "label", "correct first attempt", "score"),
    "item": ("problem_id", "item_id", "item", "question_id", "question", "problem", "exercise_id", "problem name"),
    "order": ("order_id", "order", "position", "seq"),
    "time": (
        "timestamp", "start_time", "time", "occurred_at", "answered_at", "unix_time", "datetime", "date", "end_time",
        "moment", "created_at", "first transaction time",
    ),
}  # fmt: skip
"""Names that each column goes by, in order of preference; upper and lower case are alike."""
EARLIEST = pd.Timestamp("1990-01-01", tz="UTC")
"""Numbers that give earlier moments are an order, not times."""
ANSWERS_A_FAST_HALF_LIFE = 6
"""Without times each answer is taken to come so much later than the one before; 3 and 12 gave the same to .001 on
simulated logs in that form."""
HELD_OUT = 5
"""Every so manyeth student is held out, by a hash of the id."""


@dataclass(frozen=True)
class PublicLog:
    """A log in order, and what was found in the file."""

    log: AnswerLog
    held_out: Bool
    """[answers] of students that nothing is fitted on."""
    summary: str


def read_answer_log(path: Path) -> PublicLog:
    """Read a log. Raises `ValueError` when students, points or answers cannot be found in it."""
    separator = "\t" if path.suffix in {".tsv", ".txt"} else ","
    frame = pd.read_csv(path, sep=separator, low_memory=False, encoding="utf-8", encoding_errors="replace")
    source_columns = columns_of(list(frame.columns))
    for name in ("student", "point", "right"):
        if name not in source_columns:
            raise ValueError(f"{path.name} has no column for {name}; it has {', '.join(map(str, frame.columns))}")
    table = pd.DataFrame({name: frame[column] for name, column in source_columns.items()})
    rows = len(table)
    table["right"] = (pd.to_numeric(_truth(table["right"]), errors="coerce") >= 1.0).where(table["right"].notna())
    table = table.dropna(subset=["student", "point", "right"])
    named = len(table)
    times = _times(table)
    table = _one_row_an_answer(_in_order(table, times))
    log = _log(table, timed=times is not None)
    held_out = np.array([crc32(str(each).encode()) % HELD_OUT == 0 for each in table["student"].unique()])
    summary = (
        f"{path.name}: {rows} rows, {rows - named} without student, point or answer, {named - len(table)} further points of an "
        f"answer joined to its first; {'times' if times is not None else 'no times: the order'}; columns {source_columns}"
    )
    return PublicLog(log, held_out[log.student], summary)


def columns_of(names: list[str]) -> dict[str, str]:
    """Which column of the file is which."""
    known = {str(name).strip().lower(): str(name) for name in names}
    return {
        column: next(known[name] for name in accepted if name in known)
        for column, accepted in COLUMNS.items()
        if any(name in known for name in accepted)
    }


def _truth(column: pd.Series[str]) -> pd.Series[str]:
    words = {"true": 1, "false": 0, "yes": 1, "no": 0, "right": 1, "wrong": 0, "correct": 1, "incorrect": 0}
    return column.map(lambda each: words.get(str(each).strip().lower(), each))


def _times(table: pd.DataFrame) -> pd.Series[pd.Timestamp] | None:
    """Moments of the answers; None when the file has none that can be read as such."""
    if "time" not in table:
        return None
    numbers = pd.to_numeric(table["time"], errors="coerce")
    if numbers.notna().mean() > 0.99:
        in_milliseconds = numbers.median() > 1e11
        moments = pd.to_datetime(numbers, unit="ms" if in_milliseconds else "s", utc=True)
    else:
        moments = pd.to_datetime(table["time"], utc=True, errors="coerce", format="mixed")
    return moments if moments.notna().all() and moments.min() >= EARLIEST else None


def _in_order(table: pd.DataFrame, times: pd.Series[pd.Timestamp] | None) -> pd.DataFrame:
    """By student (in the order of their first rows), then time, then order, then as in the file."""
    table = table.assign(number=pd.factorize(table["student"])[0])
    keys = ["number"]
    if times is not None:
        table = table.assign(moment=times)
        keys.append("moment")
    elif "time" in table and pd.to_numeric(table["time"], errors="coerce").notna().all():
        table = table.assign(moment=pd.to_numeric(table["time"]))
        keys.append("moment")
    if "order" in table:
        keys.append("order")
    return table.sort_values(keys, kind="stable").reset_index(drop=True)


def _one_row_an_answer(table: pd.DataFrame) -> pd.DataFrame:
    """Files that give an answer one row for each of its points: the points are joined into one.

    Otherwise the second row would be predicted by somebody who has seen the first.
    """
    keys = [name for name in ("number", "moment", "order", "item") if name in table]
    if "item" not in keys or len(keys) < 3:
        return table
    repeated = table.duplicated(keys, keep=False)
    if not repeated.any():
        return table
    points = table[repeated].groupby(keys, sort=False)["point"]
    named = points.agg(lambda each: "+".join(sorted({str(point) for point in each})))
    once = table.drop_duplicates(keys).join(named.rename("points"), on=keys)
    return once.assign(point=once["points"].fillna(once["point"].astype(str))).reset_index(drop=True)


def _log(table: pd.DataFrame, *, timed: bool) -> AnswerLog:
    student = pd.factorize(table["student"])[0].astype(np.intp)
    item = pd.factorize(table["item"])[0] if "item" in table else np.full(len(table), -1)
    return AnswerLog(
        student=student,
        point=pd.factorize(table["point"].astype(str))[0].astype(np.intp),
        item=np.asarray(item, dtype=np.intp),
        outcome=table["right"].to_numpy(dtype=np.float64),
        weight=np.ones(len(table)),
        at=_micros(table["moment"]) if timed else pseudo_times(table.groupby("number").cumcount().to_numpy(np.int64)),
    )


def _micros(moments: pd.Series[pd.Timestamp]) -> Int64:
    return np.asarray(moments.dt.tz_localize(None).to_numpy("datetime64[us]").astype(np.int64))


def pseudo_times(position: NDArray[np.integer[Any]]) -> Int64:
    """Moments for the k-th answers of students, where only the order is known."""
    step = FAST_HALF_LIFE.total_seconds() / 86_400 * DAY / ANSWERS_A_FAST_HALF_LIFE
    return ((position + 1) * step).astype(np.int64)
