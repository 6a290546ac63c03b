"""A language model's replies about single sentences become a recording, read as the product reads its answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evaluation.essays.recorded import read_recording
from evaluation.essays.recording import main

SENTENCES = [
    ["learners", 7, "昨天我见面了我的老师，他很高心。"],
    ["clean", 2, "今天天气很好。"],
    ["learners", 3, "他教我汉语三年，我很尊敬他。"],
]
REPLIES = """1\t我见面了我的\t我见了我的\tcertain
1\t很高心\t很高兴\tlikely

3\t教我汉语三年\t教了我三年汉语\tcertain
3\t我\t俺\tcertain
"""
HEAD = "set,line,sample,start,end,replacement,sure\n"


@pytest.fixture
def mapped(tmp_path: Path) -> Path:
    path = tmp_path / "map.json"
    path.write_text(json.dumps(SENTENCES, ensure_ascii=False), encoding="utf-8")
    return path


def write(mapped: Path, replies: str, sample: int) -> Path:
    """The recording after the replies were written into it."""
    file, into = mapped.with_name("replies.tsv"), mapped.with_name("recording.csv")
    file.write_text(replies, encoding="utf-8")
    assert main([str(file), "--map", str(mapped), "--sample", str(sample), "--into", str(into)]) == 0
    return into


def test_replies_become_the_smallest_changes_of_the_sentences_of_the_map(
    mapped: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recording = read_recording(write(mapped, REPLIES, 1))
    first = recording.samples("learners", 7, SENTENCES[0][2])[0]  # type: ignore[arg-type]
    assert [(edit.start, edit.end, edit.replacement, edit.sure) for edit in first] == [
        (4, 5, "", True),
        (14, 15, "兴", False),
    ]
    assert recording.sets == ("learners",)
    assert "4 edits of 2 of 3 sentences, the last of line 3; 1 refused" in capsys.readouterr().err


def test_no_sentence_gets_into_the_recording(mapped: Path) -> None:
    assert "老师" not in write(mapped, REPLIES, 1).read_text(encoding="utf-8")


def test_a_sample_is_replaced_and_all_others_stay(mapped: Path) -> None:
    into = mapped.with_name("recording.csv")
    others = ["clean,2,2,4,5,非常,0\n", "learners,4,1,0,1,她,1\n"]
    into.write_text(HEAD + others[0] + "learners,3,1,0,1,她,1\n" + others[1], encoding="utf-8")
    write(mapped, "1\t很高心\t很高兴\tlikely\n", 1)
    assert into.read_text(encoding="utf-8") == HEAD + "".join([*others, "learners,7,1,14,15,兴,0\n"])
    write(mapped, "", 1)
    assert into.read_text(encoding="utf-8") == HEAD + "".join(others)


def test_replies_written_twice_change_nothing(mapped: Path) -> None:
    once = write(mapped, REPLIES, 1).read_text(encoding="utf-8")
    assert write(mapped, REPLIES, 1).read_text(encoding="utf-8") == once


@pytest.mark.parametrize("line", ["4\t我\t俺\tlikely", "0\t我\t俺\tlikely", "1\t我\t俺", "one\t我\t俺\tlikely"])
def test_a_line_that_is_about_no_sentence_is_refused(mapped: Path, line: str) -> None:
    with pytest.raises(ValueError, match=r"replies\.tsv, line 2: .* is not LINE \(1-3\)"):
        write(mapped, "1\t很高心\t很高兴\tlikely\n" + line, 1)


def test_a_file_of_other_columns_is_not_written_over(mapped: Path) -> None:
    into = mapped.with_name("recording.csv")
    into.write_text("set,line\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"recording\.csv has the columns"):
        write(mapped, REPLIES, 1)
    assert into.read_text(encoding="utf-8") == "set,line\n"
