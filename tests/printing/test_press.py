import os
import subprocess
import sys

import pytest

from tests.helpers.paper import read_aloud
from tournament.printing import press as press_module
from tournament.printing.press import NO_PANGO, press

HEAD = '<html lang="en"><head><title>T</title><link rel="stylesheet" href="css/paper.css"></head><body>'
TWO = f"""{HEAD}<section class="sheet" data-form="a"><p>Lines and boxes</p></section>
<section class="sheet" data-on="a"><p>One</p></section><section class="sheet" data-on="a"><p>Two</p></section>
<section class="sheet"><p>Plain</p></section></body></html>"""


def read(pdf):
    import io

    import pypdf

    return pypdf.PdfReader(io.BytesIO(pdf), strict=True)


def test_a_form_is_set_once_lies_under_every_sheet_that_names_it_and_is_read_aloud_with_none():
    told = []
    pdf = press(TWO, told.append)
    reader = read(pdf)

    texts = [page.extract_text().split("\n") for page in reader.pages]
    assert texts == [["Lines and boxes", "One"], ["Lines and boxes", "Two"], ["Plain"]]
    drawings = reader.pages[0]["/Resources"]["/XObject"]
    assert [thing.get_object()["/Subtype"] for thing in drawings.values()] == ["/Form"]
    said = "\n".join(read_aloud(pdf))

    assert "One" in said
    assert "Two" in said
    assert "boxes" not in said
    assert told == [1, 2, 3, 4]
    assert len(read(press(f"{HEAD}<p>No sheet at all</p></body></html>")).pages) == 1


@pytest.mark.needs("pango")
@pytest.mark.parametrize("path", ["http://example.org/x.css", "file:///etc/passwd", "../../settings.py"])
def test_nothing_is_fetched_but_the_papers_own_files(path):
    with pytest.raises(Exception, match=r"may not fetch|weasyprint"):
        press_module._fetcher(__import__("weasyprint")).fetch(
            path if "://" in path else press_module.BASE + path
        )


def test_without_pango_the_press_says_so(tmp_path):
    stand_in = tmp_path / "weasyprint.py"
    stand_in.write_text("raise OSError('cannot load library libpango')\n")
    source = tmp_path / "paper.html"
    source.write_text(TWO)
    done = subprocess.run(
        [sys.executable, "-m", "tournament.printing.press", str(source), str(tmp_path / "paper.pdf")],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == NO_PANGO
    assert "libpango" in done.stderr
    assert not (tmp_path / "paper.pdf").exists()


@pytest.mark.slow
def test_starting_django_does_not_load_the_press():
    code = "import django, sys; django.setup(); import tournament.urls; print('weasyprint' in sys.modules)"
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tournament.settings"}
    said = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    ).stdout

    assert said.strip() == "False"
