"""The papers' bars: each figure beside the one asked for, as ratios of CPU time measured in one run.

Every job runs in a process of its own, so that its peak memory is its own. Run by `make bench`.
"""

import gc
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
PEOPLE = ("Ann Archer", "Zoë Müller", "Jean-Luc St. Pierre", "Wilhelmina Fitzgerald-Montgomery")
FACE = '@font-face { font-family: A; src: url("fonts/atkinson-hyperlegible-next-regular.woff2") }'
PLAIN = f"""<html lang="en"><head><title>x</title><style>{FACE}
@page {{ size: 8.5in 11in; margin: 0 }} body {{ margin: 0; font: 8pt A }}
section {{ position: relative; height: 11in; width: 8.5in; break-after: page }}
.q {{ position: absolute; width: 4in; height: 5.3in }} table {{ border-collapse: collapse; width: 100% }}
td, th {{ border: 0.4pt solid; height: 7mm }}</style></head><body>"""


# --- one job, in a process of its own ------------------------------------------------------------------
def job(how: str, source: str) -> None:
    """Do one job and print its CPU seconds and peak memory in MB."""
    gc.disable()
    text = Path(source).read_text(encoding="utf-8")
    if how == "fpdf":
        import fpdf  # noqa: F401  importing is not what is measured
    else:
        import weasyprint  # noqa: F401
    begun = time.process_time()
    if how == "fpdf":
        fpdf_tables(json.loads(text))
    else:
        from tournament.printing.press import press

        press(text)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps([time.process_time() - begun, peak]))


def fpdf_tables(cards: list[list[list[str]]]) -> None:
    """The same cards by fpdf2's `table()`, four to a sheet."""
    from fpdf import FPDF

    pdf = FPDF(format="letter")
    pdf.set_font("helvetica", size=7)
    pdf.set_margin(6)
    pdf.set_auto_page_break(False)
    for at, card in enumerate(cards):
        if at % 4 == 0:
            pdf.add_page()
        pdf.set_xy(6 + 108 * (at % 2), 6 + 140 * (at % 4 // 2))
        pdf.set_left_margin(6 + 108 * (at % 2))
        with pdf.table(width=93, line_height=7, align="LEFT") as table:
            for cells in card:
                row = table.row()
                for cell in cells:
                    row.cell(cell.encode("latin-1", "replace").decode("latin-1"))
    pdf.output()


def measured(how: str, text: str) -> tuple[float, float]:
    with tempfile.NamedTemporaryFile("w", suffix=".html", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        command = [sys.executable, __file__, how, file.name]
        said = subprocess.run(command, capture_output=True, check=True, text=True, cwd=ROOT).stdout
    seconds, peak = json.loads(said.splitlines()[-1])
    return seconds, peak


# --- naive papers ----------------------------------------------------------------------------------------
def card_cells(event: Any) -> list[list[list[str]]]:
    from tournament.reports.cards import tally_cards

    heads = ["Rd", "Table", "Seat", "Partner", "Opponents", "Score", "Total", "Lone", "Initials", "No."]
    cards = []
    for card in tally_cards(event):
        rows = [[str(card.person.number), card.person.name], heads]
        for stop in card.stops:
            partner = f"{stop.partner.number} {stop.partner.name}" if stop.partner else "Sit out"
            facing = " · ".join(str(person.number) for person in stop.opponents)
            rows.append([str(stop.round), str(stop.table), str(stop.seat), partner, facing, *[""] * 5])
        cards.append(rows)
    return cards


def table_of_cells(rows: list[list[str]]) -> str:
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table>{body}</table>"


def naive(cards: list[list[list[str]]], up: int) -> str:
    sheets = [cards[at : at + up] for at in range(0, len(cards), up)]
    body = "".join(
        "<section>" + "".join(f'<div class="q">{table_of_cells(card)}</div>' for card in sheet) + "</section>"
        for sheet in sheets
    )
    return f"{PLAIN}{body}</body></html>"


def score_cells(event: Any) -> list[list[list[str]]]:
    from tournament.reports.seating import score_sheets

    found = []
    for sheet in score_sheets(event, 1):
        people = [[seat.value, str(p.number), p.name, "", "", ""] for seat, p in sheet.table.seats.items()]
        deals = [[str(n), dealer, "N E S W", "", "0 1 2 3 4 5", "", "", ""]
                 for n, dealer in enumerate("NESWNESW", 1)]  # fmt: skip
        found.append([*people, *deals])
    return found


def standings_cells(event: Any) -> str:
    from tournament.reports.standings import standings

    rows = [
        [str(v) for v in (r.place, r.number, r.name, r.points, r.rounds_won, r.loners, *r.per_round)]
        for r in standings(event).rows
    ]
    return f"{PLAIN}{table_of_cells(rows)}</body></html>"


def beside(slug: str) -> None:
    """Print the 99th percentile of a page's milliseconds: while nothing else happens, and during a job.

    In a process that has served nothing but this page, like a site's: the objects of the papers above, made
    to be measured, would double what each collection of garbage takes.
    """
    import django

    django.setup()
    from django.test import Client

    from tournament.models import Event
    from tournament.printing import jobs
    from tournament.printing.paper import SIZES, PrintChoice, source
    from tournament.printing.papers import PAPERS

    event = Event.objects.get(slug=slug)
    client = Client()
    visit = lambda: client.get(f"/e/{slug}/")  # noqa: E731
    visit()
    idle = ninety_ninth(visit, lambda: True)
    done = threading.Event()

    def order() -> None:
        html = source(PAPERS["tally-cards"], event, PrintChoice(SIZES["letter"]))
        jobs.wait(jobs.order_paper(html), 300)
        done.set()

    threading.Thread(target=order).start()
    busy = ninety_ninth(visit, done.is_set)
    print(json.dumps([idle, busy]))


def told(what: str, asked: float, reached: float, unit: str = "") -> bool:
    holds = reached <= asked
    figures = f"asked ≤ {asked:>7.2f}{unit}   reached {reached:>7.2f}{unit}"
    print(f"{what:<44} {figures}{'' if holds else '   MISSED'}", flush=True)
    return holds


def ninety_ninth(act: Callable[[], Any], until: Callable[[], bool], least: int = 150) -> float:
    """The 99th percentile of an action's milliseconds, repeated until `until`, at least `least` times."""
    spans: list[float] = []
    while len(spans) < least or not until():
        begun = time.perf_counter()
        act()
        spans.append(1000 * (time.perf_counter() - begun))
        time.sleep(0.01)
    return statistics.quantiles(spans, n=100)[98]


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    os.environ["DEBUG"] = "1"
    import django

    django.setup()
    pressing = "weasyprint" in sys.modules
    from django.core.management import call_command

    from tests.bench.bench_standings import make_event
    from tournament.models import Sheet
    from tournament.printing.paper import SIZES, PrintChoice, source
    from tournament.printing.papers import PAPERS

    call_command("migrate", verbosity=0)
    letter = SIZES["letter"]

    def paper(kind: str, event: Any, **choice: Any) -> str:
        return source(PAPERS[kind], event, PrintChoice(letter, **choice))

    small, large = (make_event(players, f"bench-{players}", PEOPLE) for players in (200, 400))
    plain, _ = measured("press", naive(card_cells(small), 4))
    ours, _ = measured("press", paper("tally-cards", small))
    twice, peak = measured("press", paper("tally-cards", large))
    fpdf, _ = measured("fpdf", json.dumps(card_cells(small)))
    print(f"200 cards, 12 rounds: naive {plain:.1f} s, ours {ours:.1f} s, fpdf2 {fpdf:.1f} s of CPU")
    held = [
        told("200 filled cards / naive table", 0.30, ours / plain),
        told("200 filled cards / fpdf2 table()", 1.60, ours / fpdf),
        told("400 cards / 200 cards", 2.30, twice / ours),
        told("400 cards, peak memory", 300, peak, " MB"),
    ]
    small.movement = "winners-up"
    Sheet.objects.filter(table__round__event=small).delete()
    small.rounds.all().delete()
    blank, _ = measured("press", paper("tally-cards", small))
    held.append(told("200 name-only cards / naive table", 0.10, blank / plain))
    plain_scores, _ = measured("press", naive(score_cells(large)[:50], 2))
    sheets = paper("score-sheets", large, round=1)
    ours_scores, _ = measured("press", sheets)  # a hundred tables: twice as many as the naive fifty
    held.append(told("50 table sheets / naive table", 0.30, ours_scores / 2 / plain_scores))
    plain_list, _ = measured("press", standings_cells(large))
    ours_list, _ = measured("press", paper("standings", large))
    held.append(told("standings, 400 x 18 / naive table", 0.40, ours_list / plain_list))
    held.append(told("weasyprint imported by django.setup()", 0, int(pressing)))

    command = [sys.executable, __file__, "beside", large.slug]
    said = subprocess.run(command, capture_output=True, check=True, text=True, cwd=ROOT).stdout
    idle, busy = json.loads(said.splitlines()[-1])
    print(f"other pages' 99th percentile: idle {idle:.1f} ms, during a job of 400 cards {busy:.1f} ms")
    held.append(told("99th percentile during a job / idle", 3.0, busy / idle))
    return 0 if all(held) else 1


if __name__ == "__main__":
    if sys.argv[1:2] == ["beside"]:
        beside(sys.argv[2])
    elif len(sys.argv) == 3:
        job(*sys.argv[1:])
    else:
        sys.exit(main())
