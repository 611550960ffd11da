"""Lists of every shape, pasted on the page of a new event: nobody wrong is seated unasked.

What is right for each file is told in `tests/forms/cases/README.md`.
"""

from pathlib import Path

import pytest

from tournament.models import Event, Player

CASES = Path(__file__).parent.parent / "forms" / "cases"
SEATED = None  # at once: the list is tidy
NOBODY: list[int] = []  # no line asks, but the list is shown first
ARCHERS = ["Ann Archer", "Bob Baker"]
DUNNS = ["Ann Archer", "Bob Baker", "Carl Cole", "Dee Dunn"]
ELLISES = [*DUNNS, "Eve Ellis", "Fay Fox", "Gus Gray"]


def seat(dora, players, name="Tonight"):
    text = players if isinstance(players, str) else players.read_text("utf-8")
    dora.visit("/events/new/").press("Seat them", name=name, players=text)


@pytest.mark.parametrize(
    ("file", "asking", "names"),
    [
        ("list-01-couples-comma.csv", [1, 2, 3, 4, 5, 6, 7, 8], None),
        ("list-03-name-town.txt", [1, 2, 3, 4], DUNNS),
        ("list-04-name-flag.tsv", [1, 2, 3, 4], ["Morning Reed", "Eden Yule", "Alex Poole", "Hana Moss"]),
        ("list-06-id-name-group.csv", NOBODY, ["Sara Leigh", "Paul Leigh", "Paul Lowe"]),
        ("list-07-meetup-export.tsv", [3, 4, 5], DUNNS),
        ("list-10-by-table.txt", [1, 6, 11], None),
        ("list-11-numberings.txt", SEATED, [*ELLISES, "Hal Hill", "Ian Innes"]),
        ("list-12-struck-out.txt", [2, 3, 4, 5, 6, 7, 8], None),
        ("list-13-guests.txt", [1, 2, 3, 4, 5, 6, 7], ELLISES),
        ("list-14-name-flag-number.csv", [1, 2, 3, 4, 5], None),
        ("list-16-form-without-heading.tsv", [1, 2], ARCHERS),
        ("list-17-party-size.csv", [2, 4], DUNNS[:3]),
        ("list-19-attendee-heading.tsv", SEATED, ARCHERS),
        ("list-20-participant-heading.tsv", NOBODY, ARCHERS),
        ("list-21-player-number-sign.csv", SEATED, ARCHERS),
        ("list-24-status-column.tsv", [3, 4, 5], DUNNS),
    ],
)
def test_a_list_that_may_not_be_one_person_a_line_is_shown_before_anybody_is_seated(
    dora, file, asking, names
):
    seat(dora, CASES / file)
    if asking is SEATED:
        assert sorted(Player.objects.values_list("own_name", flat=True)) == names
        return
    assert not Player.objects.exists()
    form = dora.response.context["form"]
    assert [line.pasted.line for line in form.open_lines] == asking
    assert names is None or [line.pasted.name for line in form.graded] == names


def test_numbers_are_kept_from_under_their_heading_and_from_chats(dora):
    for file in ("list-21-player-number-sign.csv", "list-11-numberings.txt"):
        seat(dora, CASES / file, name=file)
    assert dict(Player.objects.filter(event__name=file).values_list("number", "own_name"))[7] == "Gus Gray"
    assert set(Player.objects.filter(number=12).values_list("own_name", flat=True)) == {"Ann Archer"}


def test_what_was_not_used_is_said_with_its_values(dora):
    seat(dora, CASES / "list-07-meetup-export.tsv")
    assert "Not used: User ID" in dora.text
    assert "RSVP (2 × Yes, 1 × No, 1 × Waitlist)" in dora.text


def test_two_people_a_line_are_sixteen_players_once_they_are_split(dora):
    seat(dora, CASES / "list-01-couples-comma.csv")
    dora.press("Import", **{f"line-{line}": "split" for line in range(1, 9)})
    assert Event.objects.get().players.by_status() == {"here": 16}
    assert Player.objects.filter(own_name="Bob Baker").exists()


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Ann, Bob, Cleo, Dave, Eva, Fred, Gil, Hanna", True),
        ("12 people", True),
        ("Walter Pike (late)\nAnn Archer", True),
        ("Anna Abbott x\nMalcolm X", True),
        ("Name\nWalter Pike (late)", True),
        ("Archer, Ann, Elgin Legion\nBaker, Bob", True),
        ("Ann\tElgin\nBob\tLondon\nCy\tElgin\nDee\tElgin\nEd\tLondon", True),
        ("Ann Archer 7:30\nBob Baker", True),
        ("Friday list\nName\tTown\nAnn Archer\tElgin", True),
        ("Ann Archer\nWaiting list:\nBob Baker", True),
        ("Going (1)\nAnn Archer\nNot going (1)\nBob Baker", True),
        ("Ann Archer arrives late\nBob Baker LATE", True),
        ("Ann Archer    Elgin\nBob Baker     London", False),
        ("Ann, Bob\nCy, Dee", False),  # shown without a question: two people each, or Last, First
        ("Ann\tArcher\nBob\tBaker", False),
        ("Ann Archer\t2\nBob Baker\t1", False),
        ("Name\tPaid\nAnn Archer\tno", False),
    ],
)
def test_whatever_else_is_joined_or_counted_is_shown_first(dora, text, asks):
    seat(dora, text)
    assert not Player.objects.exists()
    assert bool(dora.response.context["form"].open_lines) is asks


@pytest.mark.parametrize(
    "text",
    [
        "1. Ann Archer\n2. Bob Baker\n3. Carl Cole\n4. Dee Dunn",
        "No.\tName\n1\tAnn Archer\n2\tBob Baker\n3\tCarl Cole\n4\tDee Dunn",
        "Name,Surname\nAnn,Archer\nBob,Baker\nCarl,Cole\nDee,Dunn",
        "Last name;First name\nArcher;Ann\nBaker;Bob\nCole;Carl\nDunn;Dee",
        "Ann Archer 226-555-0111 *paid*\nBob Baker $10\nCarl Cole\nDee Dunn ✓",
    ],
)
def test_a_tidy_list_is_seated_in_one_press(dora, text):
    seat(dora, text)
    assert list(Player.objects.in_order().values_list("own_name", flat=True)) == DUNNS
