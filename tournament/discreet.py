"""Keeps the players' secret links out of the logs: `/p/…` is all that is ever written of one."""

import logging
import re

SECRET = re.compile(r"(/p/)[^/\s\"'?]+")


def masked(value: object) -> object:
    """The value with every secret link in it cut short; what is no text, or holds none, is passed on."""
    text = value if isinstance(value, str) else ""
    return SECRET.sub(r"\1…", text) if "/p/" in text else value


class HideLinks(logging.Filter):
    """Masks a record's message and what is filled into it."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = masked(record.msg)
        if isinstance(record.args, tuple):
            record.args = tuple(masked(value) for value in record.args)
        return True
