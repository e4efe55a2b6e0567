"""Without what an extra brings, a part of the lab says in one sentence how it is installed."""

from __future__ import annotations

import importlib
import sys

import pytest

from spieltisch import lab


@pytest.mark.parametrize(
    ("module", "missing"), [("zoo", "pettingzoo"), ("zoo", "gymnasium"), ("gym", "gymnasium"), ("openspiel", "pyspiel")]
)
def test_who_imports_a_part_without_its_extra_is_told_which(
    module: str, missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("zoo", "gym", "openspiel"):
        monkeypatch.delitem(sys.modules, f"spieltisch.lab.{name}", raising=False)
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(ModuleNotFoundError) as told:
        importlib.import_module(f"spieltisch.lab.{module}")
    assert str(told.value) == f"{missing} is not installed; pip install 'spieltisch[lab]'."
    assert told.value.name == missing


def test_who_reads_columns_without_polars_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(ModuleNotFoundError, match=r"polars is not installed; pip install 'spieltisch\[lab\]'\."):
        lab.read("anywhere")
