"""Headers: no page allows more than it needs; a cache in front keeps for a moment what all may see."""

from pathlib import Path

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory

from tests.helpers.addresses import pages
from tests.helpers.page_names import check_names
from tests.helpers.whole_site import ASKED, who_opens
from tournament.web.caches import SharedCaches, mark_for_everybody

ROOT = Path(__file__).resolve().parents[2]
SHARED = "public, max-age=0, must-revalidate, s-maxage=1"
OWN = "private, no-cache"  # its reader's own browser
# The only pages that a cache in front may keep; each is asked for without a cookie.
EVERYBODYS = {
    "public:event", "public:live", "public:standings", "public:csv", "public:xlsx", "public:standings_json",
    "public:rounds_json", "public:calendar", "public:final", "public:seating", "public:round", "public:teams",
    "public:players", "public:player", "public:board", "public:board_live", "public:rules",
    "season:show", "season:csv", "season:xlsx", "season:standings_json", "season:person",
}  # fmt: skip
# Kept longer, and the same for everybody who reads the same language.
FILES = {"manifest"}
# Pages whose rendering starts another process are asked about without one elsewhere.
PRESSED = {"printing:pdf", "printing:picture", "public:pdf"}
# Of these pages an official's own browser may keep something.
OPEN = ("public:", "home", "rules", "healthz", "time", "season:", "accounts:sign_in", "manifest")
# Whoever has the address of one of these needs nothing else.
SECRET = ("player_page:", "table_entry:", "self_check_in:", "sign_up_page:", "invitations:")


@pytest.mark.slow
def test_every_address_says_who_may_frame_find_and_keep_it_and_shows_the_template_of_its_view(site):
    """One walk of each visitor; anybody's browser is a new one each time, for some pages set cookies."""
    addresses = {
        page.name: page.address(site.values_for(page.name))
        + (ASKED[page.name](site) if page.name in ASKED else "")
        for page in pages()
        if page.name not in PRESSED
    }
    answers = {}
    for who in ("owner", "phone", "anybody"):
        client = site.client(who)
        answers[who] = {
            name: (Client() if who == "anybody" else client).get(path) for name, path in addresses.items()
        }
    no_search_engine_keeps_a_secret(answers)
    a_cache_in_front_may_keep_what_everybody_sees_and_nothing_else(answers["anybody"])
    for name, answer in answers["owner"].items():
        forbids_what_it_does_not_need(name, answer)
        is_kept_by_its_own_reader_at_most(name, answer)
    for all_answers in (answers["owner"], answers["phone"]):
        assert {name for name, answer in all_answers.items() if kept_by_a_shared_cache(answer)} <= FILES
        assert not [name for name, answer in all_answers.items() if "s-maxage" in answer["Cache-Control"]]
    check_names({name: answers[who_opens(name)][name] for name in addresses})


def no_search_engine_keeps_a_secret(answers):
    told = set()
    for of_somebody in answers.values():
        for name, answer in of_somebody.items():
            if name.startswith(SECRET) and answer.status_code in (200, 403):
                told.add(name.partition(":")[0] + ":")
                assert "noindex" in answer["X-Robots-Tag"], name
                assert "private" in answer["Cache-Control"] or "no-store" in answer["Cache-Control"], name
    assert told == set(SECRET)


def kept_by_a_shared_cache(answer):
    held = answer.get("Cache-Control", "")
    return not ("private" in held or "no-store" in held)


def a_cache_in_front_may_keep_what_everybody_sees_and_nothing_else(answers):
    kept = {name for name, answer in answers.items() if kept_by_a_shared_cache(answer)}
    assert kept == EVERYBODYS | FILES
    assert {answers[name]["Cache-Control"] for name in EVERYBODYS} == {SHARED}
    for name in kept:
        assert answers[name].status_code == 200, name
        assert not answers[name].cookies, name
    for name in EVERYBODYS:  # so a kept page is never given to somebody with a cookie or another language
        hangs_on = {part.strip() for part in answers[name]["Vary"].split(",")}
        assert "Cookie" in hangs_on, name
        assert hangs_on <= {"Cookie", "Accept-Language", "Accept-Encoding"}, name
    hangs_on = {name for name, answer in answers.items() if "Accept-Language" in answer.get("Vary", "")}
    assert {"public:event", "public:standings", "rules"} <= hangs_on
    assert "healthz" not in hangs_on


def forbids_what_it_does_not_need(name, answer):
    policy = answer["Content-Security-Policy"]
    assert "unsafe" not in policy, name
    assert "default-src 'none'" in policy, name
    assert "frame-ancestors 'none'" in policy, name
    assert answer["X-Frame-Options"] == "DENY", name
    named = [part.split() for part in policy.split(";")]
    assert {source for _what, *sources in named for source in sources} <= {"'self'", "'none'", "data:"}, name
    assert answer["X-Content-Type-Options"] == "nosniff", name
    assert answer["Referrer-Policy"] in ("same-origin", "no-referrer"), name


def is_kept_by_its_own_reader_at_most(name, answer):
    if name.startswith("player_page:") and answer.status_code == 200:
        # Their own browser keeps what it shows, to be told "unchanged" when it asks again.
        assert answer["Cache-Control"] == "private, no-cache", name
    elif not name.startswith(OPEN) and answer.status_code == 200:
        assert "no-store" in answer["Cache-Control"], name


def test_nginx_keeps_apart_all_that_an_answer_hangs_on():
    """What the test above allows, and the host's name."""
    page = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    for line in (
        'map "$uri|$http_cookie" $kept {',
        "map $http_accept_encoding $zipped {",
        "map $http_accept_language $first_language {",
        "proxy_set_header Accept-Encoding $zipped;",
        "proxy_set_header Accept-Language $first_language;",
        "proxy_cache $kept;",
        'proxy_cache_key "$scheme $host $request_uri $zipped $first_language";',
    ):
        assert f" {line}\n" in page


def test_an_unchanged_page_may_be_kept_like_the_page_itself(site):
    path = f"/e/{site.playing.slug}/standings/"
    page = Client().get(path)
    again = Client().get(path, headers={"If-None-Match": page["ETag"]})
    assert again.status_code == 304
    assert (again["Cache-Control"], "Cookie" in again["Vary"]) == (SHARED, True)
    official = site.client("owner").get(path, headers={"If-None-Match": page["ETag"]})
    assert (official.status_code, official["Cache-Control"]) == (304, "private, no-cache")


def test_neither_what_is_wrong_nor_what_has_a_secret_in_its_address_is_kept(site):
    playing, setup = site.playing.slug, site.setup
    for path in ("/e/nothing-here/", "/s/nothing-here/", "/nothing/", f"/e/{playing}/final/"):
        answer = Client().get(path)
        assert answer.status_code == 404
        assert not kept_by_a_shared_cache(answer), path
    for path in ("board/", "board/live/"):  # the screen that shows where to check in
        shown = Client().get(f"/e/{setup.slug}/{path}?here={setup.here_token}")
        assert (shown.status_code, shown["Cache-Control"]) == (200, "private, no-cache")


@pytest.mark.parametrize(
    ("headers", "cookie", "sent", "told"),
    [
        ({}, "", {}, SHARED),
        ({}, "1", {}, OWN),
        ({"Vary": "Accept-Encoding, Cookie"}, "", {}, OWN),  # the session, the form's token, a language
        ({}, "", {"HTTP_COOKIE": "django_language=fr"}, OWN),
        ({"Cache-Control": "no-store"}, "", {}, "no-store"),
    ],
    ids=["for everybody", "sets a cookie", "read one", "was sent one", "says otherwise"],
)
def test_a_page_for_everybody_is_kept_unless_it_has_to_do_with_a_cookie(headers, cookie, sent, told):
    """The rule holds for pages to come as well."""
    answer = mark_for_everybody(HttpResponse("shown", headers=headers))
    if cookie:
        answer.set_cookie("seen", cookie)
    request = RequestFactory().get("/e/x/", **sent)
    assert SharedCaches(lambda _request: answer)(request)["Cache-Control"] == told


def test_a_page_that_says_nothing_is_kept_for_nobody_else():
    kept = SharedCaches(lambda _request: HttpResponse())(RequestFactory().get("/"))
    assert kept["Cache-Control"] == OWN
