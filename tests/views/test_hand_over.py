"""Hand over: one page and its paper, from which somebody else runs the next evening."""

from datetime import date

import pytest
from django.urls import reverse

from scoring.ruleset import PRESETS
from tests.helpers.addresses import at
from tests.helpers.factories import make_event, make_players, play
from tests.helpers.paper import printed
from tournament.backup import shelf
from tournament.reports.hand_over import hand_over
from tournament.running import program
from tournament.services.events import change_event, finish_event
from tournament.services.money import set_entry_fee
from tournament.services.prizes import set_prizes
from tournament.services.seating import draft_plan, publish

SITE = "http://192.168.7.20:8000/"
pytestmark = pytest.mark.usefixtures("that_evening")


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.BACKUP_DIR = tmp_path / "stick"
    settings.DATA_DIR = tmp_path
    return tmp_path


@pytest.fixture
def friday(director):
    house = PRESETS["progressive"].changed(deals_per_round=10)
    event = make_event(
        director, venue="Parish hall", starts_at="19:30", rules=house, round_count=6,
        bye_mode="fixed", bye_points=8, date=date(2026, 11, 20), features=["rulings", "hand_over"],
    )  # fmt: skip
    make_players(event, 8)
    return event


def said(event, site=SITE):
    return {part.title: part.lines for part in hand_over(event, site=site)}


def test_it_says_what_this_club_does_in_words(friday, does):
    does(set_entry_fee, friday, price=500, members_price=None, to_pot=None)
    does(set_prizes, friday, places=[2000], sides={})
    club = said(friday)["What this club does"]
    assert club[0] == "Parish hall, 19:30"
    assert "6 rounds" in club[1]
    assert "A sit-out scores: 8 points" in club
    assert "Entry fee: 5.00" in club
    assert "Prizes: as on the prize list, under Print." in club
    assert any(line.startswith("Deals") and line.endswith("10") for line in club)
    assert any(line.startswith("Also in use: ") and "Rulings" in line for line in club)


def test_it_says_how_to_start_here_elsewhere_or_at_a_hosted_site(friday, folder, monkeypatch, settings):
    here, other, there = said(friday)["Start"]
    assert "“make run”" in here
    assert "the same program" in other
    assert "takeover" in there
    monkeypatch.setattr(program, "IS_CHECKOUT", False)
    assert "“euchre-director serve”" in said(friday)["Start"][0]
    monkeypatch.setattr(program, "IS_BUNDLE", True)
    assert "“euchre-director”" in said(friday)["Start"][0]
    places = " ".join(said(friday)["Where things are"])
    assert str(folder / "stick") in places
    assert said(friday)["Address for phones"] == (SITE,)
    assert "says it when it starts" in said(friday, site="")["Address for phones"][0]
    settings.PROFILE = "hosted"
    parts = said(friday)
    assert parts["Start"] == (f"Open {SITE} and sign in. You need an account; a director invites you.",)
    assert str(folder) not in str(parts)


def test_the_next_date_is_the_planned_one_else_by_the_rhythm(friday, director, does):
    assert said(friday)["The next evening"][0] == "Friday 20 November 2026, as planned."
    friday = does(change_event, friday, round_count=1)
    does(publish, does(draft_plan, friday))
    play(friday)
    does(finish_event, friday)
    friday.refresh_from_db()
    assert said(friday)["The next evening"][0] == "Friday 27 November 2026, by the rhythm so far."
    make_event(director, date=date(2026, 12, 11))
    assert said(friday)["The next evening"][0] == "Friday 11 December 2026, as planned."


def test_the_page_has_the_paper_and_the_newest_backup_for_whoever_owns_the_site(friday, desk, director):
    page = desk.get(at(friday, "events:hand_over")).content.decode()
    assert reverse("printing:pdf", args=[friday.slug, "hand-over"]) in page
    assert "/backups/" not in page
    assert "Whoever runs this site downloads the backup" in page
    director.is_superuser = True
    director.save()
    page = desk.get(at(friday, "events:hand_over")).content.decode()
    assert reverse("backups:index") in page
    assert "Download the backup" not in page
    shelf.folder()
    name = "euchre-20261120-194200-by-hand-000001-0a1b2c.zip"
    (shelf.folder_path() / name).write_bytes(b"")
    page = desk.get(at(friday, "events:hand_over")).content.decode()
    assert reverse("backups:download", args=[name.removesuffix(".zip")]) in page


def test_it_is_nowhere_until_it_is_switched_on(friday, desk, does):
    settings_page = reverse("events:settings", args=[friday.slug])
    assert f'href="{at(friday, "events:hand_over")}"' in desk.get(settings_page).content.decode()
    does(change_event, friday, features=["rulings"])
    assert desk.get(at(friday, "events:hand_over")).status_code == 404
    assert f'href="{at(friday, "events:hand_over")}"' not in desk.get(settings_page).content.decode()
    assert "hand-over" not in desk.get(reverse("printing:index", args=[friday.slug])).content.decode()


@pytest.mark.parametrize("size", ["letter", "a4"])
def test_the_paper_is_one_page_with_everything(friday, size):
    paper = printed("hand-over", friday, size, site=SITE)
    assert len(paper.pages) == 1
    words = " ".join(paper.text.split())
    for lines in said(friday).values():
        for line in lines:
            assert " ".join(line.split())[:40] in words
