"""What a service answers when it does not do what was asked."""

from tournament.models import Sheet


class Refused(Exception):
    """The action cannot be done as things are. `field` names the input it belongs to, None for the whole."""

    def __init__(self, code: str, message: str, field: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.field = field


class Stale(Refused):
    """Somebody else saved this table's sheet since the page was made; `current` is what counts now."""

    def __init__(self, message: str, current: Sheet | None) -> None:
        super().__init__("stale", message)
        self.current = current


class Unconfirmed(Refused):
    """The values are possible but unlikely; ask, then send again with `confirmed=True`."""
