"""Keep secret links out of the logs: only `/p/…`, `/t/…` and the like are ever written."""

import logging
import re

# A player's own page, a table's, a sign-up, an invitation to be an official, where a form sent twice waits,
# the sign by which players check in, the link that signs the director in at the start.
SECRET = re.compile(r"(/(?:p|t|my|join|sent|here|start)/)[^/\s\"'?]+")


def redacted(value: object) -> object:
    """The value with every secret link in it cut short; other values pass unchanged."""
    return SECRET.sub(r"\1…", value) if isinstance(value, str) else value


class RedactLinks(logging.Filter):
    """Mask a record's message and its arguments."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = redacted(record.msg)
        if isinstance(record.args, tuple):
            record.args = tuple(redacted(value) for value in record.args)
        return True
