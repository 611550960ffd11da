"""Prizes: who takes what to the cent, who takes none, and draws that anybody can repeat."""

import re

import pytest
from django.core.exceptions import ValidationError

from scoring.deal import Call, Deal
from scoring.prizes import drawn
from scoring.seats import Seat, dealer_of
from tests.helpers.addresses import at
from tests.helpers.factories import NOW, Evening, enter, make_players, make_published, play, table_of
from tests.helpers.kept import kept
from tests.helpers.paper import printed
from tests.helpers.person import Person
from tests.helpers.refusals import refused
from tournament.forms.prizes import amounts_of, place_prizes_of
from tournament.models import Event, PrizeList, Raffle
from tournament.reports.history import sentence_of
from tournament.reports.money import cash_sheet
from tournament.reports.prizes import prize_money
from tournament.services.adjustments import adjust
from tournament.services.errors import Refused
from tournament.services.events import change_event
from tournament.services.groups import change_groups
from tournament.services.money import set_entry_fee
from tournament.services.prizes import draw_door_prize, draw_fifty_fifty, set_prizes
from tournament.services.rounds import close_round
from tournament.services.sheets import enter_deals


@pytest.fixture
@kept
def played(director):
    """One table: N 10, S 9, E and W 4, so third place is shared."""
    return Evening(director, players=4, rounds=1).published().scores(1, (9, 4), N=1).event


def seated(event, seat):
    return table_of(event).seatings.get(seat=seat).player


def give(event, **prizes):
    asked = {"places": [], "sides": {}} | prizes
    return set_prizes(event, by=event.memberships.get().user, at=NOW, **asked)


def taken(event):
    return [([p.number for p in t.takers], t.places, t.each, t.remainder) for t in prize_money(event).places]


def test_side_prizes_are_shared_and_follow_the_options(played):
    n, s, e, w = (seated(played, seat).number for seat in "NSEW")
    sides = {"most_loners": 700, "best_round": 500, "lowest_total": 301}

    def won(**options):
        give(played, sides=sides, **options)
        return [
            ([p.number for p in t.takers], t.each, t.remainder, t.value) for t in prize_money(played).sides
        ]

    low = (sorted([e, w]), 150, 1, 4)
    assert won() == [([n], 700, 0, 1), ([n], 500, 0, 10), low]
    assert won(nobody_twice=True) == [([n], 700, 0, 1), ([s], 500, 0, 9), low]
    assert won(first_takes_none=True) == [([], 0, 700, None), ([s], 500, 0, 9), low]


def test_lowest_total_does_not_go_to_the_player_who_left_early(director):
    event = make_published(director, players=5, rounds=2)
    play(event, 1, 9, 4), play(event, 2, 9, 4)
    gone = event.rounds.get(number=2).seatings.get(table=None)  # who would have sat out went home
    gone.delete()
    adjust(gone.player, -20, "left in anger", by=director, at=NOW)
    give(event, sides={"lowest_total": 500})
    (lowest,) = prize_money(event).sides
    assert gone.player.number not in [person.number for person in lowest.takers]
    (why,) = lowest.why
    assert why.startswith(f"Wasn’t in every round: {gone.player.name} (\N{MINUS SIGN}")
    give(event, sides={"lowest_total": 500}, lowest_rounds=1)
    (lowest,) = prize_money(event).sides
    assert ([person.number for person in lowest.takers], lowest.why) == ([gone.player.number], ())


def test_a_negative_total_has_its_sign_on_every_page_and_on_the_list_to_be_signed(played, desk):
    for seat in "EW":
        adjust(seated(played, seat), -6, "late", by=played.memberships.get().user, at=NOW)
    give(played, sides={"lowest_total": 500})
    assert prize_money(played).sides[0].value == -2
    page = Person(desk).visit(at(played, "prizes:index"))
    assert "Lowest total (\N{MINUS SIGN}2)" in page.text
    assert "Lowest total (\N{MINUS SIGN}2)" in printed("prize-list", played).text
    for name in ("public:event", "public:board", "public:standings"):
        found = page.visit(at(played, name)).page
        assert "\N{MINUS SIGN}2" in found, name
        assert not re.search(r">\s*-2\b", found), name


def test_a_prize_says_whom_a_rule_skipped(played):
    n, s = (seated(played, seat).name for seat in "NS")
    give(played, sides={"most_loners": 0, "best_round": 500}, nobody_twice=True)
    assert [taken.why for taken in prize_money(played).sides] == [
        (), (f"Nobody takes two side prizes: {n} (10).",)
    ]  # fmt: skip
    give(played, sides={"best_round": 500}, first_takes_none=True)
    assert prize_money(played).sides[0].why == (f"First place takes no side prize: {n} (10).",)
    give(played, sides={"best_round": 500}, excluded=[seated(played, "N").number])
    assert prize_money(played).sides[0].why == (f"Takes no prize: {n} (10).",)
    assert [person.name for person in prize_money(played).sides[0].takers] == [s]


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"places": [-1]}, "amount"),
        ({"places": [10_000_001]}, "amount"),
        ({"places": [1] * 51}, "too-many-places"),
        ({"excluded": [99]}, "player-unknown"),
    ],
)
def test_prizes_that_cannot_be_are_refused(played, asked, code):
    with refused(code):
        give(played, **asked)


class TestDraws:
    def test_nobody_wins_two_door_prizes_and_who_takes_none_is_never_drawn(self, played, director):
        give(played, excluded=[2])
        won = [draw_door_prize(played, by=director, at=NOW).drawn for _ in range(3)]
        assert sorted(won) == [1, 3, 4]
        with refused("nobody-left"):
            draw_door_prize(played, by=director, at=NOW)

    def test_only_who_is_here_can_win(self, event, director):
        make_players(event, 4, status="expected")
        with pytest.raises(Refused):
            draw_door_prize(event, by=director, at=NOW)

    def test_draws_are_kept_with_what_repeats_them_and_the_pot_is_halved(self, played, director):
        made = draw_fifty_fifty(played, by=director, at=NOW, first=101, last=243, pot=14301)
        assert 101 <= made.drawn <= 243
        assert drawn(range(101, 244), made.seed) == made.drawn
        (shown,) = prize_money(played).draws
        assert (shown.winner, shown.house) == (7151, 7150)
        made = draw_door_prize(played, "wine", by=director, at=NOW, seed=5)
        assert (made.seed, made.pool, made.title) == (5, [1, 2, 3, 4], "wine")
        assert drawn(made.pool, made.seed) == made.drawn
        assert made.name == played.players.get(number=made.drawn).name
        entry = played.audit_entries.get(action="prize.door")
        assert sentence_of(entry.action, entry.facts) == (
            f"drew a door prize among 4 players: number {made.drawn}, {made.name} (draw 5)"
        )

    @pytest.mark.parametrize(("first", "last"), [(0, 5), (6, 5), (1, 100_001)])
    def test_tickets_that_cannot_be_are_refused(self, played, director, first, last):
        with refused("tickets"):
            draw_fifty_fifty(played, by=director, at=NOW, first=first, last=last, pot=0)
        assert not Raffle.objects.exists()


def written(official):
    """What stands in the field of the prizes for places."""
    field = next(field for field in official._all("textarea") if field.get("name") == "places")
    return "".join(field.itertext()).removeprefix("\n")


class TestInKind:
    """Hams and bottles: an evening without the feature of money has them, too."""

    TYPED = "1: Ham\n2-3, 8: Bottle of wine\nlast: Booby prize"

    @pytest.fixture
    def set_up(self, desk, played):
        page = Person(desk).visit(at(played, "prizes:settings"))
        return page.press("Save", places=self.TYPED, most_loners="Cake", best_round="5 + Mug")

    def test_the_page_says_who_takes_what_and_who_draws(self, set_up, played):
        n, s, e, w = (seated(played, seat) for seat in "NSEW")
        tied = " ".join(f"{p.number} {p.name}" for p in sorted([e, w], key=lambda p: p.number))
        for row in (
            f"1 {n.number} {n.name} Ham",
            f"2 {s.number} {s.name} Bottle of wine",
            f"3 {tied} they draw or choose: Bottle of wine",
            f"Last place (4) {tied} they draw or choose: Booby prize",
            f"Most lone marches (1) {n.number} {n.name} Cake",
            f"Best single round (10) {n.number} {n.name} 5.00 + Mug",
        ):
            assert row in set_up.text
        assert "Given away: 5.00." in set_up.text
        assert written(set_up.follow("Set the prizes")) == self.TYPED
        assert 'value="5 + Mug"' in set_up.page

    def test_the_checklist_and_the_finished_desk_say_it(self, set_up, played, director):
        close_round(played.rounds.get(), by=director, at=NOW)
        set_up.visit(at(played, "events:finish"))
        assert "Nobody wins these prizes: 8th place." in set_up.text
        set_up.visit(at(played, "prizes:settings")).press("Save", places="1: Ham\n3: Wine")
        set_up.visit(at(played, "events:finish"))
        assert "Every prize has a winner; tied players draw or choose for: Wine." in set_up.text
        set_up.press("Finish")
        set_up.visit(at(played, "events:overview"))
        assert "Winners" in set_up.text
        assert "they draw or choose: Wine" in set_up.text

    def test_the_list_to_sign_has_each_and_next_week_has_the_same(self, set_up, played, desk):
        text = " ".join(printed("prize-list", played, "letter").text.split())
        north = seated(played, "N")
        assert f"1st: Ham {north.number} {north.name}" in text
        assert "They draw or choose: Bottle of wine." in text
        assert "Best single round (10): Mug" in text
        set_up.visit(at(played, "events:same_again")).press("Create event")
        new = Event.objects.exclude(pk=played.pk).get()
        assert written(set_up.visit(at(new, "prizes:settings"))) == self.TYPED
        assert new.prize_list.sides_in_kind == {"most_loners": "Cake", "best_round": "Mug"}


class TestThePotForLoneMarches:
    """Who holds it is counted from the sheets each time, so a correction gives what a new count gives."""

    SHOWN = ("events:overview", "standings:show", "public:standings")

    @pytest.fixture
    def evening(self, director):
        """Two rounds, nothing in yet; a fee of 5.00 is taken at the door."""
        event = make_published(director, players=4, rounds=2)
        set_entry_fee(event, price=500, by=director, at=NOW)
        return event

    @pytest.fixture
    def page(self, desk):
        return Person(desk)

    @pytest.fixture
    def says(self, page, evening):
        def check(words):
            for name in self.SHOWN:
                assert words in page.visit(at(evening, name)).text, name

        return check

    @pytest.fixture
    def holder(self, evening):
        def words(round_, seat):
            player = table_of(evening, round_).seatings.get(seat=seat).player
            return f"Pot for lone marches: {player.number} {player.name} , since round {round_}"

        return words

    def test_it_changes_hands_and_its_last_holder_takes_it(self, page, says, holder, evening, director):
        page.visit(at(evening, "prizes:settings")).press("Save", lone_pot="12 + Duck")
        says("Pot for lone marches: nobody has it yet")
        enter(table_of(evening, 1), 9, 4, N=1)
        says(holder(1, "N"))
        enter(table_of(evening, 1), 4, 9, E=1, expected=1)  # the sheet was read the wrong way round
        says(holder(1, "E"))
        close_round(evening.rounds.get(number=1), by=director, at=NOW)
        enter(table_of(evening, 2), 9, 4, S=2)
        says(holder(2, "S"))
        board = at(evening, "public:board")
        assert holder(2, "S") in page.visit(f"{board}?show=standings").text
        taker = table_of(evening, 2).seatings.get(seat="S").player
        row = f"Pot for lone marches {taker.number} {taker.name} 12.00 + Duck"
        assert row in page.visit(at(evening, "prizes:index")).text
        assert "Pot for lone marches: Duck" in printed("prize-list", evening).text
        assert cash_sheet(evening).given == 1200
        give(evening, sides={"lone_pot": 1200}, excluded=[taker.number])
        says(holder(1, "E"))
        page.visit(at(evening, "events:settings")).press("Save the settings", on_lone_pot=None)
        assert "a prize for its last holder" in page.text

    def test_a_ruling_that_cancels_a_lone_march_gives_it_back_until_it_is_revoked(
        self, page, says, holder, evening, director
    ):
        give(evening, sides={"lone_pot": 1200})
        enter(table_of(evening, 1), 9, 4, N=1)
        close_round(evening.rounds.get(number=1), by=director, at=NOW)
        calls = {slot: Call(Seat.N) for slot in range(1, 9)} | {3: Call(Seat.E, lone=Seat.E)}
        deals = [
            Deal(slot, 1, dealer_of(Seat.N, slot), call, tricks=5 if call.lone else 3)
            for slot, call in calls.items()
        ]
        told = {"deals": deals, "first_dealer": Seat.N, "expected": 0, "confirmed": True}
        enter_deals(table_of(evening, 2), by=director, at=NOW, **told)
        says(holder(2, "E"))
        page.visit(f"{at(evening, 'rulings:make', 2, 1)}?code=renege")
        page.press("Show what the rule gives", deal="3", offender="E").press("Make this ruling")
        assert evening.rulings.get().fate == "PASS"
        says(holder(1, "N"))
        taker = table_of(evening, 1).seatings.get(seat="N").player
        prizes = page.visit(at(evening, "prizes:index")).text
        assert f"Pot for lone marches {taker.number} {taker.name} 12.00" in prizes
        page.visit(at(evening, "rulings:revoke", 1)).press("Revoke", reason="misheard")
        says(holder(2, "E"))

    def test_hidden_rounds_do_not_tell_who_holds_it(self, evening, client, director):
        change_event(evening, by=director, at=NOW, hidden_rounds=1)
        enter(table_of(evening, 1), 9, 4, N=1)
        close_round(evening.rounds.get(number=1), by=director, at=NOW)
        enter(table_of(evening, 2), 9, 4, E=1)
        page = Person(client).visit(at(evening, "public:standings"))
        assert "since round 1" in page.text
        assert "since round 2" not in page.text


@pytest.mark.parametrize(
    ("typed", "cents", "things"),
    [
        ("1: Ham", [], [("Ham", [1])]),
        ("1-4, 8, 12: Wine", [], [("Wine", [1, 2, 3, 4, 8, 12])]),
        ("1st to 3rd and 5th: Wine; Last: Booby", [], [("Wine", [1, 2, 3, 5]), ("Booby", [-1])]),
        ("1 – 2 = Ham", [], [("Ham", [1, 2])]),
        ("50 30\n4, 6: 10", [5000, 3000, 0, 1000, 0, 1000], []),
        ("1: 20 + Ham\n1: Card: signed", [2000], [("Ham", [1]), ("Card: signed", [1])]),
        ("1: 2 bottles", [], [("2 bottles", [1])]),
        ("", [], []),
    ],
)
def test_prizes_by_a_list_of_places_are_typed_as_people_write_them(typed, cents, things):
    assert place_prizes_of(typed) == (cents, things)


class TestThePages:
    def test_a_director_sets_draws_and_reads_out(self, desk, played):
        official = Person(desk).visit(at(played, "standings:show")).follow("Prizes")
        assert "No prizes yet" in official.text
        official.follow("Set the prizes").press(
            "Save", places="50 30,50", most_loners="7", lowest_total="0", excluded="", nobody_twice="on"
        )
        north = seated(played, "N")
        assert re.search(rf"1 {north.number} {north.name} 50.00", official.text)
        assert "Most lone marches" in official.text
        assert "Best single round" not in official.text
        assert "Given away: 87.50" in official.text
        Event.objects.filter(pk=played.pk).update(time_zone="America/Detroit")
        assert "Given away: $87.50" in official.visit(official.path).text
        official.follow("Set the prizes")
        assert written(official) == "50 30.50"
        official.visit(at(played, "prizes:draw")).press("Draw a player", title="wine")
        assert "Door prize ( wine ):" in official.text
        official.follow("Draw by lot").press("Draw a ticket", first="1", last="90", pot="45.01")
        assert "$22.51 to the winner, $22.50 to the house" in official.text

    def test_what_is_set_stands_there_again_and_on_the_list_to_fill_in(self, desk, director):
        event = make_published(director, players=4, rounds=1)
        change_groups(event, {"ladies": [1]}, {}, by=director, at=NOW)
        for typed in ({"places": "20\n3: 10", "high_0": "5"}, {}):
            Person(desk).visit(at(event, "prizes:settings")).press("Save", **typed)
            prizes = PrizeList.objects.get()
            assert (prizes.places, prizes.groups) == ([2000, 0, 1000], {"ladies": 500})
        assert "5.00" in printed("prize-list", event).text

    @pytest.mark.parametrize(
        ("typed", "words"),
        [
            ({"places": "fifty"}, "Write amounts as 20 or 12.50"),
            ({"places": "Ham"}, "other prizes with their places: 1-4, 8: Ham."),
            ({"places": "best: Ham"}, "Which places? “best” is not like 1-4, 8, last."),
            ({"places": "0: Ham"}, "Places go from 1 to 50"),
            ({"places": "20; 1: 10"}, "Place 1 has two amounts."),
            ({"places": "last: 10"}, "For money for the last place, use “Lowest total” below."),
            ({"places": "1: 20 and $5 more"}, "with a plus between, such as 20 + Ham"),
            ({"places": "1:"}, "Write amounts as 20 or 12.50"),
            ({"most_loners": "x" * 81}, "Keep it to 80 characters."),
            ({"best_round": "1.234"}, "Write amounts as 20 or 12.50"),
            ({"lowest_rounds": "9"}, "This event has rounds 1 to 1"),
            ({"excluded": "99"}, "Nobody has the number 99"),
            ({"excluded": "Ann"}, "Write the players’ numbers"),
        ],
    )
    def test_what_is_wrong_is_said_with_what_was_typed(self, desk, played, typed, words):
        official = Person(desk).visit(at(played, "prizes:settings"))
        official.press("Save", **typed)
        assert words in official.text
        kept = next(iter(typed.values()))
        assert f'value="{kept}"' in official.page or kept == written(official)

    def test_the_tickets_have_their_price_on_paper_and_in_the_draw(self, desk, played, director):
        official = Person(desk).visit(at(played, "prizes:draw"))
        assert "what all these tickets cost" not in official.text
        assert "Price of a ticket" in printed("fifty-cash-sheet", played).text
        official.visit(at(played, "money:settings")).press("Save", price="5", ticket="1.50")
        for paper in ("fifty-tickets", "fifty-cash-sheet"):
            assert "1.50" in printed(paper, played, count=10).text
        official.visit(at(played, "prizes:draw")).press("Draw a ticket", first="11", last="30")
        assert "15.00 to the winner, 15.00 to the house" in official.text


@pytest.mark.parametrize(
    ("typed", "cents"),
    [
        ("$50, $30, $20", [5000, 3000, 2000]),
        ("50 30 20", [5000, 3000, 2000]),
        ("50,30,20", [5000, 3000, 2000]),
        ("$50,$30,$20", [5000, 3000, 2000]),
        ("12,50 7", [1250, 700]),
        ("$1,200, $500", [120000, 50000]),
        ("€12.50; 10 €;5", [1250, 1000, 500]),
        ("", []),
    ],
)
def test_prizes_are_typed_as_people_write_them(typed, cents):
    """“$50, $30, $20” was refused."""
    assert amounts_of(typed) == cents


@pytest.mark.parametrize("typed", ["fifty", "50-30", "-5", "1.2.3", "٥٠"])
def test_what_is_no_amount_is_refused(typed):
    with pytest.raises(ValidationError):
        amounts_of(typed)
