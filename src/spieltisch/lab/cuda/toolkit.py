"""Numba's CUDA, of Numba itself or of numba-cuda where that is installed: neither tells types that hold."""

from importlib import import_module
from typing import Any

cuda: Any = import_module("numba.cuda")
