"""What needs a second official waits until one has agreed, where an event asks for it.

Beyond the findings: second eyes for rulings, changed points, a restore, and for switching that off.
"""

import json

import pytest

from scoring.deal import Award, Call, Fate, Forfeit
from scoring.seats import Seat, Side
from tests.helpers.factories import NOW, enter, make_official, make_published, table_of
from tests.helpers.refusals import refused
from tournament.models import Adjustment, Proposal, Ruling, Sheet
from tournament.reports import history
from tournament.reports.open_items import PROPOSED, results_open
from tournament.reports.standings import standings
from tournament.services import adjustments, proposals, rulings
from tournament.services.errors import Refused
from tournament.services.events import change_event, finish_event
from tournament.services.rounds import close_round
from tournament.services.undoing import can_be_undone
from tournament.state.rulings import RulingDecision, RulingQuestion


@pytest.fixture
def max_(event):
    return make_official(event, "director", "max", name="Max Second")


@pytest.fixture
def event(director):
    event = make_published(director, players=8, rounds=2)
    enter(table_of(event), 9, 4, by=director)
    return event


@pytest.fixture
def two(event, director, max_):
    """The event, where two have to agree."""
    return change_event(event, by=director, at=NOW, second_agrees=True)


def points(event):
    event.refresh_from_db()
    return {row.number: row.points for row in standings(event).rows}


def lines(event):
    return [(line.by, line.sentence, line.reason) for line in map(history.line_of, history.entries(event))]


RENEGE = RulingDecision(
    RulingQuestion("renege", Seat.W), award=Award(Side.NS, 2), included=False, reason="a spade"
)


def adjust(event, by, number=1, points=-2):
    return proposals.adjust(event.players.get(number=number), points, "late back", by=by, at=NOW)


class TestWaiting:
    def test_points_count_once_a_second_director_has_agreed(self, two, director, max_):
        before = points(two)
        asked = adjust(two, director)
        assert points(two) == before
        assert not Adjustment.objects.exists()
        proposals.agree(asked, by=max_, at=NOW)
        assert points(two) == before | {1: before[1] - 2}
        assert two.adjustments.get().made_by == director

    def test_both_names_are_in_the_history(self, two, director, max_):
        proposals.agree(adjust(two, director), by=max_, at=NOW)
        agreed, made, asked = lines(two)[:3]
        name = two.players.get(number=1).name
        what = f"−2 points for number 1, {name}".replace("−", "-")
        assert asked == (str(director), f"asked a second official to agree: {what}", "late back")
        assert made[0] == f"{director} and Max Second"
        assert made[2] == "late back"
        assert agreed == ("Max Second", f"agreed to what {director} asked for: {what}", "")

    def test_a_ruling_is_made_amended_and_revoked_by_two(self, two, director, max_):
        asked = proposals.make_ruling(table_of(two), by=director, at=NOW, decision=RENEGE)
        assert not Ruling.objects.exists()
        proposals.agree(asked, by=max_, at=NOW)
        ruling = two.rulings.get()
        assert (ruling.made_by, ruling.award_points, ruling.reason) == (director, 2, "a spade")
        assert Sheet.objects.counting_at(table_of(two)).ns == 11
        other = RulingDecision(RENEGE.question, award=Award(Side.NS, 1), included=False, reason="only once")
        proposals.agree(proposals.amend_ruling(ruling, by=director, at=NOW, decision=other), by=max_, at=NOW)
        assert Sheet.objects.counting_at(table_of(two)).ns == 10
        second = two.rulings.get(number=2)
        back = proposals.revoke_ruling(second, by=max_, at=NOW, reason="proved wrong")
        proposals.agree(back, by=director, at=NOW)
        assert Sheet.objects.counting_at(table_of(two)).ns == 9
        assert not two.rulings.in_force().exists()

    def test_points_are_revoked_by_two(self, two, director, max_):
        proposals.agree(adjust(two, director), by=max_, at=NOW)
        back = proposals.revoke_adjustment(two.adjustments.get(), by=director, at=NOW, reason="came in time")
        assert two.adjustments.in_force().exists()
        proposals.agree(back, by=max_, at=NOW)
        assert not two.adjustments.in_force().exists()

    def test_what_waits_stands_open_and_finishing_says_so(self, two, director, max_):
        asked = adjust(two, director)
        assert [item.code for item in results_open(two).with_codes(PROPOSED)] == [PROPOSED]
        proposals.withdraw(asked, by=director, at=NOW)
        assert results_open(two).with_codes(PROPOSED) == ()


class TestRefused:
    def test_nobody_agrees_to_what_they_asked_for(self, two, director):
        with refused("own-proposal"):
            proposals.agree(adjust(two, director), by=director, at=NOW)

    def test_every_such_action_alone_is_refused(self, two, director, max_):
        proposals.agree(adjust(two, director), by=max_, at=NOW)
        asked = proposals.make_ruling(table_of(two), by=director, at=NOW, decision=RENEGE)
        proposals.agree(asked, by=max_, at=NOW)
        ruling, adjustment = two.rulings.get(), two.adjustments.get()
        player, who = two.players.get(number=3), {"by": director, "at": NOW}
        alone = [
            lambda **more: adjustments.adjust(player, 3, "why", **who, **more),
            lambda **more: adjustments.revoke_adjustment(adjustment, reason="why", **who, **more),
            lambda **more: rulings.make_ruling(table_of(two), decision=RENEGE, **who, **more),
            lambda **more: rulings.amend_ruling(ruling, decision=RENEGE, **who, **more),
            lambda **more: rulings.revoke_ruling(ruling, reason="why", **who, **more),
            lambda **more: change_event(two, second_agrees=False, **who, **more),
        ]
        for action in alone:
            for more in ({}, {"agreed_by": director}):
                with refused("second-needed"):
                    action(**more)

    def test_what_needs_two_is_not_undone_by_one_press(self, two, director, max_):
        proposals.agree(adjust(two, director), by=max_, at=NOW)
        made = two.audit_entries.get(action="adjustment.made")
        two.refresh_from_db()
        assert not can_be_undone(two, made)

    def test_a_proposal_that_could_not_be_done_is_refused_at_once(self, two, director):
        with refused("points-range", "points"):
            adjust(two, director, points=500)
        assert not Proposal.objects.exists()

    def test_refusing_needs_a_reason_and_changes_nothing(self, two, director, max_):
        asked, before = adjust(two, director), points(two)
        with refused("reason-missing"):
            proposals.decline(asked, by=max_, at=NOW, reason=" ")
        proposals.decline(asked, by=max_, at=NOW, reason="they were here")
        assert points(two) == before
        assert lines(two)[0][0::2] == ("Max Second", "they were here")

    def test_what_was_answered_is_not_answered_again(self, two, director, max_):
        asked = adjust(two, director)
        proposals.withdraw(asked, by=director, at=NOW)
        for answer in (
            lambda: proposals.agree(asked, by=max_, at=NOW),
            lambda: proposals.decline(asked, by=max_, at=NOW, reason="why"),
            lambda: proposals.withdraw(asked, by=director, at=NOW),
        ):
            with refused("answered"):
                answer()

    def test_only_who_asked_takes_it_back(self, two, director, max_):
        with refused("others-proposal"):
            proposals.withdraw(adjust(two, director), by=max_, at=NOW)

    def test_somebody_who_no_longer_directs_gets_no_agreement(self, two, director, max_):
        asked = adjust(two, max_)
        two.memberships.filter(user=max_).delete()
        with refused("asker-gone"):
            proposals.agree(asked, by=director, at=NOW)

    def test_agreeing_after_the_end_is_refused_and_it_still_waits(self, two, director, max_):
        asked = adjust(two, director)
        enter(table_of(two, 1, 2), by=director)
        close_round(two.rounds.get(number=1), by=director, at=NOW)
        finish_event(two, by=director, at=NOW)
        with refused("event-finished"):
            proposals.agree(asked, by=max_, at=NOW)
        asked.refresh_from_db()
        assert asked.state == Proposal.State.WAITING


class TestTheSetting:
    def test_nobody_alone_switches_it_on(self, event, director):
        with refused("nobody-second", "second_agrees"):
            change_event(event, by=director, at=NOW, second_agrees=True)

    def test_a_scorer_or_a_closed_account_is_no_second(self, event, director):
        make_official(event, "scorer"), make_official(event, "director", "old", is_active=False)
        with pytest.raises(Refused):
            change_event(event, by=director, at=NOW, second_agrees=True)

    def test_switching_it_off_waits_too_and_comes_last(self, two, director, max_):
        off, other = proposals.need_no_second(two, by=director, at=NOW), adjust(two, director)
        two.refresh_from_db()
        assert two.second_agrees
        with refused("others-wait"):
            proposals.agree(off, by=max_, at=NOW)
        proposals.withdraw(other, by=director, at=NOW)
        proposals.agree(off, by=max_, at=NOW)
        two.refresh_from_db()
        assert not two.second_agrees
        adjustments.adjust(two.players.get(number=1), 2, "alone again", by=director, at=NOW)

    def test_an_event_without_it_acts_at_once_and_asks_nothing_of_the_database(
        self, event, director, django_assert_num_queries
    ):
        from tournament.models.proposals import waiting

        with django_assert_num_queries(0):
            assert waiting(event) == 0
        adjustments.adjust(event.players.get(number=1), 2, "early", by=director, at=NOW)


def test_a_decision_is_kept_as_values_and_comes_back_the_same():
    full = RulingDecision(
        RulingQuestion("renege", Seat.W, 3, 2, Call(Seat.N, Seat.N, Seat.E), "choice", Seat.S),
        award=Award(Side.NS, 2),
        fate=Fate.REDEAL,
        cancels=(Side.EW,),
        included=True,
        reason="why",
        reached_first=Side.NS,
        nobody_can_say=True,
        forfeits=Forfeit(Side.EW, 1),
        own_points=3,
        fine_cents=500,
    )
    for decision in (full, RENEGE, RulingDecision(RulingQuestion("misdeal"))):
        kept = json.loads(json.dumps(decision.to_values()))
        assert RulingDecision.from_values(kept) == decision
