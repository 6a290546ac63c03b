"""What pyproject.toml asks for is what the product imports, and each of its packages has one tested version."""

from __future__ import annotations

import sys
import tomllib
from importlib.metadata import packages_distributions
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.test_import_directions import ROOT, imported, modules

OWN = {"core", "frame", "pages"}
BROUGHT_ALONG = {"pydantic-core": "pydantic", "protobuf": "streamlit"}
"""Imported, but in the version that another package asks for: a range of our own could only contradict it."""
NOT_IMPORTED = {"fastapi-swagger", "pylopdf-fonts-zh-cn", "python-multipart", "websockets"}
"""Asked for though no line imports them: files that are served or printed with, and what starlette and uvicorn load by themselves."""


def pyproject() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def names(requirements: list[str]) -> set[str]:
    return {canonicalize_name(Requirement(requirement).name) for requirement in requirements}


def test_the_product_imports_what_it_asks_for_and_asks_for_what_it_imports() -> None:
    outside = {name.split(".")[0] for path in modules() for name in imported(path)}
    outside -= OWN | sys.stdlib_module_names
    owners = packages_distributions()
    found = {canonicalize_name(owners[name][0]) for name in outside}
    declared = names(pyproject()["project"]["dependencies"])
    assert declared == (found - BROUGHT_ALONG.keys()) | NOT_IMPORTED
    assert set(BROUGHT_ALONG.values()) <= declared


def test_every_package_that_is_named_has_one_tested_version_inside_of_its_range() -> None:
    read = pyproject()
    groups = [entry for group in read["dependency-groups"].values() for entry in group if isinstance(entry, str)]
    extras = [entry for extra in read["project"]["optional-dependencies"].values() for entry in extra]
    ranged = [Requirement(entry) for entry in (*read["project"]["dependencies"], *extras)]
    tested = [Requirement(entry) for entry in read["tool"]["uv"]["constraint-dependencies"]]
    assert [str(pin) for pin in tested if [clause.operator for clause in pin.specifier] != ["=="]] == []
    versions = {canonicalize_name(pin.name): next(iter(pin.specifier)).version for pin in tested}
    assert len(versions) == len(tested)
    assert versions.keys() == {canonicalize_name(asked.name) for asked in ranged} | names(groups)
    for asked in ranged:
        assert asked.specifier.contains(versions[canonicalize_name(asked.name)]), asked
        assert {clause.operator for clause in asked.specifier} == {">=", "<"}, asked


def test_what_runs_the_service_is_not_asked_for_a_second_time_for_tests() -> None:
    read = pyproject()
    groups = [entry for group in read["dependency-groups"].values() for entry in group if isinstance(entry, str)]
    assert names(groups) & names(read["project"]["dependencies"]) == set()
