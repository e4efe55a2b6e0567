"""Spieltisch: a digital table for Wampum, Wigwam and Amul. Everything loads on demand: start at `spieltisch.games`."""

__version__ = "0.1.0"
