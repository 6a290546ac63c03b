"""Whatever a person typed is shown as text: every page as every role, in a school whose every field bears markers."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from google.protobuf.message import Message
from sqlalchemy import String, select
from sqlmodel import SQLModel
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Block, Node

from core.api.core import Core
from core.store.sql import SqlStore
from evaluation.service.marked import CODES, HOST, READ_AS_MARKUP, fill_demo, visits
from tests.pages.conftest import OpenPage

SOURCES = frozenset({"body", "label", "help", "caption", "captions", "text", "content", "content_icon"})
"""Fields of Streamlit's elements that are read as Markdown (and `options` of a radio)."""
LEAST_SHOWN = 25
"""Pages of these on which some marker stands; fewer, and the school is no longer filled."""
IN_HTML = re.compile(r"<img src=//|\u202e")


def marked_sources(element: Node) -> Iterator[str]:
    """Sources of an element in which a marker stands unescaped, with its type."""
    proto = getattr(element, "proto", None)
    if isinstance(proto, Message):
        # HTML reads none of the others.
        pattern = IN_HTML if element.type == "html" else READ_AS_MARKUP
        yield from (f"{element.type}: {text}" for text in _sources(proto) if pattern.search(text))


def _sources(proto: Message) -> Iterator[str]:
    for field, value in proto.ListFields():
        radio = field.name == "options" and proto.DESCRIPTOR.name == "Radio"
        for item in value if not isinstance(value, str | bytes | bool | int | float | Message) else [value]:
            if isinstance(item, str) and (field.name in SOURCES or radio):
                yield item
            elif isinstance(item, Message) and field.name == "options":
                yield from _sources(item)


def nodes(tree: Block) -> Iterator[Node]:
    """A block's elements and blocks, at any depth."""
    for child in tree.children.values():
        yield child
        if isinstance(child, Block):
            yield from nodes(child)


def drawn_nodes(test: AppTest) -> list[Node]:
    """Everything on a page, side bar and dialogues included."""
    return [node for top in test._tree.children.values() if isinstance(top, Block) for node in nodes(top)]


def read_as_markup(test: AppTest) -> list[str]:
    """Sources on the page in which a marker stands unescaped."""
    return [source for node in drawn_nodes(test) for source in marked_sources(node)]


@pytest.mark.exhaustive
def test_no_page_reads_what_people_typed_as_markup(open_page: OpenPage, core: Core) -> None:
    ids = fill_demo(core)
    bad: list[tuple[object, ...]] = []
    shown = 0
    for role, page, query in visits(ids):
        test = open_page(f"pages/{page}.py", role)
        for name, value in query.items():
            test.query_params[name] = value
        test.run()
        assert not test.exception, (page, query)
        shown += HOST in str([getattr(node, "proto", "") for node in drawn_nodes(test)])
        bad += [(role, page, sorted(query), source) for source in read_as_markup(test)]
    assert not bad, "\n".join(map(str, bad))
    assert shown >= LEAST_SHOWN


def test_every_field_of_the_database_that_holds_words_bears_a_marker(core: Core) -> None:
    fill_demo(core)
    assert isinstance(core.store, SqlStore)
    with core.store.engine.connect() as connection:
        unmarked = {
            f"{table.name}.{column.name}"
            for table in SQLModel.metadata.sorted_tables
            for column in table.columns
            if isinstance(column.type, String)
            and not connection.execute(select(column).where(column.contains(HOST)).limit(1)).first()
        }
    assert unmarked == CODES
