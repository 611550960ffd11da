"""The published values (`tournament.rotation.published`) that ours are held against; where ours are less."""

from tournament.rotation.published import AFTER_A_DESIGN, STRANGERS
from tournament.rotation.published import SEARCHED as REACHED

__all__ = ["AFTER_A_DESIGN", "CELLS", "FEWER", "OPEN", "REACHED", "STRANGERS"]

CELLS = [(players, rounds) for players, cells in REACHED.items() for rounds in cells]

# What our constructions give where that is less than published: no base blocks are found for it yet.
FEWER = {68: 20}
# What they give where one round more would be the most that counting allows, and nobody has published that.
OPEN = {92: 29, 140: 45}
