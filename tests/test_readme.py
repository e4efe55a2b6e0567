"""What the documents show is what happens."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from spieltisch import games
from spieltisch.match import Match

ROOT = Path(__file__).parents[1]


def python_blocks(document: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", (ROOT / document).read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("document", ["README.md", "docs/lab.md"])
def test_the_python_examples_run_as_printed(document: str) -> None:
    blocks = python_blocks(document)
    assert blocks
    for block in blocks:
        done = subprocess.run([sys.executable, "-c", block], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert done.stdout


def test_the_shown_check_of_the_proof_is_ours() -> None:
    match = Match.deal(games.get("wampum"), 2, seed=1)
    (block,) = python_blocks("docs/records.md")
    names: dict[str, object] = {}
    exec(block, names)  # noqa: S102 - our own document
    commitment = names["commitment"]
    assert callable(commitment)
    record = {"deal": match.table.dealt, "proof": {"salt": match.proof.salt}}
    assert commitment(record) == match.proof.commitment


def test_links_between_documents_lead_somewhere() -> None:
    for document in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text("utf-8")):
            assert (document.parent / target).exists(), (document.name, target)
