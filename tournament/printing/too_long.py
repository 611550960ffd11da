"""Which names a paper has no room for, so that none is cut unannounced."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from html import unescape
from typing import Any

from django.utils.html import strip_tags
from django.utils.safestring import SafeString

from tournament.printing.fit import ELLIPSIS, Fitted
from tournament.printing.printout import Printout

SHORT = 16  # letters; every paper has room for so many


def cut_names(printout: Printout, names: Iterable[str]) -> tuple[str, ...]:
    """The names that end in an ellipsis somewhere on the paper.

    Names that a paper abbreviates by design (“Siobhán O.”) are not among them.
    """
    long = [name for name in names if len(name) > SHORT]
    if not long:
        return ()
    begun = {_close(text)[: -len(ELLIPSIS)] for text in _texts(printout.sheets) if text.endswith(ELLIPSIS)}
    begun.discard("")
    return tuple(name for name in long if any(_close(name).startswith(text) for text in begun))


def _texts(shown: Any) -> Iterator[str]:
    """Every line of text in what a sheet shows; fitted lines are one text."""
    if isinstance(shown, Fitted):
        yield "".join(shown.lines)
    elif isinstance(shown, str):
        plain = unescape(strip_tags(shown)) if isinstance(shown, SafeString) else shown
        yield from plain.split("\n")
    elif isinstance(shown, Mapping):
        yield from _texts(tuple(shown.values()))
    elif isinstance(shown, tuple | list):
        for one in shown:
            yield from _texts(one)
    elif is_dataclass(shown):
        for field in fields(shown):
            yield from _texts(getattr(shown, field.name))


def _close(text: str) -> str:
    """Without blanks: a line may end between words or within one."""
    return "".join(text.split())
