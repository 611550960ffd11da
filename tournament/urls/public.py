"""Pages without login, at a short address."""

from django.urls import path

import tournament.urls.converters  # noqa: F401  the addresses below hold numbers
from tournament.views import board, framing, public, public_files, public_json, sign_up_page

app_name = "public"
urlpatterns = [
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
