"""QR codes on paper, as bitmaps with one bit per dot: vector drawings would double the time of a job."""

import segno
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

DOTS = 6  # pixels per module, so that edges stay sharp in viewers that smooth pictures


def qr(address: str, name: str = "") -> SafeString:
    """The address as a QR code of error level M with its quiet zone. Screen readers read `name`, else the
    address.

    The style sheet sets its size: at least 20 mm.
    """
    code = segno.make(address, error="m", micro=False, encoding="utf-8").png_data_uri(scale=DOTS, border=4)
    return format_html(
        '<img class="qr" src="{}" alt="{}">', code, name or _("QR code: %(address)s") % {"address": address}
    )
