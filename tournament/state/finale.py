"""Whether an event has something to reveal at its end: results that everybody has not seen."""

from tournament.models import Event


def holds_back(event: Event) -> bool:
    """Whether the results of a closed round are hidden, or were until the result was shown."""
    if not event.hidden_rounds:
        return False
    last_shown = max(1, event.round_count - event.hidden_rounds)
    return event.rounds.closed().filter(number__gt=last_shown).exists()
