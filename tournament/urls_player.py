"""A player's own page, by secret link."""

from django.urls import path

from tournament.views import player

app_name = "player"
urlpatterns = [
    path("", player.show, name="show"),
    path("live/", player.live, name="live"),
    path("table/", player.table, name="table"),
    path("note/", player.note, name="note"),
]
