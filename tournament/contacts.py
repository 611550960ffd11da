"""Phone numbers and mail addresses in what people type as a name. Names are public, so neither may stay."""

import re

# What people put between the digits of a number: spaces, dots, dashes, slashes, brackets.
_BETWEEN = r"[\s.()\[\]/+*~·_\-\u2010-\u2015\u2212]*"
# Seven digits are the shortest number that somebody can be called at.
PHONE = rf"(?:\+\s*)?\(?\d(?:{_BETWEEN}\d){{6,}}\)?"
MAIL = r"[^\s,;:<>()\[\]\"]*[@＠][^\s,;<>()\[\]\"]*"
_CONTACT = re.compile(rf"{MAIL}|{PHONE}")


def holds_contact(text: str) -> bool:
    """Whether there is a phone number or a mail address in it.

    >>> holds_contact("Dick Holloway 226.555.0111"), holds_contact("ann@example.org")
    (True, True)
    >>> holds_contact("Mary 2"), holds_contact("Jean (Elgin St. 1204)")
    (False, False)
    """
    return _CONTACT.search(text) is not None
