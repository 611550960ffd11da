"""Remove what is not part of a name from a pasted line: phone numbers, mail addresses, amounts, ticks.

Names are public, so nothing else may remain in them. What was removed is returned, to be shown.
"""

import re

from tournament.contacts import MAIL, PHONE
from tournament.names import tidy

_PAID = r"(?:has\s+|have\s+)?(?:not\s+(?:yet\s+)?)?(?:un)?paid"
_PAID_HOW = rf"(?:{_PAID}|pd|owes|owing|cash|cheque|e-?transfer|venmo|paypal)"
_MONEY = r"\d+(?:[.,]\d+)*"
_OWED = r"(?:paid|unpaid|pd|owes|owing|e-?transfer)"
_BY = r"(?:\s*(?:by|via|in)?\s*(?:cash|cheque|e-?transfer|venmo|paypal))?"
_CURRENCY = r"(?:dollars?|bucks|euros?|cad|usd|eur)"
# In search order. The first, mail addresses, is slow on a line without an @, so such lines skip it.
_AT = re.compile("[@＠]")
_PARTS = tuple(
    re.compile(part, re.IGNORECASE)
    for part in (
        rf"(?:\be-?mail\s*:?\s*)?[<(]?(?:mailto:)?{MAIL}[>)]?",
        rf"[(\[][^()\[\]]*\b{_OWED}\b[^()\[\]]*[)\]]",
        rf"(?:\bow(?:es|ing)\s*)?[$€£]\s*{_MONEY}{_BY}",
        rf"(?<![\w.–-]){_MONEY}\s*(?:[$€£](?!\s*\d)|{_CURRENCY}\b)",
        rf"(?:\b(?:tel|ph|phone|cell|mobile|mob|call|text)\b\.?\s*:?\s*)?{PHONE}(?:\s*(?:x|ext\.?)\s*\d+)?",
        rf"[*_(\[]+\s*{_PAID_HOW}(?:\s+{_PAID_HOW}|\s+in\s+full)*\s*[*_)\]]+",
        rf"\b{_PAID}\b(?:\s+(?:in\s+full|cash|already|online))?",
        r"(?<=[-–—,])\s*(?:owes|owing|pd|e-?transfer|venmo(?:['’]?d)?|paypal)\s*$",
        r"\[\s*[xX]?\s*\]|[*~\u2600-\u27bf\U0001f000-\U0001faff]+",
        r"(?<=\s)(?:\+|x)\s?\d{1,2}(?=\s*$|,)",
    )
)
# A list's own number or bullet; kept apart, so that its digits are not read as part of a phone number.
_HEAD = re.compile(r"\s*(?:[-–—*•·]\s+)?(?:#?\d{1,4}[.):]\s+)?")
_HOLLOW = re.compile(r"\(\s*\)|\[\s*\]|<\s*>")
_DANGLING = re.compile(r"[\s\-–—:/|]*[-–—:/|(\[]\s*(?=,|$)|^[\s\-–—:/|]+")


def without(text: str, *, numbered: bool = True) -> tuple[str, list[str]]:
    """The text reduced to the name, and what was removed, in the order found.

    `numbered`: the text may begin with the list's own number or bullet, which is kept.

    >>> without("18. Dick Holloway - 226.555.0111 *paid*")
    ('18. Dick Holloway', ['226.555.0111', '*paid*'])
    >>> without("Jean (Elgin St.)"), without("Mary 2")
    (('Jean (Elgin St.)', []), ('Mary 2', []))
    """
    head = _HEAD.match(text) if numbered else None
    start = head.end() if head else 0
    head_text, rest = text[:start], text[start:]
    removed: list[str] = []
    while (
        smaller := _once(rest, removed)
    ) != rest:  # the text on both sides of a removed part may form a phone number
        rest = smaller
    return (tidy(f"{head_text}{rest}"), removed) if removed else (text, removed)


def _once(text: str, removed: list[str]) -> str:
    for part in _PARTS if _AT.search(text) else _PARTS[1:]:
        for match in part.finditer(text):
            if tidy(match[0]):
                removed.append(tidy(match[0]))
        text, count = part.subn(" ", text)
        if count:
            text = _DANGLING.sub("", tidy(_HOLLOW.sub(" ", text)))
    return text
