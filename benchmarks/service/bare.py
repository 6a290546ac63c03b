"""The yardstick of `benchmarks.service.api`: a bare FastAPI application, one SQL statement a call, no meter, no marks.

The same uvicorn, driver, pragmas and pool as the product, SQLAlchemy Core, the body checked by a pydantic model.
"""

from __future__ import annotations

import sys
import time
import uuid
from typing import Annotated, Any

import uvicorn
from fastapi import FastAPI, HTTPException
from pydantic import BaseModel, Field
from sqlalchemy import BigInteger, Column, MetaData, String, Table, Text, select

from core.store.database.engine import make_engine

METADATA = MetaData()
RECORD = Table(
    "record",
    METADATA,
    Column("record_id", String, primary_key=True),
    Column("student_id", String, nullable=False),
    Column("body", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
)


class Answer(BaseModel):
    question_id: str
    answer: str
    time_spent: Annotated[int, Field(ge=0)] = 0


class Submitted(BaseModel):
    student_id: str
    answers: list[Answer]


def create_application(database_url: str) -> FastAPI:
    """POST /records inserts a row, GET /records/{record_id} selects it."""
    engine = make_engine(database_url)
    writer = engine.execution_options(writes=True)
    METADATA.create_all(engine)
    application = FastAPI()

    @application.post("/records")
    def add(submitted: Submitted) -> dict[str, Any]:
        row = {
            "record_id": uuid.uuid4().hex,
            "student_id": submitted.student_id,
            "body": submitted.model_dump_json(),
            "created_at": time.time_ns() // 1000,
        }
        with writer.begin() as connection:
            connection.execute(RECORD.insert(), row)
        return {"code": 200, "message": "success", "data": {"evaluation_id": row["record_id"]}}

    @application.get("/records/{record_id}")
    def get(record_id: str) -> dict[str, Any]:
        with engine.connect() as connection:
            row = connection.execute(select(RECORD).where(RECORD.c.record_id == record_id)).mappings().first()
        if row is None:
            raise HTTPException(404)
        return {"code": 200, "message": "success", "data": dict(row)}

    return application


if __name__ == "__main__":
    url, port = sys.argv[1:]
    uvicorn.run(create_application(url), port=int(port), log_level="warning", access_log=False)
