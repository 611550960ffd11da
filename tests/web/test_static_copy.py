"""An event and a season as a folder: every link leads to a file in it; it holds what everybody may see."""

import os
import pathlib
import posixpath
import re
from urllib.parse import unquote, urlsplit

import pytest
from django.core.management import CommandError, call_command

from tests.helpers.factories import NOW, enter, make_event, make_published, play, table_of
from tests.helpers.refusals import refused
from tournament.services.errors import Refused
from tournament.services.events import change_event, finish_event, reopen_event
from tournament.services.groups import change_groups
from tournament.services.notes import announce
from tournament.services.rounds import close_round
from tournament.services.seasons import change_season, choose_events, create_season
from tournament.web.static_copy import MARK, copy_of_event, copy_of_season, for_folder, links_in, write_folder

ADDRESS = re.compile(r"""\b(?:href|src)="([^"]*)\"""")
IN_CSS = re.compile(r"""url\(["']?([^"')]+)""")


@pytest.fixture
def played(director):
    """Nine players, so one sits out; round 1 of 2 closed, round 2 open."""
    event = make_published(director, players=9, rounds=2, venue="Parish hall")
    return play(event, 1, 9, 4, N=1)


@pytest.fixture
def finished(played, director):
    play(played, 2, 7, 5)
    return finish_event(played, by=director, at=NOW)


@pytest.fixture
def season(finished, director):
    season = create_season("Winter", by=director, at=NOW)
    private = make_published(director, players=4, rounds=1, name="Committee night", is_public=False)
    enter(table_of(private), 9, 4)
    close_round(private.rounds.get(), by=director, at=NOW)
    finish_event(private, by=director, at=NOW)
    unseated = make_event(director, name="Next week")
    choose_events(season, [finished, private, unseated], by=director)
    return change_season(season, is_public=True)


def pages(files):
    return {name: content.decode() for name, content in files.items() if name.endswith(".html")}


def dead_ends(files):
    """What a page or a style sheet leads to, and the folder has not."""
    for name, content in files.items():
        if not name.endswith((".html", ".css")):
            continue
        addresses = (ADDRESS if name.endswith(".html") else IN_CSS).findall(content.decode())
        for address in addresses:
            parts = urlsplit(address)
            if parts.scheme == "data" or (address.startswith("#") and name.endswith(".html")):
                continue
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(parts.path)))
            if parts.scheme or parts.netloc or address.startswith("/") or target not in files:
                yield f"{name}: {address}"


def test_an_event_has_every_public_page(played):
    names = set(copy_of_event(played))
    assert {
        "index.html", "standings/index.html", "standings/round-1.html", "standings.csv", "standings.xlsx",
        "standings.json", "rounds.json",
        "rules/index.html", "seating/index.html", "seating/round-1.html", "seating/round-2.html",
        "rounds/1/index.html", "rounds/2/index.html", *(f"players/{n}/index.html" for n in range(1, 10)),
    } <= names  # fmt: skip
    assert not any("final" in name for name in names)


@pytest.mark.slow
def test_every_link_leads_to_a_file_of_the_folder(finished, season):
    assert list(dead_ends(copy_of_event(finished))) == []
    assert list(dead_ends(copy_of_season(season))) == []


def test_no_page_has_what_needs_the_site(finished):
    for name, page in pages(copy_of_event(finished)).items():
        assert finished.name in page
        for gone in ("<script", "<form", "<button", "sign-in", "?sort=", "http://", "https://", "og:url"):
            assert gone not in page, name


def test_before_play_nobody_is_sent_to_a_search_that_the_folder_lacks(director):
    event = make_published(director, players=4, rounds=1)
    event.rounds.update(status="planned")
    front = pages(copy_of_event(event))["index.html"]
    assert "Play begins soon." in front
    assert "Find yourself" not in front


def test_the_standings_of_a_group_need_the_site(director, season, finished):
    reopen_event(finished, by=director, at=NOW, reason="groups")
    change_groups(finished, {"ladies": [1, 3, 5]}, {}, by=director, at=NOW)
    finish_event(finished, by=director, at=NOW)
    files = pages(copy_of_season(season))
    assert season.name in files["index.html"]
    for name, page in files.items():
        for gone in ("Standings of a group", "Everyone", "?group=", "Ladies"):
            assert gone not in page, name


def test_the_pages_are_those_of_the_site(client, played):
    def words(html):
        text = re.sub(r"<(script|style|head|nav|footer|noscript|form).*?</\1>", " ", html, flags=re.S)
        return " ".join(re.sub(r"<[^>]+>", " ", text).split())

    copy = pages(copy_of_event(played))["players/3/index.html"]
    assert words(copy) == words(client.get(f"/e/{played.slug}/players/3/").content.decode())


def test_names_that_the_settings_shorten_are_short_everywhere(played, director):
    event = change_event(played, short_names=True, by=director, at=NOW)
    files = copy_of_event(event)
    assert b"Ann A." in files["standings/index.html"]
    for name, content in files.items():
        assert b"Archer" not in content, name


def test_hidden_results_stay_hidden(played, director):
    event = change_event(played, hidden_rounds=1, by=director, at=NOW)
    enter(table_of(event, 2, 1), 13, 1)
    files = copy_of_event(event)
    assert "kept back until the end" in pages(files)["rounds/2/index.html"]
    assert not any(re.search(r">\s*13\b", page) for page in pages(files).values())


def test_a_players_secret_link_is_nowhere(played):
    token = played.players.get(number=1).token.encode()
    assert not any(token in content for content in copy_of_event(played).values())


def test_a_season_holds_its_public_events_and_not_its_private_ones(finished, season):
    files = copy_of_season(season)
    assert f"events/{finished.slug}/final/index.html" in files
    assert sum(name.startswith("people/") for name in files) == 9
    assert {name.split("/")[1] for name in files if name.startswith("events/")} == {finished.slug}
    assert "Committee night" in files["index.html"].decode()
    assert "Next week" in files["index.html"].decode()
    assert 'href="../../../index.html"' in files[f"events/{finished.slug}/final/index.html"].decode()


def test_a_score_that_comes_meanwhile_is_in_all_pages_or_in_none(played, monkeypatch):
    from tournament.web import static_copy

    look, looked = static_copy._answer, []

    def with_a_score(at):
        looked.append(at)
        if len(looked) == 3:
            announce(played, "Supper", by=played.memberships.get().user, at=NOW)
        return look(at)

    monkeypatch.setattr(static_copy, "_answer", with_a_score)
    assert "Supper" in pages(copy_of_event(played))["index.html"]


class TestTheCommand:
    def test_it_writes_the_folder_and_says_where(self, played, tmp_path, capsys):
        call_command("publish", played.slug, out=tmp_path / "club")
        assert (tmp_path / "club" / "index.html").is_file()
        assert "19 pages" in capsys.readouterr().out

    def test_a_season_is_asked_for_by_name(self, season, tmp_path):
        call_command("publish", season.slug, season=True, out=tmp_path / "club")
        assert "Season standings" in (tmp_path / "club" / "index.html").read_text()

    @pytest.mark.parametrize("season", [False, True])
    def test_what_is_not_there_is_refused(self, db, tmp_path, season):
        with pytest.raises(CommandError, match="There is no"):
            call_command("publish", "nothing", season=season, out=tmp_path)

    def test_what_is_private_is_refused(self, played, season, director, tmp_path):
        change_event(played, is_public=False, by=director, at=NOW)
        change_season(season, is_public=False)
        for slug, of_season in ((played.slug, False), (season.slug, True)):
            with pytest.raises(CommandError, match="is private"):
                call_command("publish", slug, season=of_season, out=tmp_path)

    def test_an_event_without_seating_is_refused(self, event, tmp_path):
        with pytest.raises(CommandError, match="no seating yet"):
            call_command("publish", event.slug, out=tmp_path)

    def test_a_folder_of_somebody_else_is_refused(self, played, tmp_path):
        (tmp_path / "letter.txt").write_text("dear")
        with pytest.raises(CommandError, match="was not published by this program"):
            call_command("publish", played.slug, out=tmp_path)
        assert [file.name for file in tmp_path.iterdir()] == ["letter.txt"]


PAGES = {"/e/x/": "../index.html", "/e/x/players/7/": "7/index.html"}


def folded(html):
    resources = {"/static/a.css": "../static/a.css"}
    return for_folder(html, PAGES.get, resources.get, keeps_text=lambda href: href.startswith("/s/"))


@pytest.mark.parametrize(
    "html",
    [
        '<!doctype html>\n<html lang="en"><body>5 &lt; 6 &amp; &#8217;</body></html>',
        '<p class="a">Text <br>and <img alt="" data-x></p>',
        '<svg viewBox="0 0 2 2"><path d="M1 1"/><clippath></clippath></svg>',
        '<a href="#below">below</a> <div class="bar"></div><li></li>',
        '<td title="5 &quot;six&quot; &amp; more">1</td>',
    ],
)
def test_what_is_only_read_stays_as_it_was(html):
    assert folded(html) == html


@pytest.mark.parametrize(
    ("html", "kept"),
    [
        ('<a class="b" href="/e/x/">Now</a>', '<a class="b" href="../index.html">Now</a>'),
        ('<link rel="stylesheet" href="/static/a.css">', '<link rel="stylesheet" href="../static/a.css">'),
        ('<p>Part of <a href="/s/winter/"><bdi>Winter</bdi></a></p>', "<p>Part of <bdi>Winter</bdi></p>"),
        ('<th><a class="listing-sort" href="?sort=name">Name</a></th>', "<th>Name</th>"),
        ('<p>One. <a href="/sign-in/">Sign in</a></p>', "<p>One. </p>"),
        ('<section data-poll="/live/" data-poll-etag="3">1</section>', '<section data-poll="">1</section>'),
        ('<a class="button" href="/s/winter/">Season</a>after', "after"),
        ("<script>if (1 < 2) {}</script>after", "after"),
        ('<form method="post"><p><input name="q"></p></form>after', "after"),
        ("<div hidden><p>x</p><div>y</div></div>after", "after"),
        (
            '<meta property="og:url" content="x"><meta name="viewport" content="y">',
            '<meta name="viewport" content="y">',
        ),
        ('<ul>\n<li><a href="/none/">Me</a></li> <li>2</li></ul>', "<ul>\n <li>2</li></ul>"),
        ("<footer><div><p><button>Dark</button></p></div></footer>after", "after"),
        ("<ul><li><noscript>x</noscript></li><li></li></ul>", "<ul><li></li></ul>"),
    ],
)
def test_what_needs_the_site_goes_and_links_lead_to_files(html, kept):
    assert folded(html) == kept


def test_links_are_found_as_a_browser_reads_them():
    assert links_in('<a href="?round=2&amp;x=1">2</a><a id="x"></a><A HREF=\'/e/\'>') == [
        "?round=2&x=1",
        "/e/",
    ]


def held(folder):
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file() and file.name != MARK
    }


def test_it_is_made_with_the_folders_above_it(tmp_path):
    out = tmp_path / "web" / "club"
    write_folder({"index.html": b"1", "players/7/index.html": b"7"}, out)
    assert held(out) == {"index.html": b"1", "players/7/index.html": b"7"}
    assert os.listdir(out.parent) == ["club"]


def test_published_again_it_holds_nothing_of_before(tmp_path):
    out = tmp_path / "club"
    write_folder({"index.html": b"1", "old.html": b"old"}, out)
    write_folder({"index.html": b"2"}, out)
    assert held(out) == {"index.html": b"2"}
    assert os.listdir(tmp_path) == ["club"]


def test_an_empty_folder_is_taken(tmp_path):
    (tmp_path / "club").mkdir()
    write_folder({"index.html": b"1"}, tmp_path / "club")
    assert held(tmp_path / "club") == {"index.html": b"1"}


@pytest.mark.parametrize("mark", [None, b"something else"])
def test_a_folder_that_is_not_ours_is_left_alone(tmp_path, mark):
    (tmp_path / "letter.txt").write_text("dear")
    if mark:
        (tmp_path / MARK).write_bytes(mark)
    before = held(tmp_path)
    with pytest.raises(Refused, match="is not empty") as refused:
        write_folder({"index.html": b"1"}, tmp_path)
    assert refused.value.code == "not-ours"
    assert held(tmp_path) == before


def test_a_file_in_its_place_is_left_alone(tmp_path):
    (tmp_path / "club").write_text("dear")
    with refused("no-folder"):
        write_folder({"index.html": b"1"}, tmp_path / "club")
    assert (tmp_path / "club").read_text() == "dear"


def test_a_disk_that_is_full_leaves_the_folder_of_before(tmp_path, monkeypatch):
    out, write = tmp_path / "club", pathlib.Path.write_bytes
    write_folder({"index.html": b"1"}, out)

    def full(self, data):
        if self.name == "b.html":
            raise OSError(28, "No space left on device")
        return write(self, data)

    monkeypatch.setattr(pathlib.Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space"):
        write_folder({"index.html": b"2", "b.html": b"b"}, out)
    assert held(out) == {"index.html": b"1"}
    assert os.listdir(tmp_path) == ["club"]


def test_an_exchange_that_fails_puts_the_folder_of_before_back(tmp_path, monkeypatch):
    out, rename, renamed = tmp_path / "club", pathlib.Path.rename, []
    write_folder({"index.html": b"1"}, out)

    def second_fails(self, target):
        renamed.append(target)
        if len(renamed) == 2:
            raise PermissionError(13, "Permission denied")
        return rename(self, target)

    monkeypatch.setattr(pathlib.Path, "rename", second_fails)
    with pytest.raises(PermissionError):
        write_folder({"index.html": b"2"}, out)
    assert held(out) == {"index.html": b"1"}
    assert os.listdir(tmp_path) == ["club"]
