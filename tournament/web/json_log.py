"""The log as JSON lines, for a hosted site's collector. Secret links are cut short."""

import json
import logging
from datetime import UTC, datetime

from tournament.web.log_redaction import redacted


class JsonLog(logging.Formatter):
    """`{"at", "level", "logger", "message", …}`; the entries of a record's `facts` are added to them."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(
            {name: redacted(value) for name, value in line.items()}, ensure_ascii=False, default=str
        )
