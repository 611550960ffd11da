"""`manage.py rules`: a preset in words."""

import io

import pytest
from django.core.management import CommandError, call_command

from scoring.ruleset import PRESETS

NBSP = "\N{NO-BREAK SPACE}"


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_printed_with_a_source_for_every_rule(preset):
    out = io.StringIO()
    call_command("rules", preset, stdout=out)
    card, key = out.getvalue().split("\nSources\n")
    rules = [line for line in card.splitlines() if line.startswith("  ")]
    assert len(rules) > (30 if PRESETS[preset].has_deals else 5)
    several = [line for line in rules if line.endswith(":")]  # its outcomes follow, each with its source
    assert several or not PRESETS[preset].has_deals
    assert all(line.endswith("]") and not line.endswith("[]") for line in rules if line not in several)
    optional = "    - If the director adds it: The score is put right"
    assert optional in card or preset in ("laws", "totals-only")
    assert "  event setting: chosen for this event" in key


def test_an_unknown_preset_is_said_so():
    with pytest.raises(CommandError, match="invalid choice"):
        call_command("rules", "bridge")


THIRD_READING = """
progressive | Warnings are counted | each kind of offence by itself
progressive | Accused side mixed the cards | [T is silent; L XXV; penalty as T, renege]
progressive | Talking during bidding | Any later time: 2 points to the other side
progressive | Table talk | Any later time: The director decides
progressive | Reminded the dealer to discard | Any later time: The director decides
progressive | Dealt out of turn | The deal is void; the right dealer deals.
progressive | Led before the dealer discarded | the lead passes to the dealer’s partner, or to the third seat
progressive | Led before the dealer discarded | If somebody else led, it is a lead out of turn.
jeuchre | Led before the dealer discarded | If somebody else led, it is a lead out of turn.
laws | Led before the dealer discarded | If somebody else led, it is a lead out of turn. [L XIII, XIV]
progressive | Card dropped or shown | It was put forward to play, and another player saw its face
progressive | Bid out of turn | It was no bid: the player only passed out of turn: No points
progressive | Looked at a turned trick | tricks stay face down until the round is over
progressive | Tricks | face down until the round is over, so that a renege can be proven, and leads next
progressive | Dealing | The 21st card is turned up: the up-card. The deal is then finished.
progressive | First round of bidding | Any hand will do, even without that suit.
progressive | Marking the score | A point is marked before the end of the next deal.
laws | Looked at cards during the deal | The dealer’s partner, whatever came of it: Nobody scores
laws | Took back a card | The discard, or a card that followed suit
laws | Played out of turn | The card is taken back and may be called later
laws | Took back a card | The card may be taken up
laws | Renege: did not follow suit | The cards have been cut for the next deal: No points
laws | Renege: did not follow suit | The trick is not turned yet, or the side has not played again
laws | Accused side mixed the cards | The cards have been cut for the next deal: No points
laws | Refused to play a card that had to be played | The cards have been cut for the next deal: No points
laws | Remark to the partner on the score | That side, which did not deal, may not order up in this deal
laws | A side that gives points away | for an offence from the up-card to the last card
laws | Dealer did not discard | Announced before three tricks were turned: No points
laws | Played with six or more cards | The side scores nothing in this deal and misses its next turn to deal.
laws | Changed the way of dealing | Nobody asked, or only after looking
laws | Wrong number of cards, before the lead | the order of the cards can be restored: It is put right
laws | Points not marked in time | The next deal is over: The side loses the points it has not marked
laws | Marked too many points | The up-card of the next deal is turned: It is too late
eight-hand | Changed the way of dealing | The cards go one at a time.
eight-hand | Dealer’s partner ordering up plays alone | the partner, not the dealer, is then alone
eight-hand | The deck is wrong | [E is silent; L IX]
british | Words allowed in the bidding | “Alone”; in the second round the name of the suit
british | Calling a loner | [B is silent; T, the deal]
british | Misdeal | [B is silent; event setting]
jeuchre | Renege: did not follow suit | The rest of the table settle it, not the offender
jeuchre | Led out of turn | The director says how many points the offenders lose
jeuchre | Led out of turn | [J is silent; T, lead out of turn; director]
jeuchre | The maker takes all five tricks, the partner none | the makers lose the game at once
"""


def printed(preset, language):
    """The lines of a ruleset, each outcome with its rule’s title before it."""
    out = io.StringIO()
    call_command("rules", preset, "--language", language, stdout=out)
    title, lines = "", []
    for line in out.getvalue().splitlines():
        title = title if line.startswith("    - ") else line
        lines.append(f"{title} {line}" if line.startswith("    - ") else line)
    return lines


@pytest.mark.parametrize("case", THIRD_READING.strip().splitlines())
def test_what_the_third_reading_decided_is_printed(case):
    preset, title, words = (cell.strip() for cell in case.split("|"))
    assert [line for line in printed(preset, "en") if line.strip().startswith(title) and words in line]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_ruleset_is_printed_in_french_line_for_line(preset):
    """Issue 38, point 1: the command wrote English in every language."""
    english, french = printed(preset, "en"), printed(preset, "fr")
    assert len(french) == len(english)
    same = {line.strip() for line in english} & {line.strip() for line in french}
    assert same <= {"", "Points", "Sources", "Jeuchre (J)", "J: Jeuchre"}
    english_words = (" is silent", " names no penalty", "penalties T", "event setting:", "director:")
    assert not [line for line in french if any(words in line for words in english_words)]
    assert all(line.startswith("    - ") or "[" not in line or f"{NBSP}:" in line for line in french)
