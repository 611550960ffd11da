"""A name for one telling of an event or a season, by which caches and browsers know what they keep.

Keys, slugs and versions come back when a backup is restored; this name never does. Whoever keeps something
made from an event (a rendered page, an ETag, an entry waiting in a browser) keeps it under this name.
"""

import secrets


def new_uid() -> str:
    """128 random bits, for a row that was just made."""
    return secrets.token_hex(16)
