"""Where compiled rules are kept between runs.

Numba's disk cache does not notice changes in functions of other modules. The folder is therefore named after
a hash of all compiled sources: changed sources start with an empty folder, unchanged ones never wait.
"""

import hashlib
import os
import sys
from pathlib import Path

from platformdirs import user_cache_path

COMPILED_ROOMS = ("games", "bots")


def sources_hash() -> str:
    """Name the present state of every source that is compiled."""
    package = Path(__file__).parent
    digest = hashlib.sha256()
    for room in COMPILED_ROOMS:
        for source in sorted((package / room).rglob("*.py")):
            digest.update(source.relative_to(package).as_posix().encode())
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def place_compiled_code() -> None:
    """Point Numba at the folder for these sources, unless the user has chosen one."""
    if "NUMBA_CACHE_DIR" in os.environ:
        return
    folder = str(user_cache_path("spieltisch") / f"compiled-{sources_hash()}")
    os.environ["NUMBA_CACHE_DIR"] = folder
    if "numba" in sys.modules:  # Numba has read its environment already
        sys.modules["numba"].config.CACHE_DIR = folder
