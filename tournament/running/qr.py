"""QR codes: drawings for a page, dark on white in light and dark alike, and bitmaps for paper, where drawings
would double the time of a job."""

import re

import segno
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _


def qr_svg(text: str) -> SafeString:
    """The text as an inline SVG with its quiet zone; only the stylesheet sizes it."""
    return _drawn(segno.make(text, micro=False, error="m"))


def wifi_svg(name: str, password: str) -> SafeString:
    """The code with which a phone joins a network; without a password an open one."""
    return _drawn(segno.make(wifi_text(name, password), micro=False, error="m", encoding="utf-8"))


def wifi_text(name: str, password: str) -> str:
    """What the code of a network says to a phone.

    >>> wifi_text("Legion", "a;b"), wifi_text("Open", "")
    ('WIFI:T:WPA;S:Legion;P:a\\\\;b;;', 'WIFI:T:nopass;S:Open;;')
    """
    parts = {"T": "WPA" if password else "nopass", "S": name} | ({"P": password} if password else {})
    return "WIFI:{};;".format(";".join(f"{key}:{_escaped(value)}" for key, value in parts.items()))


def _escaped(value: str) -> str:
    return re.sub(r'([\\;,":])', r"\\\1", value)  # segno's own helper leaves commas


def _drawn(code: segno.QRCode) -> SafeString:
    drawing = code.svg_inline(
        border=4, omitsize=True, dark="#000", light="#fff", svgclass="qr", lineclass=None
    )
    return mark_safe(drawing)  # noqa: S308  drawn from modules, holds nothing of the text


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
