"""The breaks of an evening, as an event keeps them: the rounds before them, and how long they last."""

from tournament.models import Event


def breaks_of(event: Event) -> dict[int, int]:
    """Round → minutes of the break after it; one number of minutes counts for every break."""
    rounds, minutes = (list(map(int, text.split())) for text in (event.break_after, event.break_minutes))
    if len(minutes) == 1:
        minutes *= len(rounds)
    return dict(zip(rounds, minutes, strict=True))
