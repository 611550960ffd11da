"""What tests of the score desk type: rows, deals, and what nobody should type."""

from typing import Any

HOSTILE = (
    "abc", "-3", "−3", "1e3", "5.0", "5,5", "٣", "７", "9" * 5_000, "1234", "7\x00", "\x00", "7 5",
    "<b>7</b>", "'; DROP TABLE tournament_sheet;--", "🂡", "0x10", "True", "None", "7\t5\n6\t4",
)  # fmt: skip

# One of each class, for the many fields over HTTP: what each string does to a number is a matter of forms.
CLASSES = ("abc", "-3", "9" * 5_000, "7\x00", "🂡")


def row(table: int, ns: Any = "", ew: Any = "", **more: Any) -> dict[str, Any]:
    """The fields of one row of the grid."""
    return {
        f"t{table}-{name}": value
        for name, value in {"ns": ns, "ew": ew, "revision": 0, "was": "", **more}.items()
    }


def pad(*results: tuple[str, int], first: str = "N", **more: Any) -> dict[str, Any]:
    """The fields of the pad: (maker, tricks) for each deal, a lower-case maker plays alone."""
    data: dict[str, Any] = {"first_dealer": first, "revision": 0} | more
    for slot, (maker, tricks) in enumerate(results, start=1):
        data |= {f"d{slot}-maker": maker.upper(), f"d{slot}-tricks": str(tricks)}
        if maker.islower():
            data[f"d{slot}-alone"] = "on"
    return data


# North–South 6, East–West 4
ROUND = (("N", 3), ("E", 4), ("S", 3), ("N", 5), ("W", 3), ("N", 1), ("S", 4), ("N", 3))
