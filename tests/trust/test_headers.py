"""The headers that protect a browser, on every page of the site."""

import pytest

from tests.helpers.addresses import pages
from tests.helpers.whole_site import CLUB

FRAMED = {"public:embed", "season:embed"}  # by the named sites; all else by none
# Pages whose rendering starts another process are asked about without one elsewhere.
PRESSED = {"printing:pdf", "printing:picture", "public:pdf"}


@pytest.fixture
def answers(site):
    client = site.client("owner")
    asked = (page for page in pages() if page.name not in PRESSED)
    return {page.name: client.get(page.address(site.values_for(page.name))) for page in asked}


@pytest.mark.slow
def test_every_page_forbids_what_it_does_not_need(answers):
    for name, answer in answers.items():
        policy = answer["Content-Security-Policy"]
        assert "unsafe" not in policy, name
        assert "default-src 'none'" in policy, name
        framing = policy.partition("frame-ancestors ")[2].partition(";")[0]
        framed = name in FRAMED and answer.status_code == 200
        assert framing == (CLUB if framed else "'none'"), name
        assert ("X-Frame-Options" in answer) is not framed, name
        assert answer["X-Content-Type-Options"] == "nosniff", name
        assert answer["Referrer-Policy"] in ("same-origin", "no-referrer"), name


@pytest.mark.slow
def test_what_is_not_for_everybody_is_kept_by_no_cache(answers):
    everybodys = (
        "public:", "home", "rules", "style_guide", "healthz", "time", "season:", "accounts:sign_in",
        "manifest",
    )  # fmt: skip
    for name, answer in answers.items():
        if name.startswith("player_page:") and answer.status_code == 200:
            # Their own browser keeps what it shows, to be told "unchanged" when it asks again.
            assert answer["Cache-Control"] == "private, no-cache", name
        elif not name.startswith(everybodys) and answer.status_code == 200:
            assert "no-store" in answer["Cache-Control"], name
