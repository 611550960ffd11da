"""What is open about results, as everybody may see it."""

from tournament.models import Event, Round
from tournament.state.completeness import OpenItem, sheet_open, sit_outs_open, tie_open
from tournament.state.missing_sheets import missing_among
from tournament.state.results import Results


def open_items(found: Results, event: Event, last: int) -> tuple[OpenItem, ...]:
    """What is open about the rounds up to `last` that makes results wrong: items of `state.completeness`
    that everybody may see, without a further query."""
    items = [sheet_open(one) for one in missing_among(found.without_sheet) if one.round <= last]
    counted = [facts for facts in found.rounds if facts.begun and facts.number <= last]
    for facts in counted:
        tied = [(facts.named[key][0], score) for key, score in facts.scores.items() if score.tie_is_open]
        closed = facts.status == Round.Status.CLOSED
        items += [tie_open(facts.number, table, score.totals[0], closed=closed) for table, score in tied]
    items.sort(key=lambda item: (item.round or 0, item.tables))
    if not event.bye_decided and any(facts.sit_out for facts in found.rounds):
        items.append(sit_outs_open())
    return tuple(items)
