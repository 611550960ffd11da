"""Writes tournament/printing/widths.json: how wide each letter of the papers' typefaces is.

Run it after a typeface has changed. The site reads this file, so that it needs no library for typefaces.
"""

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parent.parent
FONTS = ROOT / "tournament" / "static" / "tournament" / "fonts"
TARGET = ROOT / "tournament" / "printing" / "widths.json"


def widths_of(path: Path) -> dict[str, Any]:
    """Letters by their advance in units, with tabular figures, as papers are set, and the units of an em."""
    font = TTFont(path, lazy=True)
    metrics, letters = font["hmtx"], font.getBestCmap()
    in_tables = {
        one: other
        for record in font["GSUB"].table.FeatureList.FeatureRecord
        if record.FeatureTag == "tnum"
        for index in record.Feature.LookupListIndex
        for part in font["GSUB"].table.LookupList.Lookup[index].SubTable
        for one, other in part.mapping.items()
    }
    by_width = defaultdict(list)
    for code, glyph in sorted(letters.items()):
        seen = in_tables[glyph] if chr(code) in "0123456789" else glyph
        by_width[metrics[seen][0]].append(chr(code))
    return {
        "em": font["head"].unitsPerEm,
        "letters": {str(width): "".join(by_width[width]) for width in sorted(by_width)},
    }


def widths() -> dict[str, Any]:
    """Of both weights."""
    return {
        weight: widths_of(FONTS / f"atkinson-hyperlegible-next-{weight}.woff2")
        for weight in ("regular", "bold")
    }


if __name__ == "__main__":
    TARGET.write_text(json.dumps(widths(), indent=1) + "\n", encoding="utf-8")
    print(f"{TARGET.relative_to(ROOT)} is written.")
