"""The errors by which a service refuses an action."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from scoring.doubts import Doubt
from scoring.sentences import joined
from scoring.sheet import NextDeal
from tournament.models import Sheet
from tournament.words.sentences import in_words


class Refused(Exception):
    """The action cannot be done as things are. `field` names the input it belongs to, None for the whole.

    `numbers` are those in the sentence, for a refusal that is stored and put into words later.
    """

    def __init__(
        self,
        code: str,
        message: str,
        field: str | None = None,
        numbers: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        self.message = in_words(message)  # a rule's own sentence may be the reason
        super().__init__(self.message)
        self.code = code
        self.field = field
        self.numbers = dict(numbers)


class Stale(Refused):
    """Somebody else saved this table's sheet since the page was made; `current` is what counts now."""

    def __init__(self, message: str, current: Sheet | None) -> None:
        super().__init__("stale", message)
        self.current = current


class Unconfirmed(Refused):
    """The values are possible but unlikely; ask, then send again with `confirmed=True`."""


class Incomplete(Refused):
    """The deals do not make a whole round yet; `missing` is the deal that is due."""

    def __init__(self, message: str, missing: NextDeal | None) -> None:
        super().__init__("incomplete", message, "deals")
        self.missing = missing


class Unanswered(Refused):
    """Nobody has said of a ruling's award whether the totals hold it."""


class Doubted(Unconfirmed):
    """The values are possible but unlikely; `doubts` says each thing to look at again."""

    def __init__(self, doubts: Sequence[Doubt]) -> None:
        super().__init__(doubts[0].code, joined(doubt.message for doubt in doubts), doubts[0].field)
        self.doubts = tuple(doubts)
