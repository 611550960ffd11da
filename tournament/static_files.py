"""How style sheets and scripts are stored, and which script modules need which.

A page loads a module under a name that changes with its content, and so it does the modules that this one
imports. Each import is one line with a relative address: `import { each } from "./shared/page.js";`.
"""

import posixpath
import re
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from whitenoise.storage import CompressedManifestStaticFilesStorage

SCRIPTS = "tournament/js"
IMPORT = r"""(?m)^(?P<matched>import (?P<names>.+) from "(?P<url>\..+)";)$"""


class HashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Rename files by their content, also where one of our modules imports another.

    Django's own patterns for imports are not used: they look into any script, and in a library's comment they
    find one of a file that does not exist.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        (f"{SCRIPTS}/*.js", ((IMPORT, 'import %(names)s from "%(url)s";'),)),
    )
    max_post_process_passes = 12  # a module is named after all that it imports; chains are shorter than this


@cache
def imports_of(path: str) -> tuple[str, ...]:
    """Every module that a module needs, directly or through another, by its static path."""
    found = [path]
    for importer in found:
        file = finders.find(importer)
        assert file is not None, f"there is no script {importer}"
        for match in re.finditer(IMPORT, Path(file).read_text(encoding="utf-8")):
            imported = posixpath.normpath(posixpath.join(posixpath.dirname(importer), match["url"]))
            if imported not in found:
                found.append(imported)
    return tuple(found[1:])
