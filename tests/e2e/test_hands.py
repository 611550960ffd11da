"""The site is operated, not posted to: its pages looked at, its controls, forms and keys tried as by hands.

`HANDS_SEED` in the environment draws other trials, in more states, each page and form as often as it is found
(`make soak`, trial `hands`). A fault tells the page's name, who was there and what was seen; one that stays
stands in `tests/hands/report.py` with its reason.
"""

import re

import pytest

from tests.hands import pages
from tests.hands.controls import try_controls
from tests.hands.evenings import DEEP, GIVEN, OFFICIALS, world
from tests.hands.forms import try_forms
from tests.hands.keys import leave_half_typed, sign_out_meanwhile, walk_by_tab
from tests.hands.pages import Place, Tab, crawl, name_of, operated
from tests.hands.report import Faults

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(7200 if DEEP else 1800)]
PARTS = 3  # side by side
MOST_USED = ("printing:index", "players:check_in", "table_entry:show", "player_page:show")
EVERYBODY = ("owner", *GIVEN, *OFFICIALS)


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("hands")


@pytest.fixture
def hall(folder, settings, transactional_db):
    """Made once; other tests begin with a copy of it."""
    settings.BACKUP_DIR = folder / "backups"
    made = world(folder)
    made.back()
    return made


@pytest.fixture
def faults():
    found = Faults()
    yield found
    print(found)


@pytest.fixture
def tab_of(browser, hall, live_server, faults):
    """A page in the hands of somebody."""
    tabs = {}

    def _tab_of(who):
        if who not in tabs:
            context = browser.new_context(reduced_motion="reduce", service_workers="block")
            context.add_init_script(pages.SCRIPT)
            tabs[who] = Tab(hall, context, live_server.url, who, faults)
        return tabs[who]

    yield _tab_of
    for tab in tabs.values():
        tab.context.close()


@pytest.mark.parametrize("who", ["player", *OFFICIALS])
def test_a_page_is_sound_for_who_is_not_its_director(who, hall, faults, tab_of):
    """Director, phone and public are looked at in `test_every_page.py`."""
    for place in operated(hall, who):
        tab = tab_of(who)
        tab.fresh(place)
        tab.look()
        tab.heard("look")
        faults.tried["pages looked at"] += 1
    assert not faults, faults


@pytest.mark.parametrize("who", EVERYBODY)
def test_no_link_leads_anybody_to_an_error(who, hall):
    places, wrong = crawl(hall, who)
    assert len(places) > (3 if who == "phone" else 15)
    assert not wrong, wrong


@pytest.mark.smoke
def test_every_control_of_the_most_used_pages_does_something(hall, faults, tab_of):
    for name in MOST_USED:
        found = ((who, path) for who, paths in hall.starts.items() for path in paths if name_of(path) == name)
        who, path = next(found)
        try_controls(tab_of(who), Place(who, name, path, ""), set())
    assert not faults, faults


@pytest.mark.parametrize("part", range(PARTS))
def test_every_control_does_something(part, hall, faults, tab_of):
    seen = set()
    places = [one for one in operated(hall, "owner", *GIVEN) if DEEP or one.name not in MOST_USED]
    for place in places[part::PARTS]:
        try_controls(tab_of(place.who), place, seen)
    assert not faults, faults


@pytest.mark.parametrize("part", range(PARTS))
def test_every_form_keeps_what_was_typed_or_says_why_not(part, hall, faults, tab_of):
    tried = set()
    for place in operated(hall, "owner", *GIVEN)[part::PARTS]:
        try_forms(tab_of(place.who), place, tried)
    assert not faults, faults


def test_keys_reach_everything_and_nothing_half_typed_is_lost(hall, faults, tab_of):
    wordy = [one for one in operated(hall, "owner") if re.search('<textarea|type="text"', one.source)]
    for place in wordy[:: 1 if DEEP else 2]:
        for trial in (walk_by_tab, leave_half_typed, sign_out_meanwhile):
            trial(tab_of(place.who), place)
    assert not faults, faults
