"""What decides the points and places of an event, in words, before the first sheet is in: so that no default
counts that nobody has seen."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.rule_settings import SETTINGS
from scoring.rulecard import RuleCard, rule_card
from scoring.ruleset import ABOUT, PRESETS
from scoring.standings import KEYS
from tournament.models import Event
from tournament.models.prizes import prize_list_of
from tournament.rotation.movements import MOVEMENTS
from tournament.words.sentences import in_words

NO_POINTS = frozenset({"deck", "first_dealer"})  # these decide neither points nor places


class DecidingValue(NamedTuple):
    """One value that decides points or places.

    `changed`: it is another one than the ruleset's; `undecided`: nobody has said it yet.
    """

    title: str
    value: str
    changed: bool = False
    undecided: bool = False


class Deciding(NamedTuple):
    """What decides an event's points (`rules`), places and prizes; `ruleset` is what its rules began as."""

    ruleset: str
    rules: tuple[DecidingValue, ...]
    places: tuple[DecidingValue, ...]
    prizes: tuple[DecidingValue, ...]


def rules_of(event: Event) -> RuleCard:
    """The event's whole rule card: its rules, with what its settings say of them."""
    stay = MOVEMENTS[event.movement].partners_stay
    return rule_card(event.ruleset, partners_stay=stay, minutes=event.timed_minutes)


def what_decides(event: Event) -> Deciding:
    """Everything that decides, in one query."""
    rules = event.ruleset
    preset = PRESETS.get(rules.preset)
    values = []
    for setting in SETTINGS:
        if setting.name in NO_POINTS or not rules.uses(setting):
            continue
        value = getattr(rules, setting.name)
        changed = preset is not None and getattr(preset, setting.name) != value
        words = in_words(setting.label(value))
        values.append(DecidingValue(in_words(setting.title), words, changed))
    if minutes := event.timed_minutes:
        ends = ngettext("after %d minute; the leader wins", "after %d minutes; the leader wins", minutes)
        values.append(DecidingValue(_("The clock ends each round"), ends % minutes))
    title = in_words(ABOUT[rules.preset].title)
    return Deciding(title, tuple(values), _places(event), _prizes(event))


def _places(event: Event) -> tuple[DecidingValue, ...]:
    order = ", ".join(in_words(KEYS[name].title) for name in event.order)
    if event.ranked_from:
        needed = ngettext("%d round played", "%d rounds played", event.ranked_from) % event.ranked_from
    else:
        needed = _("nothing: everybody has a place")
    return (
        DecidingValue(_("A sit-out scores"), _sit_out(event), undecided=not event.bye_decided),
        DecidingValue(_("A tied round is won by"), _("the side that reached the score first; the desk asks")),
        DecidingValue(_("Places are decided by"), order),
        DecidingValue(_("Players still tied"), _("share the place, and the next place is skipped")),
        DecidingValue(_("Needed to be ranked"), needed),
    )


def _sit_out(event: Event) -> str:
    if not event.bye_decided:
        return _("not decided yet: you’re asked when someone sits out")
    if event.bye_mode == Event.ByeMode.FIXED:
        return ngettext("%d point", "%d points", event.bye_points) % event.bye_points
    if event.bye_mode == Event.ByeMode.AVERAGE:
        return _("the player’s own average")
    return _("nothing")


def _prizes(event: Event) -> tuple[DecidingValue, ...]:
    settings = prize_list_of(event)
    if settings is None:
        return ()
    yes, no = _("yes"), _("no")
    values = [DecidingValue(_("Shared places"), _("pool their money and split it"))]
    if settings.in_kind or settings.sides_in_kind or settings.groups_in_kind:
        values.append(DecidingValue(_("Tied for a prize that can’t be split"), _("they draw or choose")))
    if settings.sides or settings.groups:
        values += [
            DecidingValue(_("Nobody takes two side prizes"), yes if settings.nobody_twice else no),
            DecidingValue(_("First place takes no side prize"), yes if settings.first_takes_none else no),
        ]
    if "lowest_total" in settings.sides:
        least = settings.lowest_rounds
        rounds = _("every round") if least is None else ngettext("%d round", "%d rounds", least) % least
        values.append(DecidingValue(_("The lowest total takes"), rounds))
    return tuple(values)
