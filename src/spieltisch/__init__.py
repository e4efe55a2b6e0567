"""Spieltisch: a digital table for board games. Everything loads on demand: start at `spieltisch.games`."""

__version__ = "0.1.0"
