"""Features: what an event has not switched on is nowhere; what it has is a link away."""

import re
from html import unescape
from pathlib import Path

import pytest
from django.test import Client
from django.urls import get_resolver, reverse

from tests.helpers.addresses import pages_from
from tests.helpers.evening_walk import Evening
from tests.helpers.factories import make_event, make_players, make_published, make_user
from tests.helpers.person import Person
from tournament.models import Event
from tournament.printing.papers import PAPERS
from tournament.registry.event_settings import SETTING
from tournament.registry.features import ALL, AT_FIRST, FEATURE, FEATURES, TABLE_ENTRY, missing_for
from tournament.services.events import change_event
from tournament.services.groups import change_groups

TEMPLATES = Path(__file__).parent.parent / "templates"
OWN_SETTINGS = [feature.key for feature in FEATURES if feature.has_own_setting]


@pytest.fixture
def dora(db):
    return make_user("dora", name="Dora Director")


@pytest.fixture
def desk(dora):
    client = Client()
    client.force_login(dora)
    return client


def with_only(event, *keys):
    """The event with these features and no other."""
    own = {key: key in keys for key in OWN_SETTINGS}
    own["scores_from"] = "tables" if "table_entry" in keys else "desk"
    Event.objects.filter(pk=event.pk).update(features=[key for key in ALL if key in keys], **own)
    event.refresh_from_db()
    return event


def switched(desk, event, answers=(), **switches):
    """The answer to the settings page, sent as it stands with these switches."""
    address = reverse("events:settings", args=[event.slug])
    form = desk.get(address).context["form"]
    sent = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in (sent | switches).items() if value not in (None, False)}
    return desk.post(address, sent | dict(answers))


def test_the_registry_names_settings_pages_and_papers_that_exist():
    resolver = get_resolver()
    parts = set(resolver.namespace_dict)
    for feature in FEATURES:
        assert set(feature.settings) <= SETTING.keys()
        assert set(feature.papers) <= PAPERS.keys()
        for page in feature.pages:
            part, _colon, name = page.partition(":")
            assert part in parts, page
            assert not name or resolver.namespace_dict[part][1].reverse_dict.getlist(name), page
        assert feature.name
        assert feature.reason


def test_templates_ask_for_features_that_exist():
    asked = {
        key
        for path in TEMPLATES.rglob("*.html")
        for key in re.findall(r"event\.has\.([a-z_]+)", path.read_text(encoding="utf-8"))
    }
    assert {"rulings"} <= asked <= FEATURE.keys()


def test_a_new_event_has_what_is_on_at_first_and_what_it_was_made_with(dora):
    assert make_event(dora, features=AT_FIRST).features == list(AT_FIRST)
    assert make_event(dora, name="Two", features=AT_FIRST, ranked_from=3).features == [*AT_FIRST, "places"]


def test_the_next_evening_made_from_this_one_has_its_features(dora, desk):
    event = with_only(make_published(dora), "money", "hand_over")
    form = Person(desk).visit(reverse("events:same_again", args=[event.slug]))
    form.press("Create event", name="Next week")
    assert Event.objects.get(name="Next week").features == event.features == ["money", "hand_over"]


def test_a_page_of_a_feature_that_is_off_says_how_to_switch_it_on(dora, desk):
    event = with_only(make_published(dora))
    seen = set()
    settings = desk.get(reverse("events:settings", args=[event.slug])).content.decode()
    for feature in (*FEATURES, TABLE_ENTRY):
        if not feature.page:
            continue
        answer = desk.get(reverse(feature.page, args=[event.slug]))
        assert answer.status_code == 404
        assert f"settings/#{feature.place}" in answer.content.decode()
        assert f'id="{feature.place}"' in settings
        seen.add(feature.key)
    assert {"money", "rulings", "cards", "wishes"} <= seen
    assert Client().get(reverse("public:board", args=[event.slug])).status_code == 404


@pytest.mark.slow
def test_an_evening_with_everything_off_meets_no_feature(dora, desk, monkeypatch):
    """Every page that links lead to, after every part of the evening: no address and no word of a feature."""
    walk = Evening(Person(desk), 10)
    walk.create()
    with_only(walk.event)
    words = {feature.key: str(feature.name) for feature in FEATURES if not feature.has_own_setting}
    seen = {}
    for part in ("take_them_in", "check_them_in", "publish", "round_one", "a_walk_up", "round_two"):
        getattr(walk, part)()
        with_only(walk.event)
        if part in ("publish", "round_two"):
            seen |= pages_from(desk, reverse("events:overview", args=[walk.slug]), f"/{walk.slug}/")
    assert len(seen) > 25
    found = set()
    for path, html in seen.items():
        match = get_resolver().resolve(path)
        assert missing_for(walk.event, match.view_name) is None, path
        if match.view_name in ("events:settings", "history:index"):
            continue  # these name what could be switched on, and what was
        text = unescape(re.sub(r"<[^>]+>", " ", html))
        met = {(match.view_name, key) for key, word in words.items() if word in text}
        found |= met
    assert found == set()


@pytest.mark.parametrize("key", [feature.key for feature in FEATURES if feature.page])
def test_each_feature_is_reached_from_the_settings_once_it_is_on(dora, desk, key):
    event = with_only(make_published(dora))
    switch = key if key in OWN_SETTINGS else f"on_{key}"
    answer = switched(desk, event, **{switch: "on"})
    assert answer.status_code == 302, answer.context["form"].errors
    page = reverse(FEATURE[key].page, args=[event.slug])
    assert f'href="{page}"' in desk.get(reverse("events:settings", args=[event.slug])).content.decode()
    assert desk.get(page).status_code == 200


def test_what_is_switched_off_loses_its_settings_and_what_it_has_is_told_first(dora, desk):
    event = make_published(dora)
    change_event(event, by=dora, at=event.created_at, hidden_rounds=1)
    assert switched(desk, event, on_finale=False).status_code == 302
    event.refresh_from_db()
    assert (event.has["finale"], event.hidden_rounds) == (False, 0)

    event.sign_ups.create(number=1, name="Uma Ure", sent_key="1", made_at=event.created_at)
    answer = switched(desk, event, on_sign_up=False)
    assert "1 sign-up" in answer.content.decode()
    assert Event.objects.get().has["sign_up"]
    accepted = {"accepted": answer.context["form"].fingerprint}
    assert switched(desk, event, accepted, on_sign_up=False).status_code == 302
    assert not Event.objects.get().has["sign_up"]


def test_what_counts_cannot_be_switched_off(dora, desk):
    event = make_event(dora)
    make_players(event, 4)
    change_groups(event, {"ladies": [1, 3]}, {}, by=dora, at=event.created_at)
    answer = switched(desk, event, on_groups=False)
    assert "2 players in groups" in str(answer.context["form"].errors["on_groups"])
    assert Event.objects.get().has["groups"]


def test_the_history_names_a_feature_that_was_switched(dora, desk):
    event = make_published(dora)
    assert switched(desk, event, on_own_chart=False).status_code == 302
    assert "“A chart of your own”" in desk.get(reverse("history:index", args=[event.slug])).content.decode()


def test_settings_show_at_most_twelve_questions_before_anything_is_switched_on(dora, desk):
    event = make_event(dora, features=AT_FIRST)
    form = desk.get(reverse("events:settings", args=[event.slug])).context["form"]
    inside = [field for card in form.cards if card.switch.value() for field in card.fields]
    sheet = (TEMPLATES.parent / "tournament/static/tournament/css/people.css").read_text()
    waiting = set(re.findall(r"#id_(\w+)_field { display: none; }", sheet))  # for the answer that needs them
    assert {"bye_points", "standings_pattern", "pin_per_round"} == waiting
    assert {"scores_from", "movement"} < {field.name for field in form.usual}
    assert len([field for field in form.usual if field.name not in waiting]) + len(inside) <= 12


def test_scores_come_from_one_place_which_brings_its_pages(dora, desk):
    event = make_published(dora, features=AT_FIRST)
    for source, page in (("tables", "table_links:index"), ("cards", "cards:index")):
        address = reverse(page, args=[event.slug])
        off = desk.get(address)
        assert off.status_code == 404
        assert switched(desk, event, scores_from=source).status_code == 302
        assert desk.get(address).status_code == 200
    history = desk.get(reverse("history:index", args=[event.slug])).content.decode()
    assert "scores come from from The tables’ phones to Tally cards at the end" in history
    assert switched(desk, event, scores_from="rumours").status_code == 200
