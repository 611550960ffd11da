"""What is stored: the facts as they were reported, never a standing, a place or a total over rounds.

Sheets and rulings are append-only; what counts among them is marked and guarded by a partial unique
constraint. Finding, checking and writing are elsewhere (`access`, `services`); models hold shape,
constraints and small readings.
"""

from tournament.models.cards import CardLine, CardPrint
from tournament.models.events import Event, Player
from tournament.models.history import AuditEntry, SentForm
from tournament.models.messages import Announcement, Note
from tournament.models.money import CashLine, Dues, EntryFee
from tournament.models.people import Invitation, Membership, User
from tournament.models.prizes import PrizeList, Raffle
from tournament.models.rulings import Adjustment, Ruling
from tournament.models.seasons import Namesake, SameName, Season
from tournament.models.seating import Draft, DraftJob, Round, Seating, Table, Wish
from tournament.models.sheets import Sheet
from tournament.models.sign_ups import SignUp, SignUpList
from tournament.models.submissions import Submission, TableLink
from tournament.models.substitutions import Substitution

__all__ = [
    "Adjustment",
    "Announcement",
    "AuditEntry",
    "CardLine",
    "CardPrint",
    "CashLine",
    "Draft",
    "DraftJob",
    "Dues",
    "EntryFee",
    "Event",
    "Invitation",
    "Membership",
    "Namesake",
    "Note",
    "Player",
    "PrizeList",
    "Raffle",
    "Round",
    "Ruling",
    "SameName",
    "Season",
    "Seating",
    "SentForm",
    "Sheet",
    "SignUp",
    "SignUpList",
    "Submission",
    "Substitution",
    "Table",
    "TableLink",
    "User",
    "Wish",
]
