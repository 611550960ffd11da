"""What may be typed into a row of the grid and into the pad, and what each says to junk."""

import pytest

from scoring.ruleset import PRESETS
from scoring.seats import SEATS, Seat, Side
from tests.helpers.sheet_entry import HOSTILE
from tournament.forms.deals import DealsForm
from tournament.forms.sheets import TotalsForm, signature

PROGRESSIVE = PRESETS["progressive"]


def totals_form(rules=PROGRESSIVE, awards=None, **typed):
    data = {f"t4-{name}": value for name, value in typed.items()}
    return TotalsForm(data, table=4, rules=rules, awards=awards or {})


def deals_form(rules=PROGRESSIVE, rulings=(), **typed):
    data = {"first_dealer": "N"} | {name.replace("_", "-", 1): value for name, value in typed.items()}
    return DealsForm(data, rules=rules, rulings=rulings, first_dealer=Seat.N)


class TestTotals:
    def test_points_and_lone_marches_become_what_the_service_takes(self):
        form = totals_form(ns="9", ew=" 4 ", lone_n="1", lone_e="")
        assert form.is_valid(), form.errors
        assert form.totals == {Side.NS: 9, Side.EW: 4}
        assert form.loners == {Seat.N: 1, Seat.E: 0, Seat.S: 0, Seat.W: 0}

    @pytest.mark.parametrize("field", ["ns", "ew", "lone_n", "lone_w"])
    @pytest.mark.parametrize("junk", HOSTILE)
    def test_junk_gets_a_sentence_beside_its_field(self, field, junk):
        form = totals_form(**({"ns": "7", "ew": "5"} | {field: junk}))
        assert not form.is_valid()
        (sentence,) = form.errors[field]
        assert sentence.endswith(".")
        assert len(sentence) < 90
        assert form[field].value() == junk

    @pytest.mark.parametrize("field", ["revision", "put", "reached_first"])
    @pytest.mark.parametrize("junk", [junk for junk in HOSTILE if junk != "1234"])
    def test_junk_in_what_nobody_types_is_refused(self, field, junk):
        assert not totals_form(**({"ns": "7", "ew": "5"} | {field: junk})).is_valid()

    def test_a_row_is_blank_or_touched_by_what_it_says_beside_its_page(self):
        assert totals_form(ns=" ", ew="").is_blank()
        assert not totals_form(lone_w="0").is_blank()
        was = signature({"ns": 7, "ew": 5, "lone_n": 0})
        assert not totals_form(ns="7", ew="5", lone_n="0", was=was).is_touched()
        assert not totals_form(ns="7", ew=" 5", lone_n="", was=was).is_touched()
        assert totals_form(ns="8", ew="5", was=was).is_touched()
        assert totals_form(ns="7", ew="5", was=was, put="2").is_touched()

    def test_a_confirmation_is_good_for_the_values_it_was_asked_about(self):
        asked = totals_form(ns="8", ew="0").fingerprint
        yes, no = totals_form(ns="8", ew="0", confirmed=asked), totals_form(ns="9", ew="0", confirmed=asked)
        assert yes.is_valid()
        assert no.is_valid()
        assert (yes.is_confirmed, no.is_confirmed) == (True, False)

    def test_a_ruling_that_gave_points_asks_whether_they_are_in(self):
        form = totals_form(awards={3: "Ruling 3: 2 to East–West"}, ns="7", ew="5")
        assert not form.is_valid()
        assert "included_3" in form.errors
        form = totals_form(awards={3: "Ruling 3: 2 to East–West"}, ns="7", ew="5", included_3="no")
        assert form.is_valid()
        assert form.included == {3: False}

    def test_the_answer_to_a_tie_does_not_outlive_the_tie(self):
        tie, none = (
            totals_form(ns="6", ew="6", reached_first="EW"),
            totals_form(ns="7", ew="6", reached_first="EW"),
        )
        assert tie.is_valid()
        assert none.is_valid()
        assert (tie.result.reached_first, none.result.reached_first) == (Side.EW, None)

    def test_where_nobody_plays_alone_nobody_is_asked_for_lone_marches(self):
        assert totals_form(PRESETS["jeuchre"]).loner_cells == []


class TestDeals:
    def test_eight_deals_are_due_with_their_dealers_in_turn(self):
        form = deals_form()
        assert [(row.due.slot, row.due.dealer) for row in form.rows] == list(
            zip(range(1, 9), SEATS * 2, strict=True)
        )

    def test_a_deal_is_counted_as_soon_as_it_is_whole(self):
        form = deals_form(d1_maker="E", d1_alone="on", d1_tricks="5", d2_maker="N")
        assert [deal.slot for deal in form.counted] == [1]
        assert form.score.players[Seat.E] == 5
        assert form.rows[1].incomplete

    def test_a_gap_is_named_when_the_round_is_saved(self):
        form = deals_form(d1_maker="E", d1_tricks="3", d3_maker="N", d3_tricks="3")
        assert not form.is_complete()
        assert form.gap().due.slot == 2
        assert "maker" in form.gap().form.errors

    @pytest.mark.parametrize("field", ["d1_maker", "d1_tricks", "first_dealer"])
    @pytest.mark.parametrize("junk", HOSTILE)
    def test_junk_gets_a_sentence_and_never_a_deal(self, field, junk):
        typed = {"d1_maker": "E", "d1_tricks": "3"} | {field: junk}
        if field == "first_dealer":
            form = DealsForm({"first_dealer": junk}, rules=PROGRESSIVE, rulings=(), first_dealer=Seat.S)
            assert form.dealer is Seat.S
            assert not form.is_valid()
        else:
            form = deals_form(**typed)
            assert form.rows[0].deal is None
            assert form.rows[0].form.errors

    def test_deals_typed_after_the_end_of_a_game_to_ten_are_told_and_left_out(self):
        typed = {f"d{n}_maker": "N" for n in range(1, 6)} | {f"d{n}_tricks": "5" for n in range(1, 6)}
        form = deals_form(PRESETS["partners"], **typed)
        assert len(form.rows) == 5
        assert form.is_complete()
        typed = {f"d{n}_maker": "N" for n in range(1, 7)} | {f"d{n}_tricks": "5" for n in range(1, 7)}
        form = deals_form(PRESETS["partners"], **typed)
        assert form.surplus() == ["d6"]
        assert not form.is_complete()

    def test_the_pad_has_what_the_rules_know_and_nothing_else(self):
        plain, jeuchre = deals_form().rows[0].form, deals_form(PRESETS["jeuchre"]).rows[0].form
        assert set(plain.fields) == {"maker", "alone", "tricks"}
        assert set(jeuchre.fields) == {"maker", "tricks", "supreme"}
        assert "-" in dict(jeuchre.fields["maker"].choices)
        assert "-" not in dict(plain.fields["maker"].choices)

    def test_a_hand_thrown_in_gets_a_further_row_but_none_without_end(self):
        rules = PROGRESSIVE.changed(all_pass="redeal")
        form = deals_form(rules, d1_maker="-")
        assert [(row.due.slot, row.due.attempt) for row in form.rows[:3]] == [(1, 1), (1, 2), (2, 1)]
        rules = PROGRESSIVE.changed(all_pass="redeal")
        data = {"first_dealer": "N", "d1-maker": "-"} | {f"d1a{n}-maker": "-" for n in range(2, 999)}
        form = DealsForm(data, rules=rules, rulings=(), first_dealer=Seat.N)
        assert len(form.rows) <= 60

    def test_where_either_plays_alone_the_maker_or_the_partner_is_ticked_and_not_both(self):
        rules = PRESETS["eight-hand"]
        alone = deals_form(rules, d1_maker="E", d1_alone="on", d1_tricks="5").counted
        partner = deals_form(rules, d1_maker="E", d1_partner_alone="on", d1_tricks="5").counted
        assert [deals[0].call.lone for deals in (alone, partner)] == [Seat.E, Seat.W]
        both = deals_form(
            PRESETS["eight-hand"], d1_maker="E", d1_alone="on", d1_partner_alone="on", d1_tricks="5"
        )
        assert list(both.rows[0].form.errors) == ["partner_alone"]
        assert both.counted == []
        begun = deals_form(PRESETS["eight-hand"], d1_partner_alone="on")
        assert not begun.rows[0].form.is_blank()

    def test_all_five_alone_in_jeuchre_are_a_supreme_by_themselves(self):
        """Finding A15: alone, all five is the supreme."""
        rules = PRESETS["jeuchre"].changed(lone_hands=True)
        form = deals_form(rules, d1_maker="E", d1_alone="on", d1_tricks="5")
        assert form.counted[0].supreme
        assert form.score.totals == {Side.NS: 0, Side.EW: 10}
        assert form.is_complete()

    def test_a_lone_defender_needs_a_lone_hand(self):
        rules = PROGRESSIVE.changed(defend_alone=True)
        form = deals_form(rules, d1_maker="E", d1_tricks="3", d1_lone_defender="N")
        assert "lone_defender" in form.rows[0].form.errors
