"""Deal-by-deal entry under each ruleset: where a round ends, what is lost, who may defend alone."""

import pytest
from django.urls import reverse

from scoring.ruleset import PRESETS
from tests.helpers import factories
from tests.helpers.addresses import at
from tests.helpers.sheet_entry import pad
from tournament.models import Sheet


def played(dora, director, rules, *results, **more):
    """What the table's sheet says after these deals were typed into the pad; None where it was refused."""
    event = factories.make_published(director, rules=rules)
    dora.visit(at(event, "sheets:enter_deals", 1, 1)).press("Save the round", **pad(*results, **more))
    if "The score is right: save" in dora.page:  # what is unlikely is asked about once
        dora.press("The score is right: save")
    return Sheet.objects.filter(counting=True).first()


MADE, MARCH, LONE = ("N", 3), ("N", 5), ("n", 5)


DEFENDED = PRESETS["progressive"].changed(defend_alone=True)
# 3–4 tricks lose the makers 2, all five 4; 1–2 lose the defenders 1, none at all 2 (J)
LOST = (("N", 5), ("N", 5), ("N", 0), ("N", 1), ("N", 4))


@pytest.mark.parametrize(
    ("rules", "results", "more", "score"),
    [
        (PRESETS["partners"], (LONE, LONE, MARCH), {}, (10, 0, "NS")),  # ten end the game
        (PRESETS["partners"], (LONE, MADE), {}, None),  # nobody has won yet
        (PRESETS["laws"], (("n", 2), ("n", 0), ("E", 5)), {}, (0, 10, "EW")),  # four for a lone euchre
        (PRESETS["jeuchre"], LOST, {}, (10, 3, "EW")),  # points lost
        (DEFENDED, (("n", 2), *[MADE] * 7), {"d1-lone_defender": "E"}, (7, 4, "NS")),
    ],
)
def test_a_round_of_deals_ends_and_counts_by_its_rules(dora, director, rules, results, more, score):
    sheet = played(dora, director, rules, *results, **more)
    assert (sheet and (sheet.ns, sheet.ew, sheet.winner)) == score


def test_the_eight_hand_game_gives_both_partners_four_for_a_lone_march(dora, director):
    sheet = played(dora, director, PRESETS["eight-hand"], LONE, *[("E", 3)] * 7)
    assert (sheet.ns, sheet.ew, sheet.points_n, sheet.points_s) == (4, 7, 4, 4)


def test_a_sheet_names_the_partner_who_played_alone(dora, director):
    """A loner who is not the maker (E)."""
    results = [("N", 5), ("e", 3), *[MADE] * 6]
    sheet = played(dora, director, PRESETS["eight-hand"], *results, **{"d1-partner_alone": "on"})
    assert (sheet.deals[0]["call"]["maker"], sheet.deals[0]["call"]["lone"]) == ("N", "S")
    assert (sheet.lone_n, sheet.lone_s) == (0, 1)
    page = " ".join(dora.page.split())
    assert '<span class="seat-letter">N</span>, S played alone' in page
    assert '<span class="seat-letter">E</span> alone' in page
    again = dora.visit(reverse("sheets:enter_deals", args=[sheet.table.round.event.slug, 1, 1])).response
    assert again.context["pad"].form.rows[0].form["partner_alone"].value() is True


def test_only_where_either_may_play_alone_the_partner_can_be_ticked(desk, director):
    for preset, asked in (("eight-hand", True), ("progressive", False)):
        event = factories.make_published(director, rules=PRESETS[preset])
        page = desk.get(at(event, "sheets:enter_deals", 1, 1)).content.decode()
        assert ('name="d1-partner_alone"' in page) is asked
        assert ("P is for the maker’s partner alone." in page) is asked


def test_a_ruleset_that_does_not_exist_is_not_found(client):
    assert client.get(reverse("rules", args=["bridge"])).status_code == 404
