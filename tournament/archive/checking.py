"""Validate an archive: its shape, the consistency of its facts, and whether its results follow from them.

Uses the models' types, but neither reads nor writes the database.
"""

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _

from tournament.archive import derived, facts
from tournament.archive.problems import MOST_TOLD, ArchiveProblem, BadArchive, at
from tournament.archive.schema import ARCHIVE, FORMAT, VERSION
from tournament.archive.shape import OneOf, shown
from tournament.archive.upgrade import VERSION_1, upgraded

Values = dict[str, Any]


def problems_of(archive: Any) -> list[ArchiveProblem]:
    """All problems of a file's values, in the file's order; none if it is a valid archive of either version.

    Facts are checked only if the shape is right, and results only if the facts are consistent. At most
    `MOST_TOLD` problems are listed, then at least how many more there are.
    """
    archive = upgraded(archive)
    for look in (_kind, _shape, facts.problems_of, _results):
        problems = list(islice(look(archive), MOST_TOLD + 1))
        if len(problems) > MOST_TOLD:
            more = _("and more: only the first %(told)d problems are named.")
            return [*problems[:MOST_TOLD], ArchiveProblem("", more % {"told": MOST_TOLD})]
        if problems:
            return problems
    return []


def refuse_bad(archive: Any) -> None:
    """Raise `BadArchive` unless this is a valid archive."""
    if problems := problems_of(archive):
        raise BadArchive(problems)


def _kind(archive: Any) -> Iterator[ArchiveProblem]:
    """Check the kind of the file, before its members."""
    if not isinstance(archive, dict):
        yield ArchiveProblem("", _("This is not an event’s archive: the file holds %s.") % shown(archive))
        return
    for name, known in (("format", (FORMAT,)), ("version", (VERSION_1, VERSION))):
        if name in archive:
            yield from OneOf(known).check(archive[name], name)
        else:
            yield ArchiveProblem(name, _("is missing; is this the archive of an event?"))


def _shape(archive: Values) -> Iterator[ArchiveProblem]:
    return ARCHIVE.check(archive, "")


def _results(archive: Values) -> Iterator[ArchiveProblem]:
    try:
        yield from differences(archive, derived.recomputed(archive), "")
    except BadArchive as bad:
        yield from bad.problems


def differences(found: Any, expected: Any, path: str) -> Iterator[ArchiveProblem]:
    """The differences between two documents, member by member."""
    if isinstance(found, dict) and isinstance(expected, dict) and found.keys() == expected.keys():
        for name in found:
            yield from differences(found[name], expected[name], at(path, name))
    elif isinstance(found, list) and isinstance(expected, list):
        if len(found) != len(expected):
            counts = {"found": len(found), "expected": len(expected)}
            message = _("has %(found)d members in the file; recomputed there are %(expected)d.")
            yield ArchiveProblem(path, message % counts)
        for index, (one, other) in enumerate(zip(found, expected, strict=False)):
            yield from differences(one, other, at(path, index))
    elif json.dumps(found) != json.dumps(expected):
        facts = {"found": shown(found), "expected": shown(expected)}
        yield ArchiveProblem(path, _("is %(found)s in the file; recomputed it is %(expected)s.") % facts)
