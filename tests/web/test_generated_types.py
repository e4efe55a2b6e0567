"""The client's types are the server's: generated, committed, and a change on one side alone is noticed."""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from spieltisch.server import messages as ms
from tools import build_web, protocol_types

if TYPE_CHECKING:
    from pathlib import Path

WEB = build_web.WEB
TSC = WEB / "node_modules" / "typescript" / "bin" / "tsc"


def test_the_generated_files_fit_the_sources() -> None:
    assert protocol_types.stale() == [], "run python tools/build_web.py, and commit what it writes"


def test_the_check_names_a_file_that_is_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = {path: f"{text}// more\n" for path, text in protocol_types.files().items()}
    monkeypatch.setattr(protocol_types, "files", lambda: changed)
    with pytest.raises(build_web.NotBuilt, match=r"web/src/generated/protocol\.ts.* Run python tools/build_web\.py"):
        build_web.check()


def test_no_game_is_named_in_the_protocol() -> None:
    assert not re.search("wampum|wigwam|amul", protocol_types.protocol(), re.IGNORECASE)


def test_a_client_may_leave_out_what_has_a_default_and_gets_everything_that_the_server_knows() -> None:
    text = protocol_types.protocol()
    assert re.search(r"interface Play \{[^}]*\n  id\?: string;", text)
    assert re.search(r"interface Turn \{[^}]*\n  paused: boolean;", text)


def renamed(kind: type[msgspec.Struct], old: str, new: str) -> type[msgspec.Struct]:
    """The same message with a field of another name."""
    fields: list[Any] = [
        (new if field.name == old else field.name, field.type) for field in msgspec.structs.fields(kind)
    ]
    return msgspec.defstruct(kind.__name__, fields, kw_only=True, frozen=True)


def type_check(folder: Path) -> subprocess.CompletedProcess[str]:
    """Check the part of the client that keeps a table, with the types that lie in a copy of its sources."""
    build_web.find_npm()  # puts Node within reach
    options = ["--noEmit", "--strict", "--skipLibCheck", "--target", "ES2022", "--module", "ESNext"]
    options += ["--moduleResolution", "bundler", "--types", "svelte,vite/client", "--resolveJsonModule"]
    command = ["node", str(TSC), *options, "src/lib/table.svelte.ts"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.skipif(
    not TSC.is_file(), reason="what checks the client is not installed: python tools/build_web.py --checkers"
)
def test_a_field_that_is_renamed_on_the_server_alone_breaks_the_client(tmp_path: Path) -> None:
    shutil.copytree(WEB / "src", tmp_path / "src")
    (tmp_path / "node_modules").symlink_to(WEB / "node_modules")
    assert type_check(tmp_path).stdout == ""
    writer = protocol_types.Writer({})
    writer.add(renamed(ms.Turn, "waiting", "expected"))
    protocol = tmp_path / "src" / "generated" / "protocol.ts"
    before = protocol.read_text("utf-8")
    protocol.write_text(re.sub(r"export interface Turn \{.*?\n\}\n", writer.written["Turn"], before, flags=re.DOTALL))
    assert re.search(r"'waiting' does not exist (in|on) type 'Turn'", type_check(tmp_path).stdout)
