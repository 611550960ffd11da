"""QR codes on paper, as pictures of one bit a dot: a drawing of each would double the time of a job."""

import segno
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

DOTS = 6  # pixels of a module, so that viewers that smooth pictures leave its edges sharp


def qr(address: str, name: str = "") -> SafeString:
    """The address as a QR code of error level M with its quiet zone. Whoever hears the PDF read is
    told `name`, else the address.

    Its size comes from the style sheet: 20 mm at least.
    """
    code = segno.make(address, error="m", micro=False).png_data_uri(scale=DOTS, border=4)
    return format_html(
        '<img class="qr" src="{}" alt="{}">', code, name or _("QR code: %(address)s") % {"address": address}
    )
