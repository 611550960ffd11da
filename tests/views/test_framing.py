"""The small pages that a club's own site shows in a frame: in whose, and what they show."""

import re

import pytest
from django.urls import reverse

from tests.helpers.factories import NOW, enter, make_published, table_of
from tests.helpers.refusals import refused
from tournament.services.events import change_event, finish_event, reopen_event
from tournament.services.framing import checked_sites
from tournament.services.rounds import close_round
from tournament.services.seasons import change_season, choose_events, create_season

CLUB = "https://www.ourclub.org"


def framing(answer):
    """Whose frames may show it, and the older header that forbids all."""
    policy = answer["Content-Security-Policy"]
    return policy.partition("frame-ancestors ")[2].partition(";")[0], answer.get("X-Frame-Options")


@pytest.fixture
def played(director):
    """Eight players, round 1 of 2 open, one of two tables in."""
    event = make_published(director, players=8, rounds=2, venue="Parish hall")
    enter(table_of(event, 1, 1), 9, 4, N=1)
    return event


@pytest.fixture
def framed(played, director):
    return change_event(played, framed_on=CLUB, by=director, at=NOW)


@pytest.fixture
def season(framed, director):
    enter(table_of(framed, 1, 2), 7, 5)
    close_round(framed.rounds.get(number=1), by=director, at=NOW)
    finish_event(framed, by=director, at=NOW)
    season = create_season("Winter", by=director, at=NOW)
    choose_events(season, [framed], by=director)
    return change_season(season, is_public=True, framed_on=CLUB)


def page_of(thing):
    space = "season" if thing._meta.model_name == "season" else "public"
    return reverse(f"{space}:embed", args=[thing.slug])


class TestWhoseFrame:
    def test_there_is_no_such_page_until_a_site_is_named(self, client, played):
        assert client.get(page_of(played)).status_code == 404

    def test_only_the_named_sites_may_frame_it(self, client, played, director):
        change_event(played, framed_on=f"{CLUB} https://cards.example:8443", by=director, at=NOW)
        answer = client.get(page_of(played))
        assert answer.status_code == 200
        assert framing(answer) == (f"{CLUB} https://cards.example:8443", None)

    def test_unchanged_it_says_the_same(self, client, framed):
        answer = client.get(page_of(framed))
        again = client.get(page_of(framed), headers={"If-None-Match": answer["ETag"]})
        assert again.status_code == 304
        assert framing(again) == (CLUB, None)

    def test_another_site_is_said_by_the_next_answer(self, client, framed, director):
        first = client.get(page_of(framed))
        change_event(framed, framed_on="https://cards.example", by=director, at=NOW)
        answer = client.get(page_of(framed), headers={"If-None-Match": first["ETag"]})
        assert (answer.status_code, framing(answer)) == (200, ("https://cards.example", None))

    @pytest.mark.parametrize("name", ["event", "standings", "seating", "rules", "live", "board"])
    def test_every_other_page_stays_out_of_frames(self, client, framed, name):
        answer = client.get(reverse(f"public:{name}", args=[framed.slug]))
        assert framing(answer) == ("'none'", "DENY")

    def test_a_private_event_is_in_no_frame(self, client, framed, director):
        change_event(framed, is_public=False, by=director, at=NOW)
        answer = client.get(page_of(framed))
        assert (answer.status_code, framing(answer)) == (404, ("'none'", "DENY"))

    def test_a_season_is_framed_as_an_event_is(self, client, season):
        assert framing(client.get(page_of(season))) == (CLUB, None)
        change_season(season, framed_on="")
        assert client.get(page_of(season)).status_code == 404
        change_season(season, framed_on=CLUB, is_public=False)
        assert client.get(page_of(season)).status_code == 404


class TestWhatItShows:
    def test_during_a_round_who_sits_where_and_the_places(self, client, framed):
        page = client.get(page_of(framed)).content.decode()
        assert "Seats in round 1" in page
        assert page.index("<b>Archer</b> Ann") < page.index("<b>Baker</b> Ben")
        assert "1 of 2 tables in" in page

    def test_after_the_end_the_places_alone(self, client, season, framed):
        page = client.get(page_of(framed)).content.decode()
        assert "Seats in round" not in page
        assert "Final standings." in page
        assert page.count("<bdi>Ann Archer</bdi>") == 1

    def test_names_that_the_settings_shorten_are_short(self, client, framed, director):
        change_event(framed, short_names=True, by=director, at=NOW)
        page = client.get(page_of(framed)).content.decode()
        assert "Archer" not in page
        assert "Ann A." in page

    def test_what_is_hidden_until_the_end_is_hidden(self, client, framed, director):
        enter(table_of(framed, 1, 2), 7, 5)
        close_round(framed.rounds.get(number=1), by=director, at=NOW)
        event = change_event(framed, hidden_rounds=1, by=director, at=NOW)
        before = client.get(page_of(event)).content
        enter(table_of(event, 2, 1), 13, 1)
        after = client.get(page_of(event)).content
        assert b"kept back until the end" in after
        scores = rb'<td class="num points">.*?</td>'
        assert re.findall(scores, before) == re.findall(scores, after)

    def test_it_sets_no_cookie_and_runs_no_script(self, client, framed, season):
        for thing in (framed, season):
            answer = client.get(page_of(thing))
            assert not answer.cookies
            assert b"<script" not in answer.content
            assert "s-maxage" in answer["Cache-Control"]  # only where nothing reads a cookie

    def test_its_only_link_opens_a_tab_of_its_own(self, client, framed, season):
        for thing in (framed, season):
            page = client.get(page_of(thing)).content.decode().partition("<main")[2]
            assert re.findall(r"<a [^>]*>", page) == [re.search(r'<a [^>]*target="_blank"[^>]*>', page)[0]]

    def test_a_season_shows_places_events_and_points(self, client, season):
        page = client.get(page_of(season)).content.decode()
        assert "After 1 event" in " ".join(page.split())
        assert "Ann Archer" in page


class TestTheSetting:
    @pytest.mark.parametrize(
        ("typed", "kept"),
        [
            ("", ""),
            (" https://www.ourclub.org/ ", CLUB),
            ("HTTPS://WWW.OurClub.org:443", CLUB),
            (
                f"{CLUB}, https://cards.example:8443\nhttps://www.ourclub.org",
                f"{CLUB} https://cards.example:8443",
            ),
            ("https://www.légion.example", "https://www.xn--lgion-bsa.example"),
        ],
    )
    def test_sites_are_kept_as_browsers_compare_them(self, typed, kept):
        assert checked_sites(typed) == kept

    @pytest.mark.parametrize(
        ("typed", "code"),
        [
            ("http://www.ourclub.org", "site-not-https"),
            ("www.ourclub.org", "no-site"),
            ("https://*", "no-site"),
            ("https://*.ourclub.org", "no-site"),
            ("https://ourclub", "no-site"),
            ("https://me@ourclub.org", "no-site"),
            ("https://ourclub.org:port", "no-site"),
            ("https://[::1", "no-site"),
            ("https://a..b.org", "no-site"),
            ("'self'", "no-site"),
            ("https://www.ourclub.org/results.html", "site-with-page"),
            ("https://www.ourclub.org?x", "site-with-page"),
            (" ".join(f"https://site{n}.example" for n in range(6)), "too-many-sites"),
        ],
    )
    def test_what_is_no_site_is_refused(self, typed, code):
        with refused(code, "framed_on"):
            checked_sites(typed)

    def test_a_director_sets_it_and_copies_the_line(self, desk, played):
        address = reverse("events:settings", args=[played.slug])
        form = desk.get(address).context["form"]
        assert "iframe" not in desk.get(address).content.decode()
        wrong = desk.post(address, {**filled(form), "framed_on": "www.ourclub.org"})
        assert "is no address of a site" in str(wrong.context["form"].errors["framed_on"])
        assert desk.post(address, {**filled(form), "framed_on": CLUB}).status_code == 302
        page = desk.get(address).content.decode()
        assert f"&lt;iframe src=&quot;http://testserver/e/{played.slug}/embed/&quot;" in page

    def test_what_becomes_of_it_on_a_foreign_site_is_told_with_what_to_do(self, desk, season, framed):
        for name, shown in (("events:settings", framed), ("seasons:settings", season)):
            page = " ".join(desk.get(reverse(name, args=[shown.slug])).content.decode().split())
            assert f"Only pages of {CLUB} show it." in page
            assert "On a page of any other site the frame stays empty: add that site above" in page

    def test_so_does_whoever_runs_a_season(self, desk, season):
        page = desk.get(reverse("seasons:settings", args=[season.slug])).content.decode()
        assert f"/s/{season.slug}/embed/&quot;" in page

    def test_the_history_says_so(self, desk, framed):
        page = desk.get(reverse("history:index", args=[framed.slug])).content.decode()
        assert f"sites that may show the result in a frame from nothing to {CLUB}" in page

    def test_it_can_be_changed_after_the_end(self, framed, season, director):
        framed.refresh_from_db()
        assert change_event(framed, framed_on="", by=director, at=NOW).framed_on == ""
        assert reopen_event(framed, by=director, at=NOW, reason="to see").framed_on == ""


def filled(form):
    """A form as the browser would send it, unchanged."""
    values = {}
    for field in form:
        value = field.value()
        if field.widget_type == "checkbox":
            if value:
                values[field.html_name] = "on"
        elif value is not None:
            values[field.html_name] = str(value)
    return values
