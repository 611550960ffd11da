"""Keeps secret links out of the logs: `/p/…` or `/t/…` is all that is ever written of one."""

import logging
import re

# A player's own page, a table's, a sign-up, an invitation to be an official.
SECRET = re.compile(r"(/(?:p|t|my|join)/)[^/\s\"'?]+")


def redacted(value: object) -> object:
    """The value with every secret link in it cut short; what is no text, or holds none, is passed on."""
    return SECRET.sub(r"\1…", value) if isinstance(value, str) else value


class RedactLinks(logging.Filter):
    """Masks a record's message and what is filled into it."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = redacted(record.msg)
        if isinstance(record.args, tuple):
            record.args = tuple(redacted(value) for value in record.args)
        return True
