"""A match is its deal and the log of its moves: play it, write it down, read it back, prove that it was fair."""

from spieltisch.match.match import Match
from spieltisch.match.proof import Proof, commit, new_proof
from spieltisch.match.record import (
    BadRecord,
    End,
    Record,
    check_end,
    check_length,
    outcome_after,
    read_line,
    read_records,
    replay,
    verify,
    write_line,
)

__all__ = [
    "BadRecord",
    "End",
    "Match",
    "Proof",
    "Record",
    "check_end",
    "check_length",
    "commit",
    "new_proof",
    "outcome_after",
    "read_line",
    "read_records",
    "replay",
    "verify",
    "write_line",
]
