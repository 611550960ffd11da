"""Every offence of the rulebook's section 6 as data, one entry per row, in the rulebook's order.

``T`` and ``L`` are the tournament rules and the laws; a text without an entry does not have the offence.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scoring.catalogue import conduct, dealing, play, reneges
from scoring.catalogue.shared import AFTER_PLAY, DISQUALIFIED, OTHER, OVERMARKED, WRONG_DEALER
from scoring.offences import Offence

__all__ = ["AFTER_PLAY", "CATALOGUE", "DISQUALIFIED", "OTHER", "OVERMARKED", "WRONG_DEALER"]

_IN_ORDER = (*reneges.OFFENCES, *conduct.TALK, *dealing.OFFENCES, *play.OFFENCES, *conduct.OFFENCES)

CATALOGUE: Mapping[str, Offence] = MappingProxyType({offence.code: offence for offence in _IN_ORDER})
