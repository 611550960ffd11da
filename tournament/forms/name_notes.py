"""What stands beside the name in a pasted line and is no part of it: phone numbers, mail addresses, amounts,
marks such as “*paid*”. It is taken out and told, because names are public.
"""

import re

from tournament.contacts import MAIL, PHONE
from tournament.names import tidy

_PAID = r"(?:has\s+|have\s+)?(?:not\s+(?:yet\s+)?)?(?:un)?paid"
_PAID_HOW = rf"(?:{_PAID}|pd|owes|owing|cash|cheque|e-?transfer|venmo|paypal)"
_MONEY = r"\d+(?:[.,]\d+)*"
_CURRENCY = r"(?:dollars?|bucks|euros?|cad|usd|eur)"
# In the order in which they are looked for. The first, mail addresses, is slow on a line without their mark.
_AT = re.compile("[@＠]")
_PARTS = tuple(
    re.compile(part, re.IGNORECASE)
    for part in (
        rf"(?:\be-?mail\s*:?\s*)?[<(]?(?:mailto:)?{MAIL}[>)]?",
        rf"[$€£]\s*{_MONEY}|(?<![\w.]){_MONEY}\s*(?:[$€£]|{_CURRENCY}\b)",
        rf"(?:\b(?:tel|ph|phone|cell|mobile|mob|call|text)\b\.?\s*:?\s*)?{PHONE}(?:\s*(?:x|ext\.?)\s*\d+)?",
        rf"[*_(\[]+\s*{_PAID_HOW}(?:\s+{_PAID_HOW}|\s+in\s+full)*\s*[*_)\]]+",
        rf"\b{_PAID}\b(?:\s+(?:in\s+full|cash|already|online))?",
        r"\[\s*[xX]?\s*\]|[*✓✔✅☑☐❌✗✘]+",
    )
)
# A list's own number or bullet: it is read elsewhere, and its digits are no part of a phone number.
_HEAD = re.compile(r"\s*(?:[-–—*•·]\s+)?(?:#?\d{1,4}[.):]\s+)?")
_HOLLOW = re.compile(r"\(\s*\)|\[\s*\]|<\s*>")
_DANGLING = re.compile(r"\s*[-–—:/|]+\s*(?=,|$)|^[\s\-–—:/|]+")


def without(text: str, *, numbered: bool = True) -> tuple[str, list[str]]:
    """The text without what is no name, and what was taken out, in the order found. `numbered`: it may begin
    with the list's own number or bullet.

    >>> without("18. Dick Holloway - 226.555.0111 *paid*")
    ('18. Dick Holloway', ['226.555.0111', '*paid*'])
    >>> without("Jean (Elgin St.)"), without("Mary 2")
    (('Jean (Elgin St.)', []), ('Mary 2', []))
    """
    head = _HEAD.match(text) if numbered else None
    start = head.end() if head else 0
    kept, rest = text[:start], text[start:]
    found: list[str] = []
    while (smaller := _once(rest, found)) != rest:  # what stood on either side may make a number together
        rest = smaller
    return (tidy(f"{kept}{rest}"), found) if found else (text, found)


def _once(text: str, found: list[str]) -> str:
    for part in _PARTS if _AT.search(text) else _PARTS[1:]:
        for match in part.finditer(text):
            if tidy(match[0]):
                found.append(tidy(match[0]))
        text, count = part.subn(" ", text)
        if count:
            text = _DANGLING.sub("", tidy(_HOLLOW.sub(" ", text)))
    return text
