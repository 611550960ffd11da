"""The published values (`tournament.rotation.published`) that ours are held against."""

from tournament.rotation.published import AFTER_A_DESIGN, STRANGERS
from tournament.rotation.published import SEARCHED as REACHED

__all__ = ["AFTER_A_DESIGN", "CELLS", "OPEN", "REACHED", "STRANGERS"]

CELLS = [(players, rounds) for players, cells in REACHED.items() for rounds in cells]

# What our constructions give where one round more would be the most that counting allows, and nobody has
# published that.
OPEN = {92: 29, 140: 45}
