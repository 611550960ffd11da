"""QR codes as one drawn path each, with the quiet zone around them."""

import segno
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

QUIET = 4  # modules


def qr(address: str) -> SafeString:
    """The address as a QR code of error level M; its size comes from the style sheet, 20 mm at least."""
    matrix = segno.make(address, error="m", micro=False, boost_error=False).matrix
    runs = []
    for y, row in enumerate(matrix, start=QUIET):
        x = 0
        while x < len(row):
            length = 1
            while x + length < len(row) and row[x + length] == row[x]:
                length += 1
            if row[x]:
                runs.append(f"M{x + QUIET} {y}h{length}v1h-{length}z")
            x += length
    size = len(matrix) + 2 * QUIET
    return format_html(
        '<svg class="qr" viewBox="0 0 {size} {size}" role="img"><title>{title}</title>'
        '<path d="{path}"/></svg>',
        size=size,
        title=_("QR code: %(address)s") % {"address": address},
        path="".join(runs),
    )
