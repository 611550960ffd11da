"""What papers say in places of a fixed width, whatever language says it."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournament.printing.fit import MM_PER_POINT, measure

register = template.Library()

SHARES = (
    90,
    80,
    70,
    60,
    50,
)  # of its size, in percent, in which a word can be set; see `.narrow-` in paper.css


@register.simple_tag
def narrow(words: str, width: float, points: float = 8) -> SafeString | str:
    """The words, set smaller if they need more than these millimetres in letters of so many points."""
    room = 100 * width / (measure(str(words)) * points * MM_PER_POINT or 1)
    if room >= 100:
        return words
    share = next((share for share in SHARES if share <= room), SHARES[-1])
    return format_html('<small class="narrow-{}">{}</small>', share, words)
