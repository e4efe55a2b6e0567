"""Spieltisch: a digital table for Wampum, Wigwam and Amul.

Importing the package decides where compiled rules are kept, before Numba can; everything else loads on demand.
"""

from spieltisch._cache import place_compiled_code

__version__ = "0.1.0"

place_compiled_code()
