"""What is possible in a round but unlikely: a code with its values, and the sentence that they make."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass

from scoring.catalogue import CATALOGUE
from scoring.deal import heading_of
from scoring.seats import Side
from scoring.sentences import Sentence, marked

Fact = str | int | bool

_OF_ANOTHER_VERSION = marked("This score is unlikely. Look at it again.")
_SENTENCES: Mapping[str, Sentence] = {
    "many-lone-marches": marked("%(marches)s lone marches at one table in one round: is that right?"),
    "shut-out": marked("%(side)s has won no point in the whole round: is that right?"),
    "shut-out-lost": marked("%(side)s has lost no point in the whole round: is that right?"),
    "lone-marches-missing": marked(
        "%(ns)s to %(ew)s takes more lone marches than the %(marches)s entered. Was one not marked?"
    ),
    "lone-marches-many": marked(
        "%(ns)s to %(ew)s takes fewer lone marches than the %(marches)s entered. Was one marked twice?"
    ),
    "lone-marches-side": marked(
        "%(ns)s to %(ew)s does not fit these lone marches. Were they marked for the wrong side?"
    ),
    "totals-impossible": marked("No run of deals ends %(ns)s to %(ew)s. Was a number misread?"),
    "partner-not-alone": marked(
        "%(where)s: the dealer’s partner made trump without playing alone, which they can only do by "
        "naming a suit in the second round of bidding."
    ),
    "bid-not-alone": marked(
        "%(where)s: by the ruling “%(ruling)s” one of the other side plays alone. Is the call right?"
    ),
    "side-may-not-bid": marked(
        "%(where)s: by the ruling “%(ruling)s” the makers’ side may not bid. Is the maker right?"
    ),
    "alone-struck": marked(
        "%(where)s: the ruling “%(ruling)s” cancelled the loner: it counts as a normal deal. Right?"
    ),
    "ruling-not-kept": marked(
        "%(ns)s to %(ew)s does not fit the ruling “%(ruling)s”. Was it kept in the deal it was made for?"
    ),
    "tie-open": marked(
        "The totals are equal: which side reached them first? Without an answer nobody wins the round."
    ),
}


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something possible but unlikely, for the scorer to confirm; ``field`` is the value to look at again.

    ``facts`` are numbers and codes (``{"side": "NS"}``, ``{"slot": 3, "attempt": 1}``): with the code they
    can be stored, and read again in any language.
    """

    code: str
    field: str | None
    message: Sentence
    facts: Mapping[str, Fact] = dataclasses.field(default_factory=dict)

    @classmethod
    def of(cls, code: str, field: str | None, **facts: Fact) -> Doubt:
        """The doubt with the sentence of its code."""
        return cls(code, field, doubt_sentence(code, facts), facts)

    def to_dict(self) -> dict[str, Fact]:
        """The code and its values, as they are stored."""
        return {"code": self.code, **self.facts}


def doubt_sentence(code: str, facts: Mapping[str, Fact]) -> Sentence:
    """What a doubt says; of a code that this version does not know, only that there is one.

    >>> doubt_sentence("shut-out", {"side": "EW"})
    'East/West has won no point in the whole round: is that right?'
    """
    values: dict[str, object] = {name: value for name, value in facts.items() if name != "code"}
    if "side" in facts:
        values["side"] = Side(str(facts["side"])).noun
    if "ruling" in facts:
        code_of = str(facts["ruling"])
        values["ruling"] = CATALOGUE[code_of].title if code_of in CATALOGUE else code_of
    if "slot" in facts:
        values["where"] = heading_of(int(facts["slot"]), int(facts.get("attempt", 1)))
    known = _SENTENCES.get("shut-out-lost" if code == "shut-out" and facts.get("lost") else code)
    return Sentence(known.template, values) if known else _OF_ANOTHER_VERSION
