"""From an offence to a ruling: what the rules propose.

The offences and their rows are data (``scoring.catalogue``); here a row is chosen and read.
``scoring.ruling_effects`` says how a ruling changes a deal.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import compress

from scoring.catalogue import AFTER_PLAY, CATALOGUE
from scoring.catalogue.allowed import ALLOWED, Allowed
from scoring.deal import Award, Call, Fate
from scoring.errors import BadRuling
from scoring.offences import By, Offence, Rule, Who, said
from scoring.ruleset import Ruleset
from scoring.seats import SEATS, Seat, Side
from scoring.sentences import Sentence, joined, marked

# Words that say nothing about which offence is meant, in English and in French.
_SMALL = frozenset({
    "a", "an", "and", "at", "but", "did", "didnt", "for", "from", "had", "has", "he", "her", "him", "his",
    "i", "in", "is", "it", "its", "me", "my", "not", "of", "on", "or", "she", "that", "the", "their", "them",
    "they", "this", "to", "us", "was", "wasnt", "we", "were", "what", "who", "with", "you",
    "au", "aux", "avait", "ce", "dans", "de", "des", "du", "elle", "en", "est", "et", "etait", "il", "la",
    "le", "les", "lui", "na", "nas", "ont", "ou", "par", "pas", "pendant", "pour", "qui", "sa", "sans", "ses",
    "son", "sur", "un", "une",
})  # fmt: skip

_ELIDED = re.compile(r"\b(?:qu|[cdjlmnst])['’]")  # French: d’écarter
_ENDINGS = ("", "s", "d", "ed")


def best_matches(text: str, entries: Sequence[tuple[Iterable[str], Iterable[str]]]) -> tuple[int, ...]:
    """Indexes of the entries that ``text`` may mean, the likeliest first, else in the order given.

    An entry is (words of its name, phrases people use for it). A word matches a word that begins with it or
    that it begins with; a phrase all of whose words are typed weighs most, the more the longer it is.
    Entries that match fewer than half as many words as the best are left out. Without any telling word
    every entry is found.

    >>> best_matches("lead", [(["renege"], ["led"]), (["leading"], [])])
    (1,)
    """
    wanted = telling_words(text)
    if not wanted:
        return tuple(range(len(entries)))
    scores = {index: _score(wanted, *entry) for index, entry in enumerate(entries)}
    most = max((matched for matched, _ in scores.values()), default=0)
    matching = [index for index, (matched, _) in scores.items() if matched and matched * 2 > most]
    return tuple(sorted(matching, key=lambda index: scores[index], reverse=True))


def telling_words(text: str) -> tuple[str, ...]:
    """The telling words of a text, in lower case and without apostrophes and accents.

    >>> telling_words("He didn't follow SUIT!")
    ('follow', 'suit')
    >>> telling_words("A coupé à cœur")
    ('coupe', 'coeur')
    >>> telling_words("Il a oublié d’écarter")
    ('oublie', 'ecarter')
    """
    letters = unicodedata.normalize("NFKD", text.lower().replace("œ", "oe"))
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    plain = re.sub(r"['’]", "", _ELIDED.sub("", plain))
    return tuple(word for word in re.findall(r"[a-z0-9]+", plain) if word not in _SMALL)


def _score(wanted: Sequence[str], name: Iterable[str], phrases: Iterable[str]) -> tuple[int, int]:
    """(words matched, weight): words of the name weigh 4, of a phrase 3, in whatever form; beginnings 1."""
    named = set(telling_words(" ".join(name)))
    spoken = [telling_words(phrase) for phrase in phrases]
    said = {word for phrase in spoken for word in phrase}
    weights = [_weight(word, named, said) for word in wanted]
    told = max((len(phrase) for phrase in spoken if _is_told(phrase, wanted)), default=0)
    return sum(weight > 0 for weight in weights), sum(weights) + 4 * told


def _is_told(phrase: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether all words of a phrase are typed, in whatever form; one word alone tells only by itself."""
    if len(phrase) < 2:
        return tuple(phrase) == tuple(wanted)
    return all(any(_is_form_of(word, typed) for typed in wanted) for word in phrase)


def _weight(word: str, named: set[str], said: set[str]) -> int:
    if any(_is_form_of(word, known) for known in named):
        return 4
    if any(_is_form_of(word, known) for known in said):
        return 3
    return int(any(_begins(word, known) for known in named | said))


def _is_form_of(word: str, known: str) -> bool:
    """Whether two words are the same but for an ending: renege, reneged; card, cards."""
    short, long = sorted((word, known), key=len)
    return long.startswith(short) and long[len(short) :] in _ENDINGS


def _begins(word: str, known: str) -> bool:
    """Whether one begins the other, by at least three letters."""
    return min(len(word), len(known)) >= 3 and (known.startswith(word) or word.startswith(known))


@dataclass(frozen=True, slots=True)
class History:
    """What is on file before this ruling.

    ``warnings``: earlier offences in the event, by ``Offence.warned_as``: the player's own where partners
    change from round to round, the partnership's if they stay.
    ``misdeals_in_round``: misdeals this dealer already had in the round (for the setting under which a
    second one passes the deal).
    """

    warnings: Mapping[str, int] = field(default_factory=dict)
    misdeals_in_round: int = 0


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the rule says. ``fate`` ``None``: the deal goes on and (``stands``) its played result counts.

    ``award_side`` gets the points, also if the director is to enter them (``open_award``, ``award`` then
    ``None``); if points are lost that is the offenders' side. ``asks_forfeit`` is the side that loses
    points of the deal, of which the director says how many: all of them, if nothing else is said. ``see``
    is the offence to rule on instead.
    """

    award: Award | None
    fate: Fate | None
    stands: bool
    cancels: tuple[Side, ...]
    warning: bool
    bidding_stops: bool
    strikes_alone: bool
    text: Sentence
    source: str
    open_award: bool
    choice: str | None = None
    award_side: Side | None = None
    asks_forfeit: Side | None = None
    see: str = ""


@dataclass(frozen=True, slots=True)
class _Case:
    """Everything a rule may look at."""

    offence: Offence
    rules: Ruleset
    call: Call | None
    offender: Seat | None
    history: History
    dealer: Seat | None


def offences_for(rules: Ruleset) -> tuple[Offence, ...]:
    """The offences these rules have, in catalogue order.

    >>> from scoring.ruleset import PRESETS
    >>> [len(offences_for(PRESETS[preset])) for preset in ("progressive", "laws", "jeuchre")]
    [38, 37, 33]
    """
    return tuple(offence for offence in CATALOGUE.values() if offence.rows(rules))


def search(rules: Ruleset, text: str, say: Callable[[Sentence], str] = str) -> tuple[Offence | Allowed, ...]:
    """The offences a director may mean by plain words, the likeliest first; all of them for no words. Among
    them is what is no offence, if one of its phrases is told.

    ``say`` puts a sentence into the reader's language, whose titles and questions are searched, too.

    >>> from scoring.ruleset import PRESETS
    >>> [search(PRESETS["progressive"], text)[0].code for text in ("didn't folow suit", "six cards")]
    ['renege', 'six-cards']
    """
    offences = offences_for(rules)
    allowed = tuple(one for one in ALLOWED if rules.has_deals and one.when(rules))
    entries = [
        ((offence.code, offence.title, say(offence.title)), (*said(offence.words), *_asked(offence, say)))
        for offence in offences
    ]
    answers = [((), (*said(one.words), say(one.text))) for one in allowed]
    wanted = _spelled(telling_words(text), [*entries, *answers])
    told = [any(_is_told(telling_words(phrase), wanted) for phrase in phrases) for _name, phrases in answers]
    known: tuple[Offence | Allowed, ...] = (*offences, *compress(allowed, told))
    return tuple(known[at] for at in best_matches(" ".join(wanted), [*entries, *compress(answers, told)]))


def _spelled(
    wanted: Sequence[str], entries: Sequence[tuple[Iterable[str], Iterable[str]]]
) -> tuple[str, ...]:
    """The words; one that nobody knows, not even its beginning, as the known word that it is most like."""
    known = {word for name, phrases in entries for part in (*name, *phrases) for word in telling_words(part)}

    def spelled(word: str) -> str:
        if len(word) < 4 or any(_begins(word, one) for one in known):
            return word
        return next(iter(get_close_matches(word, known, 1, 0.75)), word)

    return tuple(spelled(word) for word in wanted)


def _asked(offence: Offence, say: Callable[[Sentence], str]) -> tuple[str, ...]:
    """What the director is asked, in another language than English, which has words of its own."""
    asked = say(offence.question)
    return () if asked == offence.question else (asked,)


def history_of(codes: Iterable[str], misdeals_in_round: int = 0) -> History:
    """The history made of earlier rulings in force, by their codes: those about the offender, and those
    about the partner too if partners stay together for the event.

    >>> history_of(["bidding-talk", "renege"]).warnings["bidding-talk"]
    1
    """
    families = (CATALOGUE[code].warned_as for code in codes if code in CATALOGUE)
    return History(Counter(family for family in families if family), misdeals_in_round)


def propose(
    code: str,
    rules: Ruleset,
    call: Call | None = None,
    offender: Seat | None = None,
    history: History = History(),
    *,
    choice: str | None = None,
    dealer: Seat | None = None,
) -> Proposal:
    """What the rules propose for an offence (RULEBOOK 6).

    ``call`` is what is known of the deal's call (``None``: nobody played alone), ``dealer`` the deal's
    dealer, who stands in as offender of a dealer's offence; whoever is named for an offence that only a
    dealer can commit is the dealer. Where it hangs on the dealer and nobody says who it was, it is asked.
    A ``choice`` is needed if the rules leave one open, except that a warning or its penalty follows from
    ``history``. Raises ``BadRuling``.

    >>> from scoring.ruleset import PRESETS
    >>> proposal = propose("renege", PRESETS["progressive"], Call(Seat.E, lone=Seat.E), Seat.S)
    >>> proposal.award.side.value, proposal.award.points, proposal.fate.value, proposal.stands
    ('EW', 4, 'PASS', False)
    """
    offence = CATALOGUE.get(code)
    if offence is None:
        raise BadRuling(marked("There is no offence “%(code)s”.", code=code), code="unknown", field="code")
    rows = offence.rows(rules)
    if not rows:
        message = marked("The rules of this event do not have “%(title)s”.", title=offence.title)
        raise BadRuling(message, code="not-in-rules", field="code")
    if dealer is None and offence.who is Who.DEALER:
        dealer = offender
    offender = _offender(offence, rules, call, offender, dealer)
    case = _Case(offence, rules, call, offender, history, dealer)
    row = _row_chosen(case, _by_place(case, rows), choice)
    if row.needs_dealer and dealer is None:
        raise _dealer_missing()
    if row.others_alone and offender and call and call.lone and call.lone.side is offender.side:
        message = marked("One of the side that did not offend plays alone.")
        raise BadRuling(message, code="own-side", field="call")
    return _proposal(case, row)


def choice_decides(
    offence: Offence, rules: Ruleset, offender: Seat | None = None, dealer: Seat | None = None
) -> bool:
    """Whether a choice decides between outcomes for whoever sits there; of an unknown place, for anybody.

    >>> from scoring.ruleset import PRESETS
    >>> [choice_decides(CATALOGUE["six-cards"], PRESETS["progressive"], seat, Seat.N) for seat in Seat]
    [True, False, False, False]
    """
    rows = offence.rows(rules)
    if offender is not None and dealer is not None:
        place = By.of(offender, dealer)
        rows = tuple(row for row in rows if not row.by or place in row.by)
    return len({row.choice for row in rows}) > 1


Outcome = tuple[object, ...]
_SAT_OUT: Outcome = ("sitting-out",)  # whoever did it played no card then


def call_decides(
    rules: Ruleset,
    code: str,
    offender: Seat | None = None,
    dealer: Seat | None = None,
    choice: str | None = None,
) -> bool:
    """Whether the proposal hangs on who played alone, as far as the rest is answered by now.

    What is open (who did it, who dealt, a choice) is tried in every way.

    >>> from scoring.ruleset import PRESETS
    >>> [call_decides(PRESETS["laws"], "renege", Seat.N, choice=choice) for choice in (None, "cut")]
    [True, False]
    """
    if not rules.lone_hands:
        return False
    choices = {row.choice for row in CATALOGUE[code].rows(rules)} | {None}
    for who in (offender,) if offender else (Seat.N, None):
        for dealt in (dealer,) if dealer else (*SEATS, None):
            for chosen in (choice,) if choice else choices:
                case = (rules, code, who, dealt, chosen)
                outcomes = {outcome_if_alone(*case, lone) for lone in (None, *SEATS)}
                if len(outcomes - {None, _SAT_OUT}) > 1:
                    return True
    return False


def outcome_if_alone(
    rules: Ruleset,
    code: str,
    offender: Seat | None,
    dealer: Seat | None,
    choice: str | None,
    lone: Seat | None,
) -> Outcome | None:
    """What the rules propose if this player is alone: points, fate and the rest; ``None`` if another fact
    is missing; a refusal by its code."""
    call = Call(lone, lone) if lone else None
    try:
        proposal = propose(code, rules, call, offender, History(), choice=choice, dealer=dealer)
    except BadRuling as error:
        if error.code == "see:lone-partner-played" and CATALOGUE[code].elsewhere != "lone-partner-played":
            return _SAT_OUT
        known = ("nobody-alone", "see:lead-out-of-turn", "see:lone-partner-played", "own-side", *_SAT_OUT)
        return (error.code,) if error.code in known else None
    points = proposal.award.points if proposal.award else 0
    return points, proposal.fate or "", proposal.award_side, proposal.cancels, proposal.strikes_alone


def _dealer_missing() -> BadRuling:
    message = marked("Who dealt? The ruling depends on it.")
    return BadRuling(message, code="dealer-missing", field="dealer")


def _offender(
    offence: Offence, rules: Ruleset, call: Call | None, offender: Seat | None, dealer: Seat | None
) -> Seat | None:
    """The offender, named or understood; refused if nobody, or somebody impossible, is named."""
    loner = call.lone if call is not None else None
    partner = loner.partner if loner is not None else None
    stand_in = {Who.DEALER: dealer, Who.LONER: loner, Who.LONE_PARTNER: partner}.get(offence.who)
    offender = offender or stand_in
    if offender is None and offence.who is Who.PLAYER:
        message = marked("%(question)s Name the player.", question=offence.question)
        raise BadRuling(message, code="offender-missing", field="offender")
    if offence.strikes_alone and loner is None:
        message = marked("Nobody is down as playing alone in this deal, so there is no loner to cancel.")
        raise BadRuling(message, code="nobody-alone", field="call")
    if offence.who is Who.LONE_PARTNER and offender is not stand_in:
        message = marked("Only the lone player’s partner can have done this.")
        raise BadRuling(message, code="not-the-partner", field="offender")
    absent = () if call is None else call.sitting_out
    blamed = (offender, dealer) if offence.who is Who.DEALER else (offender,)
    for seat in blamed:
        if seat is not None and seat in absent and offence.plays:
            if seat is partner and (elsewhere := _of_lone_partner(offence, rules)) is not None:
                raise _see(elsewhere)
            message = marked(
                "%(offender)s sat out this deal and played no card: choose another player or offence.",
                offender=seat.noun,
            )
            raise BadRuling(message, code="sitting-out", field="offender")
    return offender


def _by_place(case: _Case, rows: tuple[Rule, ...]) -> tuple[Rule, ...]:
    """The rows for where the offender sits, seen from the dealer."""
    if case.offender is None or not any(row.by for row in rows):
        return rows
    if case.dealer is None:
        raise _dealer_missing()
    place = By.of(case.offender, case.dealer)
    here = tuple(row for row in rows if not row.by or place in row.by)
    if not here and case.offence.elsewhere:
        raise _see(CATALOGUE[case.offence.elsewhere])
    if not here:
        message = marked("Only an opponent of the dealer can have done this.")
        raise BadRuling(message, code="not-an-opponent", field="offender")
    return here


def _of_lone_partner(offence: Offence, rules: Ruleset) -> Offence | None:
    """The offence that this one is when the lone player's partner does it; none if the rules have none."""
    while offence.elsewhere:
        offence = CATALOGUE[offence.elsewhere]
        if offence.who is Who.LONE_PARTNER:
            return offence if offence.rows(rules) else None
    return None


def _see(elsewhere: Offence) -> BadRuling:
    """The refusal of an offence that is another one in this place; its code names that one."""
    message = marked("Here this is another offence: rule on “%(title)s”.", title=elsewhere.title)
    return BadRuling(message, code=f"see:{elsewhere.code}", field="offender")


def _row_chosen(case: _Case, rows: tuple[Rule, ...], choice: str | None) -> Rule:
    """The row that answers the choice made, or the one that follows without."""
    by_choice = {row.choice: row for row in rows}
    if choice in by_choice:
        return by_choice[choice]
    labels = {option.key: option.label for option in case.offence.choices_in(case.rules)}
    options = joined((marked("“%(label)s”", label=labels[key]) for key in by_choice if key is not None), "; ")
    if choice is not None:
        message = marked("“%(choice)s” is not a choice here.", choice=choice)
        if options:
            message = marked(
                "“%(choice)s” is not a choice here. Choose %(options)s.", choice=choice, options=options
            )
        raise BadRuling(message, code="choice-unknown", field="choice")
    if case.offence.warned_as:
        warned = case.history.warnings.get(case.offence.warned_as)
        return by_choice["penalty" if warned else "warning"]
    if len(rows) > 1:
        message = marked("Choose: %(options)s.", options=options)
        raise BadRuling(message, code="choice-missing", field="choice")
    return rows[0]


def _proposal(case: _Case, row: Rule) -> Proposal:
    offending = None if case.offender is None else case.offender.side
    lost = case.rules.counts_lost
    side = None if offending is None else offending if lost else offending.other
    points = _points(case, row)
    fate = row.again if row.again and case.history.misdeals_in_round else row.fate
    by_law = case.rules.penalised_cannot_count and points > 0 and case.offence.code not in AFTER_PLAY
    strikes = row.cancels or (by_law and fate is None)
    return Proposal(
        award=None if points == 0 or side is None else Award(side, points),
        fate=fate,
        stands=fate is None,
        cancels=(offending,) if strikes and offending is not None else (),
        warning=row.warning,
        bidding_stops=row.bidding_stops,
        strikes_alone=row.strikes_alone,
        text=row.text,
        source=f"{row.source}; L XXXIV" if strikes and not row.cancels else row.source,
        open_award=row.open_award,
        choice=row.choice,
        award_side=side if row.open_award or points else None,
        asks_forfeit=offending if row.forfeits else None,
        see=row.see,
    )


def _points(case: _Case, row: Rule) -> int:
    call, offender = case.call, case.offender
    if row.lone is None or call is None or not call.alone:
        return row.points
    if row.lone_if_other_side and offender is not None and offender.side is call.side:
        return row.points
    return row.lone
