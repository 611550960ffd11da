"""Pages of officials: one namespace per part of the evening, and one for seasons."""

from collections.abc import Sequence

from django.urls import URLPattern, include, path

import tournament.urls.public  # noqa: F401  the addresses below hold its numbers
from tournament.views import (
    accounts,
    archive,
    backups,
    cards,
    clock,
    confirmations,
    disputed_sheets,
    draft_jobs,
    events,
    finals,
    groups,
    history,
    money,
    next_round,
    not_played,
    notes,
    officials,
    own_chart,
    players,
    printing,
    prizes,
    proposals,
    renege_check,
    rounds,
    rulings,
    season_people,
    seasons,
    seat_corrections,
    seating,
    sheets,
    sign_ups,
    standings,
    submissions,
    substitutions,
    swapping,
    table_links,
    takeover,
    teams,
    ties,
    wishes,
)


def part(namespace: str, patterns: Sequence[URLPattern], prefix: str = "") -> object:
    """The pages of one part of an event, under the event's address."""
    return path(f"events/<slug:slug>/{prefix}", include((list(patterns), namespace)))


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
    path("<slug:slug>/delete/", events.delete, name="delete"),
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
    path("next/", next_round.next_round, name="next_round"),
    path("published-figures/", seating.published_figures, name="published_figures"),
]

own_chart_urls = [
    path("", own_chart.index, name="index"),
]
seating_choices_urls = [
    path("", seating.choices, name="index"),
]

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
    path("tables/<number:table>/not-played/", not_played.not_played, name="not_played"),
    path("clock/", clock.clock, name="clock"),
    path("clock/set/", clock.set_clock, name="set_clock"),
]

departures_urls = [
    path("", substitutions.gone_home, name="index"),
]

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
    path("tables/<number:table>/tie/", ties.tie, name="tie"),
    path("tables/<number:table>/swap/", swapping.swap, name="swap"),
    path("tables/<number:table>/dispute/", disputed_sheets.dispute, name="dispute"),
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

confirmations_urls = [
    path("confirming/", confirmations.index, name="index"),
    path("rounds/<number:round>/tables/<number:table>/confirm/", confirmations.confirm, name="confirm"),
]

proposals_urls = [
    path("second/", proposals.index, name="index"),
    path("second/<number:proposal>/agree/", proposals.agree, name="agree"),
    path("second/<number:proposal>/refuse/", proposals.decline, name="decline"),
    path("second/<number:proposal>/withdraw/", proposals.withdraw, name="withdraw"),
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

notes_urls = [
    path("", notes.index, name="index"),
    path("<number:note>/", notes.answer, name="answer"),
]

archive_urls = [
    path("new/import/", archive.import_, name="import"),
    path("<slug:slug>/archive/", archive.index, name="index"),
    path("<slug:slug>/archive/event.json", archive.event_json, name="event_json"),
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
    path("<slug:stem>.zip", backups.download, name="download"),
    path("<slug:stem>/", backups.restore, name="restore"),
]

takeover_urls = [
    path("", takeover.index, name="index"),
    path("code/", takeover.offer, name="offer"),
    path("code/end/", takeover.withdraw, name="withdraw"),
    path("bring/", takeover.bring, name="bring"),
    path("resume/", takeover.resume, name="resume"),
    path("fetch/", takeover.fetch, name="fetch"),
    path("taken/", takeover.taken, name="taken"),
]

sign_ups_urls = [
    path("", sign_ups.index, name="index"),
    path("settings/", sign_ups.settings, name="settings"),
    path("admit/", sign_ups.admit_all, name="admit_all"),
    path("<number:sign_up>/admit/", sign_ups.admit, name="admit"),
    path("<number:sign_up>/decline/", sign_ups.decline, name="decline"),
]

finale_urls = [path("", events.reveal_finale, name="reveal")]

history_urls = [path("", history.index, name="index")]

undoing_urls = [
    path("", history.latest, name="latest"),
    path("<key:entry>/", history.undo, name="undo"),
]

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
    path("<slug:slug>/people/take-back/", season_people.take_back, name="take_back"),
    path("<slug:slug>/people/<slug:token>/", season_people.person, name="person"),
    path("<slug:slug>/names/<slug:token>/", season_people.tell_apart, name="tell_apart"),
]

urlpatterns = [
    path("", include((accounts_urls, "accounts"))),
    path("backups/", include((backups_urls, "backups"))),
    path("takeover/", include((takeover_urls, "takeover"))),
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
    part("confirmations", confirmations_urls),
    part("proposals", proposals_urls),
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
    part("history", history_urls, "audit/"),
    part("undoing", undoing_urls, "undo/"),
]
