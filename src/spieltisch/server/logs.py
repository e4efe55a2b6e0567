"""Structured logs: one JSON object a line on the error stream, with what a person who runs the server asks for."""

from __future__ import annotations

import logging
import sys

import msgspec

STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


class JsonLines(logging.Formatter):
    """Writes a log record with its extra fields."""

    def format(self, record: logging.LogRecord) -> str:
        """Write one line."""
        line: dict[str, object] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "what": record.getMessage(),
            "from": record.name,
        }
        line |= {key: value for key, value in vars(record).items() if key not in STANDARD}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line, enc_hook=str).decode()


def set_up(level: str = "INFO") -> None:
    """Send all logs of the program to the error stream."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "litestar"):
        logging.getLogger(name).handlers = []
        logging.getLogger(name).propagate = True
    logging.getLogger("uvicorn.access").setLevel("WARNING")
    logging.getLogger("uvicorn.error").addFilter(not_by_strangers)
    logging.getLogger("alembic").setLevel("WARNING")


UNREADABLE = "Invalid HTTP request received."
"""What uvicorn says of a request that is none; it answers it, too."""


def not_by_strangers(record: logging.LogRecord) -> bool:
    """Whatever strangers send ends with an answer or a code: they could fill the log with it, and its tracebacks."""
    by_bad_text = record.exc_info is not None and isinstance(record.exc_info[1], UnicodeDecodeError)
    return not by_bad_text and record.getMessage() != UNREADABLE
