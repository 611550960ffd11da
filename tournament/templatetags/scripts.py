"""How pages load our scripts: as modules, with everything that they import fetched at the same time."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from tournament.static_files import SCRIPTS, imports_of

register = template.Library()


@register.simple_tag
def script(name: str) -> SafeString:
    """Load a module, such as `board.js`, and name what it imports, so that a browser asks for all at once."""
    path = f"{SCRIPTS}/{name}"
    imported = format_html_join(
        "", '\n  <link rel="modulepreload" href="{}">', ((static(one),) for one in imports_of(path))
    )
    return format_html('<script type="module" src="{}"></script>{}', static(path), imported)
