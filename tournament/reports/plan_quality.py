"""A plan's quality for the director: each figure beside its lower bound, and its meaning at the tables.

Shows the judgement of `rotation.quality` as stored with a draft.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournament.rotation.plan import RoundPlan


@dataclass(frozen=True, slots=True)
class QualityLine:
    """One property: its `value`, the `least` it could be, a `verdict` in words, if that is `met`, and why.

    A stored draft from before there were reasons has none.
    """

    key: str
    title: str
    value: str
    least: str
    verdict: str
    met: bool
    sentence: str
    reason: str = ""


def quality_lines(quality: Mapping[str, Any], rounds: Sequence[RoundPlan]) -> tuple[QualityLine, ...]:
    """The lines of a plan's proof; `rounds` are all it judges, those already played included."""
    return (
        _relation("P", _("Repeated partners"), quality, _partners(quality)),
        _relation("O", _("Repeated opponents"), quality, _opponents(quality)),
        _relation("M", _("Repeated meetings at a table"), quality, _meetings(quality)),
        *_left(quality.get("left")),
        _sit_outs(quality["sit_outs"], rounds),
    )


def _relation(key: str, title: str, quality: Mapping[str, Any], sentence: str) -> QualityLine:
    value, least = quality[key], quality["least"][key]
    met = value <= least
    best = quality["words"][key] == "best known"
    if met:
        verdict = _("least possible")
    elif best:
        verdict = _("best known")
    else:
        verdict = _("%(more)d above the best possible (by counting)") % {"more": value - least}
    reason = _reason(quality.get("reasons", {}).get(key, "")) if value else ""
    return QualityLine(key, title, str(value), str(least), verdict, met or best, sentence, reason)


def _reason(code: str) -> str:
    """Why nobody can do better, or who has not."""
    reasons = {
        "counted": _("Counting shows it: meetings cannot be shared among all the others more evenly."),
        "crowded": _("With so few tables, some of any four have to meet again in every later round."),
        "published": _("It is also the best that others have published; no proof is known."),
        "ours": _("It comes from this program’s own long search; no proof is known."),
        "behind": _("Others have published a plan that repeats less."),
    }
    return reasons.get(code, "")


def _left(counted: Mapping[str, int] | None) -> tuple[QualityLine, ...]:
    """Left and right, which drafts from before it was counted lack."""
    if counted is None:
        return ()
    value, least = counted["repeats"], counted["least"]
    if value <= least:
        verdict = _("least possible")
        sentence = _("Everybody has each opponent as often on the left as on the right.")
    else:
        verdict = _("%(more)d above the best possible (by counting)") % {"more": value - least}
        sentence = _("Some have the same opponent on the left more often than on the right.")
    title = _("Repeated left-hand opponents")
    return (QualityLine("left", title, str(value), str(least), verdict, value <= least, sentence),)


def _partners(quality: Mapping[str, Any]) -> str:
    most = quality["most"]["P"]
    if most <= 1:
        return _("Nobody has the same partner twice.")
    return _("Some have the same partner %(times)s.") % {"times": _times(most)}


def _opponents(quality: Mapping[str, Any]) -> str:
    most = quality["most"]["O"]
    if most <= 1:
        return _("Nobody plays against the same person twice.")
    return _("Everybody plays the same opponent at most %(times)s.") % {"times": _times(most)}


def _meetings(quality: Mapping[str, Any]) -> str:
    most = quality["most"]["M"]
    if most <= 1:
        return _("Nobody sits at a table with the same person twice.")
    sentence = _("Everybody sits with the same person at most %(times)s, as partner or opponent.")
    return sentence % {"times": _times(most)}


def _sit_outs(counted: Mapping[str, Any], rounds: Sequence[RoundPlan]) -> QualityLine:
    total = sum(len(plan.sit_out) for plan in rounds)
    players = {player for plan in rounds for player in (*plan.seated, *plan.sit_out)}
    fewest, over = divmod(total, len(players)) if players else (0, 0)
    low, high = counted["min"], counted["max"]
    least_high = fewest + (1 if over else 0)
    met = high <= least_high
    verdict = _("least possible") if met else _("%(more)d more than needed") % {"more": high - least_high}
    return QualityLine(
        "sit_outs",
        _("Sit-outs for each player"),
        _range(low, high),
        _range(fewest, least_high),
        verdict,
        met,
        _rest(total, high, counted["twice_running"]),
    )


def _rest(total: int, most: int, twice_running: Sequence[int]) -> str:
    if total == 0:
        return _("Everybody plays in every round.")
    times = _times(most)
    if not twice_running:
        return _("Each player sits out at most %(times)s. Never two rounds in a row.") % {"times": times}
    numbers = ", ".join(str(number) for number in twice_running)
    return _("Each player sits out at most %(times)s. Two rounds in a row: player %(numbers)s.") % {
        "times": times,
        "numbers": numbers,
    }


def _times(count: int) -> str:
    """“once”, “twice”, “5 times”."""
    return {1: _("once"), 2: _("twice")}.get(count) or _("%(count)d times") % {"count": count}


def _range(low: int, high: int) -> str:
    return str(low) if low == high else _("%(low)d to %(high)d") % {"low": low, "high": high}
