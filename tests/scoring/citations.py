"""What the product cites, and a few words that must stand there.

Each line of ``CITED`` is one use: what is said (an offence's code, a setting with its value, or a line of the
rule card with the letter of its text), the place that is cited, and words that occur in that place. Of “T is
silent” the words occur nowhere in the text. ``test_citations`` holds the product against this list, and the
list against the texts where they are at hand.
"""

import re
from pathlib import Path

from scoring.rule_sources import unprefixed

FILES = {
    "T": "tournament-rules.txt",
    "L": "laws-of-euchre.txt",
    "S": "laws-of-euchre.txt",
    "E": "eight-hand-game.txt",
    "J": "jeuchre.txt",
    "B": "british.md",
}
# Where a section begins and ends; the laws are found by their numbers.
SECTIONS = {
    "T": ("Euchre - Tournaments Rules", "18 comments so far"),
    "T, the deal": ("The Deal", "* If the bidding team takes 3 or 4"),
    "T, rulings": ("DO NOT make your own", "RENEGE:"),
    "T, renege": ("RENEGE:", "BID OUT OF TURN:"),
    "T, bid out of turn": ("BID OUT OF TURN:", "LEAD OUT OF TURN:"),
    "T, lead out of turn": ("LEAD OUT OF TURN:", "Obsolete Rules"),
    "T, obsolete rules": ("Obsolete Rules", "Irregularities Not Cover"),
    "T, irregularities": ("Irregularities Not Cover", "Euchre Terminology"),
    "T, terms": ("Euchre Terminology", "If you are new to euchre"),
    "T, answers": ("18 comments so far", "Leave your comment"),
    "L": ("To determine who", "With the utmost respect"),
    "S": ("With the utmost respect", "searching for the very finest"),
    "S, making trump": ("Making Trump:", "The Play:"),
    "S, play": ("The Play:", "Scoring:"),
    "S, scoring": ("Scoring:", "Revoke:"),
    "S, revoke": ("Revoke:", "Aside from the rules"),
}
CITED = """
renege | T, renege | non-offending team scores two points | renege during a Loner attempt
renege | S, revoke | 2 points are automatically awarded | the deal is forfeited | defending against a lone-attempt
renege | J | subject to the harshest punishment
renege-unproven | T, renege | ultimately not proven | scores 2 points
renege-second | T, irregularities | the second renege is canceled
renege-mutual | L XXVI | one error offsets the other | a fresh deal
revoke-corrected | L XXII–XXIV | turned and quitted | the highest or the lowest | not permitted to change the card he has played | withdraw his card from the trick
renege | L XXII | turned and quitted | has again played
renege | L XXIII | withdraw his card from the trick
renege | L XXVI | cut for a new deal | entitled to claim the penalty
cards-mixed | L XXVI | cut for a new deal | entitled to claim the penalty
called-card-refused | L XXVI | cut for a new deal | entitled to claim the penalty
bid-out-of-turn | L is silent | bid out of turn, bids out of turn, orders out of turn
renege-unproven | L is silent | not proven, unproven, falsely, wrongly
bid-out-of-turn | T is silent | pass out of turn, passes out of turn
disqualified | T is silent | disqualif
disqualified | L is silent | disqualif
other | T is silent | anything else
other | L is silent | anything else
cards-mixed | T is silent | mix
cards-mixed | L XXV | mix the cards together | score the two points
cards-mixed | T, renege | non-offending team scores two points
cards-mixed | S, revoke | the deal is forfeited
called-card-refused | T is silent | called upon, called card, exposed
called-card-refused | L XXVIII | submit to the penalty of a revoke
called-card-refused | T, renege | non-offending team scores two points
called-card-refused | S, revoke | 2 points are automatically awarded
bid-out-of-turn | T, bid out of turn | scores two points | allowed to call alone | at their own risk
lead-out-of-turn | T, lead out of turn | All play stops | four points if on a lone call
lead-out-of-turn | L XIV | withdraw his card | four cards have been played
play-out-of-turn | T is silent | plays out of turn, play out of turn
play-out-of-turn | L XIV | plays out of turn | withdraw his card without penalty
bidding-talk | T, the deal | Let's try clubs | A warning is given for the first offense | loses its right to bid | awarded two points
bidding-talk | L XXXIII | invites him to make a trump | immediately add one point
table-talk | T, terms | Any remark made during the game
table-talk | L XXXIII | by words or gestures | immediately add one point
no-discard | T, irregularities | dealer fails to discard | 2 points (or 4 points | passed to the next player
no-discard | L XVIII | before three tricks have been turned | they lose the deal | entitled to count all they make
six-cards | T, irregularities | dealer fails to discard | incorrect number of cards | deal passes to the next player
six-cards | L XVIII | plays with six or more cards | they lose the deal
wrong-count-before-lead | T, irregularities | before the first lead | re-dealt by the same player
wrong-count-before-lead | L XI | the deal is forfeited
wrong-count-before-lead | L VII | proper order of the distribution | before the 21st card is turned up | passes to the next player
wrong-count-in-play | T, irregularities | after the first lead | the deal passes to the next player
wrong-count-in-play | L VII | not discovered until after | the deal is forfeited
wrong-count-in-play | L XVIII | six or more cards
wrong-dealer | T, irregularities | after the first trick is played, the deal stands
wrong-dealer | T, terms | each player deals twice
wrong-dealer | L VIII | restored to the player entitled | left-hand opponent will deal the next hand
misdeal | T is silent | misdeal
misdeal | L XI | the deal is forfeited
cards-looked-at | T is silent | during the deal
cards-looked-at | L VI | take up, or to look at his cards during the deal | may deal again | if the dealer's partner commits
cards-looked-at | L XI | opponent to the left gets to deal
card-exposed-in-deal | T is silent | exposed, exposes
card-exposed-in-deal | L IV | exposed, or is turned in dealing | show more than one card while turning up | the same dealer re-shuffles
card-exposed-in-deal | L V | at his option | before looking at his own cards | either of the adversaries
dealing-style | T, the deal | maintained during the entire round
dealing-style | E | one at a time, face down
dealing-style | L III | by three and two | require a fresh deal | before looking at his cards
kitty-looked-at | T, the deal | not allowed to look at the kitty
card-taken-back | T, the deal | A card laid is a card played
card-taken-back | T, irregularities | cannot be placed back in hand
card-taken-back | L XIII | he cannot change it
card-taken-back | L XV | has touched the table | it may be taken up, subject to the call
dealer-reminded | T, irregularities | cannot be reminded
imperfect-pack | T is silent | imperfect, too few
imperfect-pack | L IX | that particular deal is void | preceding deals
turned-down-suit | T, irregularities | their team forfeits the right to bid
turned-down-suit | L XX | it is equivalent to passing
changed-trump | T is silent | permitted to change, first suit
changed-trump | L XX | cannot be permitted to change it
ambiguous-lone | T, the deal | must clearly state this intention
ambiguous-lone | L XXI | loses the privilege of playing alone
lone-partner-played | T, irregularities | the lone call is canceled
lead-before-discard | T, irregularities | It no longer has any value | goes to the second seat
lead-before-discard | T, lead out of turn | All play stops
lead-before-discard | L XIV | If a player leads, or plays out of turn
lead-before-discard | L XIII | cannot withdraw his card | right to play alone
exposed-card | T, irregularities | any other player can see its face | first legal opportunity | cannot take a trick | they must lead that card
exposed-card | L XXVII | may be called by an opponent | can distinguish its character | names or indicates
exposed-card | L XXIX | if it causes a revoke | throw away a commanding card
two-cards | T is silent | two or more cards, two cards to
two-cards | T, irregularities | first legal opportunity
two-cards | L XVI | either one of the cards they please | like other exposed cards
hand-shown | T, the deal | must be played completely out
hand-shown | L XIX | may call each card
hand-shown | L XXXII | throw down his cards
quitted-trick | T, irregularities | no one may look at them
quitted-trick | L XVII | except the last trick played
asked-trump | T, the deal | allowed to ask which suit is trump
asked-trump | L X | ask what suit is trump
bridge-remark | L XXX | at the bridge | forfeiting their right to order up
points-unmarked | T, irregularities | marked before the end of the next hand | Once the next point is made | are forfeited
points-unmarked | L XXXI | fewer points than he is entitled to | when the next deal is completed
points-overmarked | T is silent | marks more, erroneously
points-overmarked | L XXXI | bystander | erroneously added to theirs | after the trump card has been turned
points-overmarked | S, scoring | until the time the next up-card is turned
penalty-refused | T is silent | refuse
penalty-refused | L XXXVI | at any state of the score
farmers-hand | T, obsolete rules | all 9's and 10's and no trump | re-dealt by the same dealer | swap any three cards
deck=24 | T | twenty-four card deck
deck=24 | S | 24 cards
deck=24 | J | A deck of 24 cards
deck=25 | B | 25 cards
deck=32 | E | 32 standard playing cards
deals_per_round=8 | T | 8 hands are played
deals_per_round=8 | E | eight (8) hands
target=10 | T | score of 10 points wins
target=10 | S | first team to score 10 points
target=10 | J | start with 10 points
target=10 | B | A game is to 10
target=11 | B | 11 or 15
target=15 | B | 11 or 15
points_are=won | T | highest score at the end wins
points_are=won | S | first team to score
points_are=won | E | highest score after eight
points_are=lost | J | lose all 10 of their points
made=1 | T | they score 1 point
made=1 | S | 1 point for taking three or four
made=1 | B | 3–4 tricks 1
made=2 | J | 3 or 4 tricks.20
march=2 | T | score 2 points
march=2 | S | 2 points if they manage to take all five
march=2 | B | five tricks 2
march=4 | J | all 5 tricks.40
lone_made=1 | T | goes alone and takes 3 or 4 tricks, that team scores 1 point
lone_made=1 | S | only score 1 point for taking three or four
lone_made=1 | B | 3–4 tricks 1
lone_made=2 | J | 3 or 4 tricks.20
lone_march=4 | T | that team scores 4 points
lone_march=4 | S | 4 points for taking all five tricks
lone_march=4 | B | alone with five 4
lone_march_bonus=1 | T | scores 5 points and his partner scores 4
lone_march_bonus=0 | T | takes all 5 tricks, that team scores 4 points
lone_march_bonus=0 | S | 4 points for taking all five tricks
lone_march_bonus=0 | B | alone with five 4
euchre=2 | T | the opposing team scores 2 points
euchre=2 | S | the defending side scores 2 points
euchre=2 | B | the other side 2
euchre=1 | J | 1 or 2 tricks.01
boom_euchre=2 | T | fails to take 3 tricks
boom_euchre=2 | S | fewer than three tricks
boom_euchre=2 | J | 0 tricks.02
boom_euchre=2 | B | fewer than three: the other side 2
lone_euchre=2 | T | Same scoring if the bidding team was going Alone
lone_euchre=2 | B | fewer than three: the other side 2
lone_euchre=4 | S | alone will award 4 points
lone_euchre=1 | J | 1 or 2 tricks.01
lone_hands=True | T | declares a Loner
lone_hands=True | S | the maker may announce
lone_hands=True | E | they are playing alone
lone_hands=True | B | alone with five
lone_hands=False | J is silent | alone
supreme=True | J | Automatic loss of game
defend_alone=True | T, obsolete rules | Only players that bid after the lone caller | already passed is not
defend_alone=False | T, the deal | are NOT allowed
defend_alone=False | E | Both defenders still play
all_pass=stick | T, the deal | Stick the Dealer
all_pass=stick | E | Stick the Dealer
all_pass=pass | S | the deal is thrown in
all_pass=pass | J | redealt by the person to the left
partner_must_go_alone=True | E | by playing alone
partner_must_go_alone=False | T, the deal | not required to go alone
natural_trump=True | E | at least one other card
natural_trump=whoever | T, obsolete rules | or order into the dealer's hand
misdeal=pass | L XI | the deal is forfeited
renege=2 | T, renege | non-offending team scores two points
renege=2 | S, revoke | two points
renege_lone=4 | T, renege | non-offending team scores 4 points
renege_lone=4 | S, revoke | four points
lone_maker_renege=4 | T, renege | no exceptions
lone_maker_renege=2 | S, revoke | guilty team is defending
penalised_cannot_count=True | L XXXIV | cannot count a point
farmers_hand=True | T, obsolete rules | contains all 9's and 10's
farmers_hand=after-trump | T, obsolete rules | after trump has been named
farmers_hand=going-under | T, obsolete rules | swap any three cards
claim_limit=next-cut | L XXVI | cut for a new deal
claim_limit=signed | T is silent | signature, sign the, until signed
first_dealer=first jack | T, the deal | receives any Jack
first_dealer=first jack | L I | receives the first jack
first_dealer=first black jack | E | first black jack
first_dealer=first red nine | J | a red 9
first_dealer=highest card cut | B | cutting the highest card
T After each deal | T, the deal | rotates clockwise each hand
L After each deal | L VIII | will deal the next hand
L After each deal | S, making trump | the next dealer deals
E After each deal | E | rotates clockwise throughout
J After each deal | J | deals the next hand
B After each deal | B | rotates clockwise
T A tie is won by | T, terms | first team to make the tying score
E A tie is won by | T, terms | first team to make the tying score
E A tie is won by | E is silent | tie, tied
E Points | E is silent | scores 1, 2 points, 4 points
T If something goes wrong | T, rulings | Please call the Tournament Director
T Shuffling and cutting | T, the deal | properly shuffled | to the right of the dealer | cover the bottom card
T Dealing | T, the deal | the deal is considered finished | groups of 2's and 3's, or 1 at a time | entire round | 21st card has been turned up
T First round of bidding | T, the deal | option to bid passes to next player | even if void in that suit
T The discard | T, irregularities | reasonable time to discard | cannot be reminded
T Second round of bidding | T, the deal | turned face down in the kitty | turned down suit cannot be called
T Words allowed in the bidding | T, the deal | "Pass", "Pick it up", or "Alone" | simply pick up the card | name of the trump suit
T The trump cube | T, the deal | places the trump cube
T Calling a loner (playing alone) | T, the deal | by saying "Alone"
T The lone player’s partner | T, the deal | in the middle position | not allowed to look at the kitty | may retrieve the tricks
T From the highest card down | T, terms | the highest and second highest cards in any given hand
T From the highest card down | S | Right Bower-Left Bower-A-K-Q-10-9 | A-K-Q-J-10-9
L From the highest card down | S | Right Bower-Left Bower-A-K-Q-10-9 | A-K-Q-J-10-9
E From the highest card down | E | highest ranking/most powerful card | second most powerful card is the left bower
E From the highest card down | S | Right Bower-Left Bower-A-K-Q-10-9
J From the highest card down | J | Jack of the trump suit | The remaining trump cards - A,K,Q,10,9
B From the highest card down | B | right bower, left bower, A K Q 10 9
T A trick is taken by | T, terms | won by the highest trump played
T A trick is taken by | T, answers | you don't have to play a higher card
L A trick is taken by | S, play | won by the player who played the highest trump
E A trick is taken by | E | won by whoever played the highest card of the suit led
J A trick is taken by | J | played the highest ranking card
E The discard | E | discards a card from their hand
T The first lead | T, answers | The person to the left leads
T Following suit | T, terms | Not following suit when one is able | known as the 'left' bower
T Following suit | T, answers | your jack of spades becomes a trump
T Tricks | T, the deal | keeping each trick separate | to prove a renege
T Tricks | T, irregularities | until the end of the round
T Tricks | T, terms | leads the first card of the next trick
T Marking the score | T, irregularities | marked before the end of the next hand | are forfeited
T Tramming (laying down several winning cards at once) | T, the deal | is not allowed
T Tramming (laying down several winning cards at once) | T, terms | multiple winning cards
T A card laid is a card played | T, the deal | A card laid is a card played
T A card laid is a card played | T, irregularities | any other player can see its face
T Looking back | T, irregularities | look back at any previously played hand | hand in play is complete
L Partners by the cards | L I | same-colored jacks will be partners
L Shuffling and cutting | L II | right-hand opponent | entitled to the last shuffle
L Dealing | L III | by two and three
L Dealing | S | commonly called the up-card
L The up-card | L X | leave the trump card in view | demand what particular card | ask what suit is trump
L First round of bidding | S, making trump | accept the suit of the up-card
L Second round of bidding | S, making trump | except the former up-card's suit
L Words allowed in the bidding | L XXXIII | between the turning up of the trump card | or any similar phrase
L Calling a loner (playing alone) | S | Before the play of the hand begins
L Calling a loner (playing alone) | L XXI | no doubt must exist
L The lone player’s partner | S, making trump | places his hand facedown
L The first lead | S, play | to the left of the dealer leads
L Following suit | S, play | same suit that was led if able
L Following suit | S | must be played if Hearts are led | Left Bower
L Tricks | L XII | immediately before him | draw their cards before them
L Tricks | L XVII | except the last trick
L A card laid | L XV | even if the face be downward
L Marking the score | S, scoring | reminded by his partner or any outside party | closest to scorekeeping device | in an audible voice
L Challenging the score | S, scoring | until the time the next up-card is turned
L Challenging the score | L XXXI | bystander | after the trump card has been turned
L Partners | L XXXV | mutually responsible
L Leaving the game | L XXXII | Who leaves the game loses it
E Shuffling and cutting | E | either cut or "bump"
E Dealing | E | one at a time, face down | This up-card
E First round of bidding | E | accepting the up-card's suit
E Second round of bidding | E | other than the suit of the up-card
E Words allowed in the bidding | E | "I order it up" | "I turn it down" | "I take it up" | saying "over"
E Calling a loner (playing alone) | E | before the first lead, any player may announce
E The lone player’s partner | E | takes no part in the play | Both defenders still play
E The first lead | T, answers | same as always
E The first lead | E | If all four players are in the game | to the dealer's left leading to the first trick
E Following suit | E | other jack of the same colour | considered to belong to the trump suit
E Tricks | E | winner of each trick leads
E Tricks | T, the deal | keeping each trick separate
J Shuffling and cutting | J | current dealer shuffles the deck
J Dealing | J | deals 5 cards to each player clockwise | first card is turned up
J First round of bidding | J | any suit EXCEPT the suit of the card turned up
J Second round of bidding | J | order the dealer up
J The first lead | J | left of the dealer makes the opening lead
J Following suit | J | in the same suit as the card that was led | left bower
J Tricks | J | winner of a trick then leads
J Marking the score | J | score visible for the other team
B Shuffling and cutting | B | cuts or knocks
B The Benny (the joker, or the two of spades) | B | Trumps from the top: Benny
B First round of bidding | B | Two rounds of bidding as elsewhere
B First round of bidding | T, the deal | option to bid passes to next player
B Second round of bidding | B | Two rounds of bidding as elsewhere
B Second round of bidding | T, the deal | turned down suit cannot be called
B The Benny turned up | B | dealer's side are the makers | before looking at the hand
B Following suit | B | belong to the trump suit for leading and following
"""  # noqa: E501  a line is one use

# What the eight-hand, the British and the Jeuchre text do not speak of: an offence's words, found in none of
# them, or only in those named after the bar.
SILENT = """
renege | renege, revoke | J
renege-unproven | accus, alleged
renege-second | second renege, canceled
cards-mixed | mix
called-card-refused | called upon, exposed
bid-out-of-turn | out of turn
lead-out-of-turn | out of turn
play-out-of-turn | out of turn
bidding-talk | warning, phrases
table-talk | table talk, remark
no-discard | fails to discard, omits
six-cards | six, fails to discard
wrong-count-before-lead | incorrect, too many
wrong-count-in-play | incorrect, too many
wrong-dealer | wrong player, not entitled
misdeal | misdeal
cards-looked-at | look at his cards, during the deal
card-exposed-in-deal | exposed
dealing-style | deal style, fresh deal | E
kitty-looked-at | look at the kitty
card-taken-back | placed back, withdraw
dealer-reminded | remind
imperfect-pack | imperfect
turned-down-suit | forfeit, equivalent to passing
changed-trump | permitted to change
ambiguous-lone | ambiguous, clearly
lone-partner-played | canceled, cancelled
lead-before-discard | before dealer discards, reasonable
exposed-card | exposed, falls
two-cards | two or more cards
hand-shown | tram, throw down
quitted-trick | look back, quitted
asked-trump | allowed to ask
points-unmarked | forfeit, marked
points-overmarked | erroneously, marks more
penalty-refused | refuse
farmers-hand | farmer
disqualified | disqualif
other | anything else
"""


def places(source):
    """The single places of a source: a range of laws stays one, “L VII, XVIII” are two."""
    for place in source.split("; "):
        place = unprefixed(place)
        laws = re.fullmatch(r"L ([IVX]+(?:, [IVX]+)+)", place)
        yield from (f"L {law}" for law in laws[1].split(", ")) if laws else (place,)


def uses():
    """Every use of the list: what is said, the place, the words."""
    for line in CITED.strip().splitlines():
        what, place, *words = (cell.strip() for cell in line.split(" | "))
        yield what, place, words
    for line in SILENT.strip().splitlines():
        code, words, *speaking = (cell.strip() for cell in line.split(" | "))
        yield from ((code, f"{text} is silent", [words]) for text in "EBJ" if text not in speaking)


def plain(text):
    """A text for comparing: one space, straight quotes, small letters."""
    for curly, straight in {"“": '"', "”": '"', "’": "'", "‘": "'"}.items():
        text = text.replace(curly, straight)
    return " ".join(text.split()).lower()


def section(place, folder):
    """The words of a place, from the texts in a folder."""
    text = (Path(folder) / FILES[place[0]]).read_text(encoding="utf-8")
    laws = re.fullmatch(r"L ([IVX]+)(?:–([IVX]+))?", place)
    if laws:
        begin = re.search(rf"(?m)^\W*{laws[1]}\.\s", text)
        last = re.search(rf"(?m)^\W*{laws[2] or laws[1]}\.\s", text)
        end = re.search(r"(?m)^\W*[IVX]+\.\s|^With the utmost", text[last.end() :])
        return plain(text[begin.start() : last.end() + end.start()])
    if place not in SECTIONS:
        return plain(text)
    begin, end = SECTIONS[place]
    start = text.index(begin)
    return plain(text[start : text.index(end, start)])
