"""What papers say in places of a fixed width, whatever language says it."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournament.printing.fit import MM_PER_POINT, Fitted, between_words, measure

register = template.Library()

SHARES = (100, 90, 80, 70, 60, 50)  # of its size, in percent; see `.narrow-` in paper.css


@register.filter
def from_a_to_z(name: Fitted) -> SafeString:
    """A fitted name with its last name bold."""
    text, end, left = name.text, 0, name.strong
    while left and end < len(text):  # a cut name may end before
        left -= not text[end].isspace()
        end += 1
    return format_html("<b>{}</b>{}", text[:end], text[end:])


@register.simple_tag
def narrow(words: str, width: float, points: float = 8, lines: int = 1) -> SafeString | str:
    """The words on at most so many lines, set smaller if they need more than these millimetres in letters of
    so many points."""
    for share in SHARES:
        em = 100 * width / (share * points * MM_PER_POINT)
        broken = between_words(str(words), em) if lines > 1 else (str(words),)
        if len(broken) <= lines and all(measure(line) <= em for line in broken):
            break
    text = "\n".join(broken)
    return text if share == SHARES[0] else format_html('<small class="narrow-{}">{}</small>', share, text)
