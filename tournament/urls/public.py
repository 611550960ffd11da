"""Pages without login, of an event or a season, and behind secret links; what addresses hold."""

from django.urls import include, path, register_converter

from tournament.views import (
    board,
    framing,
    invitations,
    player_page,
    public,
    public_files,
    public_json,
    season_pages,
    self_check_in,
    sign_up_page,
    table_entry,
    table_sheet,
)


class NumberConverter:
    """1 to 9999, so that no address can overflow the database."""

    regex = "[1-9][0-9]{0,3}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


class KeyConverter(NumberConverter):
    """The key of an account, within what the database can hold."""

    regex = "[1-9][0-9]{0,17}"


register_converter(NumberConverter, "number")
register_converter(KeyConverter, "key")

public_urls = [
    path("", public.event, name="event"),
    path("live/", public.live, name="live"),
    path("standings/", public.standings, name="standings"),
    path("standings/teams/", public.teams, name="teams"),
    path("standings.csv", public_files.csv, name="csv"),
    path("standings.xlsx", public_files.xlsx, name="xlsx"),
    path("standings.pdf", public_files.pdf, name="pdf"),
    path("standings.json", public_json.standings, name="standings_json"),
    path("rounds.json", public_json.rounds, name="rounds_json"),
    path("calendar.ics", public_files.calendar, name="calendar"),
    path("result.png", public_files.picture, name="picture"),
    path("final/", public.final, name="final"),
    path("seating/", public.seating, name="seating"),
    path("rounds/<number:number>/", public.round_, name="round"),
    path("players/", public.players, name="players"),
    path("players/<number:number>/", public.player, name="player"),
    path("board/", board.board, name="board"),
    path("board/live/", board.live, name="board_live"),
    path("sign-up/", sign_up_page.sign_up, name="sign_up"),
    path("rules/", public.rules, name="rules"),
    path("embed/", framing.event, name="embed"),
]

self_check_in_urls = [
    path("here/<slug:token>/", self_check_in.show, name="show"),
    path("events/<slug:slug>/players/check-in/renew/", self_check_in.renew, name="renew"),
]

player_page_urls = [
    path("", player_page.show, name="show"),
    path("live/", player_page.live, name="live"),
    path("table/", player_page.table, name="table"),
    path("here/", player_page.check_in, name="check_in"),
    path("note/", player_page.note, name="note"),
    path("name/", player_page.name, name="name"),
]

sign_up_page_urls = [
    path("", sign_up_page.show, name="show"),
    path("live/", sign_up_page.live, name="live"),
    path("withdraw/", sign_up_page.withdraw, name="withdraw"),
]

table_entry_urls = [
    path("", table_entry.show, name="show"),
    path("live/", table_entry.live, name="live"),
    path("pin/", table_entry.pin, name="pin"),
    path("sit/", table_entry.sit, name="sit"),
    path("leave/", table_entry.leave, name="leave"),
    path("answer/", table_entry.answer, name="answer"),
    path("totals/", table_sheet.enter_totals, name="enter_totals"),
    path("deals/", table_sheet.enter_deals, name="enter_deals"),
    path("deals/preview/", table_sheet.preview_deals, name="preview_deals"),
]

invitations_urls = [
    path("", invitations.show, name="show"),
    path("accept/", invitations.accept, name="accept"),
]

season_urls = [
    path("", season_pages.show, name="show"),
    path("standings.csv", season_pages.csv, name="csv"),
    path("standings.xlsx", season_pages.xlsx, name="xlsx"),
    path("standings.json", public_json.season, name="standings_json"),
    path("people/<slug:token>/", season_pages.person, name="person"),
    path("embed/", framing.season, name="embed"),
]

urlpatterns = [
    path("", include((self_check_in_urls, "self_check_in"))),
    path("p/<slug:token>/", include((player_page_urls, "player_page"))),
    path("my/<slug:token>/", include((sign_up_page_urls, "sign_up_page"))),
    path("t/<slug:token>/", include((table_entry_urls, "table_entry"))),
    path("join/<slug:token>/", include((invitations_urls, "invitations"))),
    path("e/<slug:slug>/", include((public_urls, "public"))),
    path("s/<slug:slug>/", include((season_urls, "season"))),
]
