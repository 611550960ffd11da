"""Where everything is. Officials work under /events/, players and the public look under /e/,
a player by secret link under /p/, somebody who has signed up under /my/, who stands at the sign under /here/,
and somebody invited to work at an event under /join/. Seasons are under /seasons/ and, for everybody, /s/.
A form that was sent twice waits under /sent/ for where it led."""

from collections.abc import Sequence

from django.urls import URLPattern, include, path, register_converter

from tournament.views import (
    accounts,
    archive,
    backups,
    board,
    cards,
    clock,
    draft_jobs,
    errors,
    events,
    finals,
    groups,
    history,
    home,
    invitations,
    money,
    notes,
    officials,
    own_chart,
    player_page,
    players,
    printing,
    prizes,
    public,
    public_files,
    public_json,
    rehearsal,
    renege_check,
    rounds,
    rulings,
    season_pages,
    season_people,
    seasons,
    seat_corrections,
    seating,
    self_check_in,
    sheets,
    sign_up_page,
    sign_ups,
    standings,
    submissions,
    substitutions,
    table_entry,
    table_links,
    table_sheet,
    teams,
    wishes,
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


def part(namespace: str, patterns: Sequence[URLPattern], prefix: str = "") -> object:
    """The pages of one part of an event, under the event's address."""
    return path(f"events/<slug:slug>/{prefix}", include((list(patterns), namespace)))


# --- pages of officials: one namespace for each part of the evening ---
accounts_urls = [
    path("sign-in/", accounts.sign_in, name="sign_in"),
    path("sign-out/", accounts.sign_out, name="sign_out"),
    path("start/<slug:token>/", accounts.start, name="start"),
    path("password/", accounts.change_password, name="change_password"),
    path("sessions/", accounts.sessions, name="sessions"),
]

events_urls = [
    path("", events.index, name="index"),
    path("new/", events.new, name="new"),
    path("<slug:slug>/", events.overview, name="overview"),
    path("<slug:slug>/settings/", events.settings, name="settings"),
    path("<slug:slug>/finish/", events.finish, name="finish"),
    path("<slug:slug>/reopen/", events.reopen, name="reopen"),
    path("<slug:slug>/fit-clock/<slug:offer>/", clock.fit_clock, name="fit_clock"),
    path("<slug:slug>/delete/", events.delete, name="delete"),
    path("<slug:slug>/hand-over/", events.hand_over, name="hand_over"),
    path("<slug:slug>/again/", finals.same_again, name="same_again"),
    path("<slug:slug>/final/", finals.of_event, name="final"),
]

players_urls = [
    path("players/", players.index, name="index"),
    path("players/import/", players.import_, name="import"),
    path("players/add/", players.add, name="add"),
    path("players/earlier/", players.earlier, name="earlier"),
    path("players/names/", players.names, name="names"),
    path("players/how-many/", players.how_many, name="how_many"),
    path("players/links/", players.links, name="links"),
    path("players/<number:player>/", players.edit, name="edit"),
    path("players/<number:player>/status/", players.set_status, name="set_status"),
    path("players/<number:player>/remove/", players.remove, name="remove"),
    path("check-in/", players.check_in, name="check_in"),
    path("check-in/arrivals/", players.arrivals, name="arrivals"),
]

seating_urls = [
    path("", seating.index, name="index"),
    path("draft/", seating.draft, name="draft"),
    path("publish/", seating.publish, name="publish"),
    path("withdraw/", seating.withdraw, name="withdraw"),
    path("next/", seating.next_round, name="next_round"),
    path("helpers/", seating.helpers, name="helpers"),
]

own_chart_urls = [path("", own_chart.index, name="index")]
seating_choices_urls = [path("", seating.choices, name="index")]

draft_jobs_urls = [
    path("<number:job>/", draft_jobs.show, name="show"),
    path("<number:job>/cancel/", draft_jobs.cancel, name="cancel"),
    path("costs/", draft_jobs.count, name="count"),
]

wishes_urls = [
    path("", wishes.index, name="index"),
    path("<number:wish>/remove/", wishes.remove, name="remove"),
]

rounds_urls = [
    path("", rounds.desk, name="desk"),
    path("close/", rounds.close, name="close"),
    path("reopen/", rounds.reopen, name="reopen"),
    path("unlock/", rounds.unlock, name="unlock"),
    path("tables/<number:table>/not-played/", rounds.not_played, name="not_played"),
    path("clock/", clock.clock, name="clock"),
    path("clock/set/", clock.set_clock, name="set_clock"),
]

departures_urls = [path("", substitutions.gone_home, name="index")]

seat_corrections_urls = [
    path("tables/", seat_corrections.tables, name="tables"),
    path("players/", seat_corrections.players, name="players"),
]

substitutions_urls = [
    path("", substitutions.index, name="index"),
    path("players/<number:player>/", substitutions.make, name="make"),
    path("players/<number:player>/back/", substitutions.come_back, name="come_back"),
    path("<number:change>/undo/", substitutions.undo, name="undo"),
]

sheets_urls = [
    path("totals/", sheets.enter_totals, name="enter_totals"),
    path("totals/<number:table>/", sheets.save_row, name="save_row"),
    path("again/", sheets.enter_totals, {"again": True}, name="read_again"),
    path("again/<number:table>/", sheets.save_row, {"again": True}, name="save_row_again"),
    path("tables/<number:table>/", sheets.show, name="show"),
    path("tables/<number:table>/tie/", sheets.tie, name="tie"),
    path("tables/<number:table>/swap/", sheets.swap, name="swap"),
    path("tables/<number:table>/dispute/", rounds.dispute, name="dispute"),
    path("tables/<number:table>/deals/", sheets.enter_deals, name="enter_deals"),
    path("tables/<number:table>/deals/preview/", sheets.preview_deals, name="preview_deals"),
    path("tables/<number:table>/revisions/<number:revision>/restore/", sheets.restore, name="restore"),
]

submissions_urls = [
    path("reports/live/", submissions.live, name="live"),
    path(
        "tables/<number:table>/reports/<number:report>/count/", submissions.count_report, name="count_report"
    ),
    path("tables/<number:table>/reports/<number:report>/approve/", submissions.approve, name="approve"),
    path("tables/<number:table>/reports/clear/", submissions.clear, name="clear"),
]

table_links_urls = [
    path("", table_links.index, name="index"),
    path("complete/", table_links.complete, name="complete"),
    path("<number:table>/renew/", table_links.renew, name="renew"),
    path("<number:table>/revoke/", table_links.revoke, name="revoke"),
]

cards_urls = [
    path("", cards.index, name="index"),
    path("take/", cards.take, name="take"),
    path("<number:player>/", cards.card, name="card"),
]

rulings_urls = [
    path("rulings/", rulings.index, name="index"),
    path("rulings/new/", rulings.find, name="find"),
    path("rulings/<number:ruling>/", rulings.show, name="show"),
    path("rulings/<number:ruling>/note/", rulings.note, name="note"),
    path("rulings/<number:ruling>/amend/", rulings.amend, name="amend"),
    path("rulings/<number:ruling>/revoke/", rulings.revoke, name="revoke"),
    path("rulings/<number:ruling>/written/", rulings.written, name="written"),
    path("rounds/<number:round>/tables/<number:table>/rulings/new/", rulings.make, name="make"),
    path("rounds/<number:round>/tables/<number:table>/rulings/prove/", renege_check.prove, name="prove"),
    path("rounds/<number:round>/tables/<number:table>/rulings/preview/", rulings.preview, name="preview"),
]

groups_urls = [
    path("players/groups/", groups.index, name="index"),
    path("players/groups/<str:group>/", groups.members, name="members"),
]
teams_urls = [
    path("players/teams/", teams.index, name="index"),
    path("players/teams/change/", teams.change, name="change"),
    path("standings/teams/", teams.standings, name="standings"),
]
standings_urls = [
    path("standings/", standings.show, name="show"),
    path("adjustments/new/", standings.adjust, name="adjust"),
    path("adjustments/<number:adjustment>/revoke/", standings.revoke_adjustment, name="revoke_adjustment"),
]

printing_urls = [
    path("", printing.index, name="index"),
    path("<slug:kind>.pdf", printing.pdf, name="pdf"),
    path("<slug:kind>.png", printing.picture, name="picture"),
    path("<slug:kind>/", printing.paper, name="paper"),
    path("<slug:kind>/printed/", printing.printed, name="printed"),
]

notes_urls = [path("", notes.index, name="index"), path("<number:note>/", notes.answer, name="answer")]

archive_urls = [
    path("new/import/", archive.import_, name="import"),
    path("<slug:slug>/archive/", archive.index, name="index"),
    path("<slug:slug>/archive/event.json", archive.event_json, name="event_json"),
    path("<slug:slug>/archive/results.html", archive.results_page, name="results_page"),
    path("<slug:slug>/archive/<slug:kind>.csv", archive.csv, name="csv"),
    path("<slug:slug>/archive/<slug:kind>.xlsx", archive.xlsx, name="xlsx"),
]

announcements_urls = [
    path("", notes.announcements, name="index"),
    path("<number:announcement>/end/", notes.take_down, name="take_down"),
]

prizes_urls = [
    path("", prizes.index, name="index"),
    path("settings/", prizes.settings, name="settings"),
    path("draw/", prizes.draw, name="draw"),
]

money_urls = [
    path("", money.index, name="index"),
    path("settings/", money.settings, name="settings"),
    path("pay/", money.pay, name="pay"),
    path("players/<number:player>/", money.player, name="player"),
    path("cash/", money.cash, name="cash"),
    path("cash/new/", money.add_line, name="add_line"),
    path("cash/count/", money.count, name="count"),
    path("cash/<number:line>/revoke/", money.revoke_line, name="revoke_line"),
    path("fines/<number:ruling>/collect/", money.collect, name="collect"),
    path("pot/cover/", money.cover, name="cover"),
    path("pot/fit/", money.fit, name="fit"),
]

officials_urls = [
    path("", officials.index, name="index"),
    path("<key:member>/role/", officials.change_role, name="change_role"),
    path("<key:member>/remove/", officials.remove, name="remove"),
    path("invitations/<number:invitation>/take-back/", officials.take_back, name="take_back"),
]

backups_urls = [
    path("", backups.index, name="index"),
    path("new/", backups.take, name="take"),
    path("bring/", backups.bring, name="bring"),
    path("<slug:stem>.zip", backups.download, name="download"),
    path("<slug:stem>/", backups.restore, name="restore"),
]

sign_ups_urls = [
    path("", sign_ups.index, name="index"),
    path("settings/", sign_ups.settings, name="settings"),
    path("admit/", sign_ups.admit_all, name="admit_all"),
    path("<number:sign_up>/admit/", sign_ups.admit, name="admit"),
    path("<number:sign_up>/decline/", sign_ups.decline, name="decline"),
]

rehearsal_urls = [
    path("", rehearsal.show, name="show"),
    path("press/", rehearsal.press, name="press"),
    path("end/", rehearsal.end, name="end"),
]

finale_urls = [path("", events.reveal_finale, name="reveal")]

history_urls = [path("", history.index, name="index")]

undoing_urls = [path("", history.latest, name="latest"), path("<key:entry>/", history.undo, name="undo")]

seasons_urls = [
    path("", seasons.index, name="index"),
    path("new/", seasons.new, name="new"),
    path("<slug:slug>/", seasons.show, name="show"),
    path("<slug:slug>/standings.csv", seasons.csv, name="csv"),
    path("<slug:slug>/standings.xlsx", seasons.xlsx, name="xlsx"),
    path("<slug:slug>/settings/", seasons.settings, name="settings"),
    path("<slug:slug>/events/", seasons.events, name="events"),
    path("<slug:slug>/final/", finals.of_season, name="final"),
    path("<slug:slug>/people/", season_people.people, name="people"),
    path("<slug:slug>/people/decide/", season_people.decide, name="decide"),
    path("<slug:slug>/people/take-back/", season_people.forget_decision, name="take_back"),
    path("<slug:slug>/people/<slug:token>/", season_people.person, name="person"),
    path("<slug:slug>/names/<slug:token>/", season_people.tell_apart, name="tell_apart"),
]

# --- pages without an account: an event's or a season's, and those behind secret links ---
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
]

urlpatterns = [
    path("", home.home, name="home"),
    path("healthz", errors.healthz, name="healthz"),
    path("manifest.webmanifest", home.manifest, name="manifest"),
    path("language/", home.choose_language, name="language"),
    path("time/", clock.time, name="time"),
    path("rules/<slug:preset>/", home.rules, name="rules"),
    path("guide/<slug:page>/", home.guide, name="guide"),
    path("sent/<str:token>/", home.sent_form, name="sent_form"),
    path("", include((accounts_urls, "accounts"))),
    path("backups/", include((backups_urls, "backups"))),
    path("seasons/", include((seasons_urls, "seasons"))),
    path("events/", include((events_urls, "events"))),
    path("events/", include((archive_urls, "archive"))),
    part("players", players_urls),
    part("seating", seating_urls, "seating/"),
    part("seating_choices", seating_choices_urls, "seating/choices/"),
    part("own_chart", own_chart_urls, "seating/own-chart/"),
    part("draft_jobs", draft_jobs_urls, "seating/draws/"),
    part("wishes", wishes_urls, "seating/wishes/"),
    part("rounds", rounds_urls, "rounds/<number:round>/"),
    part("substitutions", substitutions_urls, "changes/"),
    part("departures", departures_urls, "changes/gone/"),
    part("seat_corrections", seat_corrections_urls, "changes/seats/"),
    part("sheets", sheets_urls, "rounds/<number:round>/"),
    part("submissions", submissions_urls, "rounds/<number:round>/"),
    part("table_links", table_links_urls, "tables/"),
    part("cards", cards_urls, "cards/"),
    part("rulings", rulings_urls),
    part("groups", groups_urls),
    part("teams", teams_urls),
    part("standings", standings_urls),
    part("printing", printing_urls, "print/"),
    part("notes", notes_urls, "notes/"),
    part("announcements", announcements_urls, "announcements/"),
    part("prizes", prizes_urls, "prizes/"),
    part("money", money_urls, "money/"),
    part("officials", officials_urls, "officials/"),
    part("sign_ups", sign_ups_urls, "sign-up/"),
    part("finale", finale_urls, "finale/"),
    part("rehearsal", rehearsal_urls, "rehearsal/"),
    part("history", history_urls, "audit/"),
    part("undoing", undoing_urls, "undo/"),
    path("", include((self_check_in_urls, "self_check_in"))),
    path("p/<slug:token>/", include((player_page_urls, "player_page"))),
    path("my/<slug:token>/", include((sign_up_page_urls, "sign_up_page"))),
    path("t/<slug:token>/", include((table_entry_urls, "table_entry"))),
    path("join/<slug:token>/", include((invitations_urls, "invitations"))),
    path("e/<slug:slug>/", include((public_urls, "public"))),
    path("s/<slug:slug>/", include((season_urls, "season"))),
]

handler400 = "tournament.views.errors.bad_request"
handler500 = "tournament.views.errors.server_error"
