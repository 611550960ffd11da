"""How style sheets and scripts are stored, and which script modules need which.

A page loads a module under a name that changes with its content, and so it does the modules that this one
imports. Each import is one line with a relative address: `import { each } from "./shared/page.js";`.
"""

import posixpath
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from whitenoise.storage import CompressedManifestStaticFilesStorage

SCRIPTS, STYLES = "tournament/js", "tournament/css"
COMMENT = r"(?m)^ *(?:/\*(?:(?!\*/)[\s\S])*\*/|//.*)\n"  # on lines of its own
IMPORT = r"""(?m)^(?P<matched>import (?P<names>.+) from "(?P<url>\..+)";)$"""


class HashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Rename files by their content, also if one of our scripts imports another.

    What we explain in scripts and style sheets stays at home: phones are sent them without their comments.
    Django's own patterns for imports are not used: they look into any script, and in a library's comment they
    find one of a file that does not exist.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        (f"{STYLES}/*.css", ((COMMENT, ""),)),
        (f"{SCRIPTS}/*.js", ((COMMENT, ""), (IMPORT, 'import %(names)s from "%(url)s";'))),
    )
    max_post_process_passes = 12  # a module is named after all that it imports; chains are shorter than this

    def stored_name(self, name: str) -> str:
        """The name under which a file is served: as it is, until the files are collected."""
        return str(super().stored_name(name)) if self.hashed_files else name

    def url_converter(
        self, name: str, hashed_files: dict[str, str], template: str | None = None
    ) -> Callable[[re.Match[str]], str]:
        """Leave out what has no template; anything else holds an address, which Django renames."""
        if template == "":
            return lambda match: ""
        converter: Callable[[re.Match[str]], str] = super().url_converter(name, hashed_files, template)
        return converter


@cache
def imports_of(path: str) -> tuple[str, ...]:
    """Every module that a module needs, directly or through another, by its static path."""
    paths = [path]
    for importer in paths:
        file = finders.find(importer)
        assert file is not None, f"there is no script {importer}"
        for match in re.finditer(IMPORT, Path(file).read_text(encoding="utf-8")):
            imported = posixpath.normpath(posixpath.join(posixpath.dirname(importer), match["url"]))
            if imported not in paths:
                paths.append(imported)
    return tuple(paths[1:])
