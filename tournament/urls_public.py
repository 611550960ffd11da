"""Pages without login, at a short address."""

from django.urls import path

from tournament.views import board, public

app_name = "public"
urlpatterns = [
    path("", public.event, name="event"),
    path("live/", public.live, name="live"),
    path("standings/", public.standings, name="standings"),
    path("seating/", public.seating, name="seating"),
    path("board/", board.board, name="board"),
    path("board/live/", board.live, name="board_live"),
    path("rules/", public.rules, name="rules"),
]
