"""The log says who did what, one object a line, and holds no secret link."""

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.helpers.factories import enter, make_published, table_of
from tournament.web.logs import JsonLog, redacted


@contextmanager
def lines() -> Iterator[list[dict]]:
    """What is written by the site's own loggers meanwhile."""
    written, logger = [], logging.getLogger("tournament")
    handler = logging.Handler()
    handler.setFormatter(JsonLog())
    handler.emit = lambda record: written.append(json.loads(handler.format(record)))
    level = logger.level
    logger.setLevel(logging.INFO)
    logger.addHandler(handler)
    try:
        yield written
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)


def test_an_action_is_logged_with_who_did_it_once_it_is_saved(db, django_capture_on_commit_callbacks):
    event = make_published()
    with lines() as written, django_capture_on_commit_callbacks(execute=True):
        enter(table_of(event))
        assert written == []
    (line,) = written
    assert line["logger"] == "tournament.registry.actions"
    assert (line["user"], line["action"], line["event"]) == ("dora", "sheet.entered", event.slug)


def test_a_request_is_logged_with_its_end_and_without_its_query(desk, event):
    address = reverse("events:overview", args=[event.slug])
    with lines() as written:
        desk.get(f"{address}?q=secret")
    (line,) = [line for line in written if line["logger"] == "tournament.requests"]
    assert (line["method"], line["path"], line["status"], line["user"]) == ("GET", address, 200, "dora")
    assert line["ms"] > 0
    assert "secret" not in json.dumps(line)


def with_token(patterns=None, before: str = "/") -> Iterator[str]:
    """The beginning of every address whose token is all it takes; after a slug it is no secret but a mark."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = before + str(pattern.pattern)
        if ":token>" in route:
            beginning, first = route.split("<", 1)
            if first.startswith(("slug:token>", "str:token>")):
                yield beginning
        elif isinstance(pattern, URLResolver):
            yield from with_token(pattern.url_patterns, route)
        else:
            assert isinstance(pattern, URLPattern)


@pytest.mark.parametrize("beginning", sorted(set(with_token())))
def test_no_secret_link_is_written(client, db, beginning):
    secret = "Zq7mfJ2xqp9dvtR3k8wXy5LcB4hNs6Tg"
    assert secret not in str(redacted(f"GET {beginning}{secret}/live/ 200"))
    with lines() as written:
        client.get(f"{beginning}{secret}/")
    assert written
    assert secret not in json.dumps(written)


def test_every_secret_link_is_known():
    assert {"/p/", "/join/"} <= set(with_token())


def test_a_traceback_hides_secret_links_as_well():
    try:
        raise ValueError("no page /p/Zq7mfJ2xqp9dvtR3/live/")
    except ValueError as problem:
        record = logging.LogRecord("x", 40, "", 0, "failed", (), (type(problem), problem, None))
    line = JsonLog().format(record)
    assert "no page /p/" in line
    assert "Zq7" not in line
