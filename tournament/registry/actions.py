"""The registry of actions: each thing that is done at an event, once, with all that depends on it.

An audit entry stores an action's code and its facts. What the code means is here: its sentence in the
history, how it can be undone, whether a backup follows at once, and what pages must be read anew. This is
data only; `services.undoing` and `backup.keeper` act on it.

Each sentence goes on from the official's name: "Dora Director *added Ann Archer as number 3*". A fact
`reason` is shown by itself beneath the sentence, so no sentence needs to repeat it.
"""

from django.utils.translation import gettext_lazy as _lazy

from tournament.registry.action_registry import ACTIONS, Action, Backup, Changes, Kind, Undo, kind_of
from tournament.registry.action_registry import register as _action
from tournament.registry.action_registry import register_score as _score

__all__ = ["ACTIONS", "Action", "Backup", "Changes", "Kind", "Undo", "kind_of"]

# event
EVENT_CREATED = _action("event.created", _lazy("created the event “%(name)s”"))
EVENT_SAME_AGAIN = _action("event.same_again", _lazy("made it from “%(name)s” of %(date)s"))
EVENT_FINAL_MADE = _action(
    "event.final_made",
    _lazy("made it as the final of “%(name)s” with %(count)s players; points carried: %(carried)s"),
)
EVENT_IMPORTED = _action("event.imported", _lazy("imported the event “%(name)s” from its archive"))
EVENT_PUT_BACK = _action("event.put_back", _lazy("put the whole site back to the backup of %(moment)s"))
EVENT_FEWER_DEALS = _action(
    "event.fewer_deals",
    _lazy("set the rounds from round %(from_round)s on to %(deals)s deals"),
    undo=Undo.FEWER_DEALS,
)
EVENT_ALL_DEALS = _action(
    "event.all_deals", _lazy("set the rounds from round %(from_round)s on back to %(deals)s deals")
)
EVENT_CHANGED = _action("event.changed", _lazy("changed the settings: %(changes)s"))
EVENT_FINISHED = _action(
    "event.finished", _lazy("finished the event"), undo=Undo.FINISHED_EVENT, backup=Backup.CLOSED
)
EVENT_FINISHED_INCOMPLETE = _action(
    "event.finished_incomplete",
    _lazy("finished the event while sheets were missing: %(missing)s"),
    undo=Undo.FINISHED_EVENT,
    backup=Backup.CLOSED,
)
EVENT_REOPENED = _action("event.reopened", _lazy("reopened the event"))
EVENT_REVEAL_BEGUN = _score("event.reveal_begun", _lazy("began to reveal the result from the last place up"))
EVENT_REVEALED = _score("event.revealed", _lazy("revealed the result, step %(step)s of %(of)s"))
EVENT_HIDDEN_AGAIN = _score("event.hidden_again", _lazy("went back to step %(step)s of %(of)s of the reveal"))
EVENT_RESULT_SHOWN = _score("event.result_shown", _lazy("showed the whole result"))

# players
PLAYER_IMPORTED = _action("player.imported", _lazy("imported %(count)s players: %(names)s"))
PLAYER_ADDED = _action("player.added", _lazy("added %(name)s as number %(number)s"), undo=Undo.ADDED_PLAYER)
PLAYER_EDITED = _action("player.edited", _lazy("changed number %(number)s, %(name)s: %(changes)s"))
PLAYER_NAMED = _action("player.named", _lazy("said that number %(number)s is %(name)s"), undo=Undo.NAME)
PLAYER_UNNAMED = _action("player.unnamed", _lazy("removed the name %(name)s from number %(number)s"))
PLAYER_NUMBERS_SWAPPED = _action(
    "player.numbers_swapped",
    _lazy("gave number %(number)s to %(name)s and number %(other_number)s to %(other_name)s"),
)
PLAYER_CHECKED_IN = _action(
    "player.checked_in", _lazy("checked in number %(number)s, %(name)s"), undo=Undo.CHECK_IN
)
PLAYER_CHECKED_IN_BY_PHONE = _action(
    "player.checked_in_by_phone", _lazy("checked in number %(number)s, %(name)s, %(way)s"), undo=Undo.CHECK_IN
)
PLAYER_SIGN_RENEWED = _action("player.sign_renewed", _lazy("renewed the code with which players check in"))
PLAYER_CHECK_IN_UNDONE = _action(
    "player.check_in_undone", _lazy("undid the check-in of number %(number)s, %(name)s"), undo=Undo.CHECK_IN
)
PLAYER_STATUS_SET = _action(
    "player.status_set", _lazy("marked number %(number)s, %(name)s, as %(status)s"), undo=Undo.PRESENCE
)
PLAYER_LATE = _action(
    "player.late",
    _lazy("marked number %(number)s, %(name)s, as late, playing from round %(from_round)s"),
    undo=Undo.PRESENCE,
)
PLAYER_LEFT = _action(
    "player.left",
    _lazy("marked number %(number)s, %(name)s, as gone home after round %(to_round)s"),
    undo=Undo.PRESENCE,
)
PLAYER_LEFT_AT_ONCE = _action(
    "player.left_at_once",
    _lazy("marked number %(number)s, %(name)s, as gone home without playing"),
    undo=Undo.PRESENCE,
)
PLAYER_PUT_BACK = _action(
    "player.put_back", _lazy("marked number %(number)s, %(name)s, as %(status)s again"), undo=Undo.PRESENCE
)
PLAYER_DISQUALIFIED = _action(
    "player.disqualified", _lazy("disqualified number %(number)s, %(name)s"), undo=Undo.PRESENCE
)
PLAYER_GROUPS_CHANGED = _action(
    "player.groups_changed", _lazy("changed the groups: %(groups)s"), undo=Undo.GROUPS
)
PLAYER_TEAMS_CHANGED = _action("player.teams_changed", _lazy("changed the teams: %(teams)s"), undo=Undo.TEAMS)
PLAYER_HELPER_ADDED = _action(
    "player.helper_added", _lazy("let a helper play as number %(number)s"), undo=Undo.ADDED_PLAYER
)
PLAYER_HELPER_BACK = _action(
    "player.helper_back",
    _lazy("let the helper with number %(number)s play again from round %(from_round)s on"),
    undo=Undo.PRESENCE,
)
PLAYER_REMOVED = _action("player.removed", _lazy("removed number %(number)s, %(name)s"))

# seating
SEATING_PUBLISHED = _action(
    "seating.published",
    _lazy("published the seating: %(players)s players, %(rounds)s rounds, %(movement)s, draw %(seed)s"),
    undo=Undo.SEATING,
    backup=Backup.PUBLISHED,
)
SEATING_FIRST_PUBLISHED = _action(
    "seating.first_published",
    _lazy("published the seating of round 1: %(players)s players, %(movement)s, draw %(seed)s"),
    undo=Undo.SEATING,
    backup=Backup.PUBLISHED,
)
SEATING_OWN_CHART = _action(
    "seating.own_chart",
    _lazy("published a seating by their own chart: %(players)s players, %(rounds)s rounds"),
    undo=Undo.SEATING,
    backup=Backup.PUBLISHED,
)
SEATING_REPLANNED = _action(
    "seating.replanned",
    _lazy(
        "published new seating from round %(from_round)s on: %(players)s players, %(movement)s, draw %(seed)s"
    ),
    undo=Undo.REPLANNED_SEATING,
    backup=Backup.PUBLISHED,
)
SEATING_FEWEST_CARDS = _action(
    "seating.fewest_cards",
    _lazy("changed the seating from round %(from_round)s on, with as few new cards as possible: %(cards)s"),
    undo=Undo.REPLANNED_SEATING,
    backup=Backup.PUBLISHED,
)
SEATING_NOBODY_MOVED = _action(
    "seating.nobody_moved",
    _lazy("changed the seating from round %(from_round)s on; nobody else moved; new cards: %(cards)s"),
    undo=Undo.REPLANNED_SEATING,
    backup=Backup.PUBLISHED,
)
SEATING_NEXT = _action(
    "seating.next",
    _lazy("seated round %(number)s from the results of round %(after)s: %(tables)s tables"),
    undo=Undo.NEXT_SEATING,
    backup=Backup.PUBLISHED,
)
SEATING_NEXT_AGAIN = _action(
    "seating.next_again",
    _lazy("redid the seating of round %(number)s from the results of round %(after)s"),
    backup=Backup.PUBLISHED,
)
SEATING_KEPT = _action(
    "seating.kept",
    _lazy("left the seating of round %(number)s as it is, though results of round %(after)s were corrected"),
)
SEATING_RESTORED = _action(
    "seating.restored",
    _lazy("restored the former seating from round %(from_round)s on"),
    undo=Undo.REPLANNED_SEATING,
)
SEATING_WITHDRAWN = _action("seating.withdrawn", _lazy("withdrew the published seating of %(rounds)s rounds"))
SEATING_WISH_ADDED = _action("seating.wish_added", _lazy("added the seating request: %(wish)s"))
SEATING_WISH_REMOVED = _action("seating.wish_removed", _lazy("removed the seating request: %(wish)s"))
SEATING_MIXED_SET = _action("seating.mixed_set", _lazy("asked for mixed seating: %(mixed)s"))
SEATING_TEAMS_SET = _action("seating.teams_set", _lazy("set teams of two to %(teams)s"), undo=Undo.TEAMS_SET)
SEATING_TABLES_SET = _action(
    "seating.tables_set", _lazy("changed the table numbers from %(was)s to %(tables)s")
)

# rounds
ROUND_CLOSED = _action(
    "round.closed", _lazy("closed round %(number)s"), undo=Undo.CLOSED_ROUND, backup=Backup.CLOSED
)
ROUND_CLOSED_INCOMPLETE = _action(
    "round.closed_incomplete",
    _lazy("closed round %(number)s while sheets were missing: table %(missing)s"),
    undo=Undo.CLOSED_ROUND,
    backup=Backup.CLOSED,
)
ROUND_CLOSED_UNSETTLED = _action(
    "round.closed_unsettled",
    _lazy(
        "closed round %(number)s. Not reported: %(missing)s; disputed: %(disputed)s; "
        "not answered: %(waiting)s; tie open: %(tied)s; ruled with another dealer: %(dealer)s"
    ),
    undo=Undo.CLOSED_ROUND,
    backup=Backup.CLOSED,
)
ROUND_REOPENED = _action("round.reopened", _lazy("reopened round %(number)s"), undo=Undo.REOPENED_ROUND)
ROUND_REOPENED_UNSEATED = _action(
    "round.reopened_unseated",
    _lazy("reopened round %(number)s and removed the seating of round %(unseated)s"),
)
ROUND_UNLOCKED = _action("round.unlocked", _lazy("unlocked round %(number)s for a correction"))
ROUND_CLOCK_STARTED = _action(
    "round.clock_started", _lazy("started the clock of round %(number)s: %(minutes)s minutes")
)
ROUND_CLOCK_PAUSED = _action("round.clock_paused", _lazy("paused the clock of round %(number)s"))
ROUND_CLOCK_RESUMED = _action("round.clock_resumed", _lazy("let the clock of round %(number)s run again"))
ROUND_CLOCK_EXTENDED = _action("round.clock_extended", _lazy("gave round %(number)s a minute more"))
ROUND_CLOCK_STOPPED = _action("round.clock_stopped", _lazy("stopped the clock of round %(number)s"))

# changes at the tables
CHANGE_FOR_HIMSELF = _action(
    "change.for_himself",
    _lazy(
        "seated number %(other_number)s, %(other_name)s, for number %(number)s, %(name)s, "
        "from round %(from_round)s until the end of round %(to_round)s, to play for themselves"
    ),
    undo=Undo.SUBSTITUTION,
)
CHANGE_FOR_SEAT = _action(
    "change.for_seat",
    _lazy(
        "seated number %(other_number)s, %(other_name)s, for number %(number)s, %(name)s, "
        "from round %(from_round)s until the end of round %(to_round)s, to play for the seat"
    ),
    undo=Undo.SUBSTITUTION,
)
CHANGE_FOR_HELPER = _action(
    "change.for_helper",
    _lazy(
        "seated number %(other_number)s, %(other_name)s, for a helper, number %(number)s, "
        "from round %(from_round)s until the end of round %(to_round)s"
    ),
    undo=Undo.SUBSTITUTION,
)
CHANGE_HELPER = _action(
    "change.helper",
    _lazy(
        "seated a helper, number %(other_number)s, for number %(number)s, %(name)s, "
        "from round %(from_round)s until the end of round %(to_round)s"
    ),
    undo=Undo.SUBSTITUTION,
)
CHANGE_EMPTY = _action(
    "change.empty",
    _lazy(
        "left the seat of number %(number)s, %(name)s, empty from round %(from_round)s until the end of "
        "round %(to_round)s"
    ),
    undo=Undo.SUBSTITUTION,
)
CHANGE_TABLES_EXCHANGED = _action(
    "change.tables_exchanged",
    _lazy("exchanged tables %(table)s and %(other)s in round %(round)s: they sat at each other’s place"),
    undo=Undo.EXCHANGE,
)
CHANGE_PLAYERS_EXCHANGED = _action(
    "change.players_exchanged",
    _lazy(
        "exchanged number %(number)s, %(name)s, and number %(other_number)s, %(other_name)s, "
        "from round %(from_round)s to round %(to_round)s: they sat in each other’s place"
    ),
    undo=Undo.EXCHANGE,
)
CHANGE_BACK = _action(
    "change.back", _lazy("marked number %(number)s, %(name)s, as back from round %(from_round)s on")
)
CHANGE_UNDONE = _action(
    "change.undone", _lazy("gave number %(number)s, %(name)s, the seat back from round %(from_round)s on")
)

# sheets
SHEET_ENTERED = _score(
    "sheet.entered", _lazy("entered table %(table)s of round %(round)s: %(now)s"), undo=Undo.SHEET
)
SHEET_CORRECTED = _score(
    "sheet.corrected",
    _lazy("changed table %(table)s of round %(round)s from %(was)s to %(now)s"),
    undo=Undo.SHEET,
)
SHEET_RESTORED = _score(
    "sheet.restored",
    _lazy("restored version %(version)s of table %(table)s, round %(round)s: %(now)s"),
    undo=Undo.SHEET,
)
SHEET_RECOUNTED = _score(
    "sheet.recounted", _lazy("recalculated table %(table)s, round %(round)s: from %(was)s to %(now)s")
)
SHEET_SIDES_SWAPPED = _score(
    "sheet.sides_swapped",
    _lazy("swapped the sides of table %(table)s, round %(round)s: from %(was)s to %(now)s"),
    undo=Undo.SWAPPED_SHEETS,
)
SHEET_TABLES_SWAPPED = _score(
    "sheet.tables_swapped",
    _lazy("swapped the scores of tables %(tables)s in round %(round)s: they have %(now)s now"),
    undo=Undo.SWAPPED_SHEETS,
)
SHEET_DISPUTED = _score(
    "sheet.disputed",
    _lazy("marked the paper sheet of table %(table)s, round %(round)s, as disputed"),
    undo=Undo.DISPUTED_SHEET,
)
SHEET_SETTLED = _score(
    "sheet.settled",
    _lazy("withdrew the mark that the paper sheet of table %(table)s, round %(round)s, is disputed"),
    undo=Undo.SETTLED_SHEET,
)
SHEET_TAKEN_BACK = _score(
    "sheet.taken_back",
    _lazy("undid the sheet of table %(table)s, round %(round)s, which said %(was)s"),
    undo=Undo.SHEET_WITHDRAWAL,
)
SHEET_CONFIRMED = _score("sheet.confirmed", _lazy("confirmed table %(table)s of round %(round)s: %(now)s"))
SHEET_NOT_PLAYED = _score(
    "sheet.not_played",
    _lazy("recorded table %(table)s of round %(round)s as not played"),
    undo=Undo.NOT_PLAYED,
)
SHEET_AWAITED_AGAIN = _score(
    "sheet.awaited_again",
    _lazy("undid “not played” for table %(table)s of round %(round)s"),
    undo=Undo.AWAITED_AGAIN,
)
SHEET_SET_ASIDE = _score(
    "sheet.set_aside", _lazy("set aside the sheet of table %(table)s, round %(round)s: it lacks a deal now")
)

# scores from the tables: a side of a table speaks, or an official about what it said
REPORT_MADE = _score("report.made", _lazy("reported round %(round)s: %(now)s"))
REPORT_ACCEPTED = _score(
    "report.accepted", _lazy("accepted what the other side reported for round %(round)s: %(now)s")
)
REPORT_ONE_PHONE = _score(
    "report.one_phone",
    _lazy(
        "accepted round %(round)s on the phone that reported it: %(now)s. It doesn’t count until an official "
        "confirms it"
    ),
)
REPORT_DISPUTED = _score(
    "report.disputed", _lazy("disputed what the other side reported for round %(round)s: %(now)s")
)
REPORT_WITHDRAWN = _score("report.withdrawn", _lazy("withdrew the report of round %(round)s: %(now)s"))
REPORT_TAKEN = _score(
    "report.taken", _lazy("took the report of table %(table)s for round %(round)s: %(now)s")
)
REPORT_CLEARED = _score(
    "report.cleared", _lazy("discarded what table %(table)s reported for round %(round)s: %(was)s")
)
REPORT_APPROVED = _score(
    "report.approved", _lazy("accepted the unlikely score of table %(table)s, round %(round)s: %(now)s")
)
TABLE_RENEWED = _action("table.renewed", _lazy("gave table %(table)s a new link and PIN"))
TABLE_REVOKED = _action("table.revoked", _lazy("closed the link of table %(table)s"))
CARD_ENTERED = _score(
    "card.entered", _lazy("typed the tally card of number %(number)s, %(name)s: %(changes)s")
)
CARD_PRINTED = _score("card.printed", _lazy("noted that tally cards were printed: %(count)s"))
CARD_KIT_PRINTED = _score("card.kit_printed", _lazy("noted that a kit was printed; papers in it: %(count)s"))

# rulings and adjustments
RULING_MADE = _action(
    "ruling.made",
    _lazy("made ruling %(number)s in round %(round)s, table %(table)s: %(offence)s, %(name)s; %(award)s"),
    undo=Undo.RULING,
)
RULING_AMENDED = _action(
    "ruling.amended", _lazy("amended ruling %(old)s to ruling %(number)s: %(offence)s, %(name)s; %(award)s")
)
RULING_REVOKED = _action("ruling.revoked", _lazy("revoked ruling %(number)s: %(offence)s, %(name)s"))
ADJUSTMENT_MADE = _action(
    "adjustment.made",
    _lazy("changed the points of number %(number)s, %(name)s, by %(points)s"),
    undo=Undo.ADJUSTMENT,
)
ADJUSTMENT_REVOKED = _action(
    "adjustment.revoked", _lazy("revoked the %(points)s points of number %(number)s, %(name)s")
)

# the hall
NOTE_DONE = _action("note.done", _lazy("dealt with the note of number %(number)s, %(name)s: “%(text)s”"))
PRIZE_SET = _action("prize.set", _lazy("set the prizes"))
PRIZE_DOOR = _action(
    "prize.door", _lazy("drew a door prize among %(of)s players: number %(number)s, %(name)s (draw %(seed)s)")
)
PRIZE_FIFTY = _action("prize.fifty", _lazy("drew ticket %(ticket)s of %(first)s to %(last)s (draw %(seed)s)"))
PRIZE_FITTED = _score("prize.fitted", _lazy("made the prizes fit the pot: from %(was)s to %(now)s"))
ANNOUNCEMENT_MADE = _action("announcement.made", _lazy("announced “%(text)s”"), undo=Undo.ANNOUNCEMENT)
ANNOUNCEMENT_ENDED = _action(
    "announcement.ended", _lazy("took down “%(text)s”"), undo=Undo.ENDED_ANNOUNCEMENT
)
SIGNUP_SET = _action("signup.set", _lazy("set the sign-up: open %(open)s, places %(places)s"))
SIGNUP_MADE = _action("signup.made", _lazy("took the sign-up of %(name)s"))
SIGNUP_DECLINED = _action("signup.declined", _lazy("declined the sign-up of %(name)s"))
SIGNUP_WITHDRAWN = _action("signup.withdrawn", _lazy("heard that %(name)s withdraws"))

# money at the door
MONEY_FEE_SET = _score(
    "money.fee_set",
    _lazy(
        "set the entry fee to %(price)s: members %(members_price)s; of each for the prizes: %(to_pot)s; "
        "added to the pot: %(added)s; in the box at the start: %(opening)s"
    ),
)
MONEY_FEE_REMOVED = _score("money.fee_removed", _lazy("took the entry fee out"))
MONEY_PAID = _score("money.paid", _lazy("took %(amount)s from number %(number)s, %(name)s"), undo=Undo.DUES)
MONEY_DUES_SET = _score(
    "money.dues_set",
    _lazy("changed what number %(number)s, %(name)s, pays: from %(was)s to %(now)s"),
    undo=Undo.DUES,
)
MONEY_POT_RAISED = _score("money.pot_raised", _lazy("added %(amount)s of the house’s share to the pot"))
MONEY_CASH_IN = _score("money.cash_in", _lazy("put %(amount)s into the box: %(words)s"), undo=Undo.CASH_LINE)
MONEY_CASH_OUT = _score(
    "money.cash_out", _lazy("took %(amount)s out of the box: %(words)s"), undo=Undo.CASH_LINE
)
MONEY_FINE_PAID = _score(
    "money.fine_paid",
    _lazy("took the fine of ruling %(ruling)s from %(name)s: %(amount)s"),
    undo=Undo.CASH_LINE,
)
MONEY_CASH_REVOKED = _score(
    "money.cash_revoked", _lazy("revoked line %(line)s of the cash sheet: %(amount)s %(words)s")
)
MONEY_COUNTED = _score("money.counted", _lazy("counted %(counted)s in the box; %(expected)s expected"))

# officials
OFFICIAL_INVITED = _action("official.invited", _lazy("invited %(name)s as %(role)s"))
OFFICIAL_UNINVITED = _action("official.uninvited", _lazy("withdrew an invitation as %(role)s"))
OFFICIAL_JOINED = _action("official.joined", _lazy("joined as %(role)s"))
OFFICIAL_CHANGED = _action("official.changed", _lazy("changed the role of %(name)s from %(was)s to %(now)s"))
OFFICIAL_REMOVED = _action("official.removed", _lazy("removed %(name)s, who was %(role)s"))

# of 1.0.0, where a second official agreed or confirmed: kept so that old histories read
EVENT_PUT_BACK_BY_TWO = _action(
    "event.put_back_by_two",
    _lazy("put the whole site back to the backup of %(moment)s, and %(second)s gave their password for it"),
)
SHEET_UNCONFIRMED = _score(
    "sheet.unconfirmed", _lazy("let table %(table)s of round %(round)s wait to be confirmed again: %(now)s")
)
PROPOSAL_MADE = _score("proposal.made", _lazy("asked a second official to agree: %(what)s"))
PROPOSAL_AGREED = _score("proposal.agreed", _lazy("agreed to what %(name)s asked for: %(what)s"))
PROPOSAL_DECLINED = _score("proposal.declined", _lazy("refused what %(name)s asked for: %(what)s"))
PROPOSAL_WITHDRAWN = _score("proposal.withdrawn", _lazy("withdrew the request: %(what)s"))

CLOSED = (ROUND_CLOSED, ROUND_CLOSED_INCOMPLETE, ROUND_CLOSED_UNSETTLED)
BEGUN = (SEATING_PUBLISHED, SEATING_FIRST_PUBLISHED, SEATING_OWN_CHART)
