"""Bodies that are not what an operation takes."""

from __future__ import annotations

from tests.contract.language import must_refuse
from tests.contract.school import School
from tests.http.service import UPLOAD
from tests.speech.made_reports import RAW


def not_json(school: School, name: str) -> None:
    call = school.call_of(name)
    reply = school.reply(
        school.service.call(
            call.method,
            call.path,
            content=b'{"level": ',
            token=school.token(call.credential),
            headers={"Content-Type": "application/json"},
        )
    )
    must_refuse(reply, 400002, ["body"])


def form_only(school: School) -> None:
    must_refuse(school.post(UPLOAD, {"text": "你好", "file": RAW.decode()}), 400002, ["body"])
