"""A player's own page, by secret link."""

from django.urls import path

from tournament.views import player_page

app_name = "player_page"
urlpatterns = [
    path("", player_page.show, name="show"),
    path("live/", player_page.live, name="live"),
    path("table/", player_page.table, name="table"),
    path("here/", player_page.check_in, name="check_in"),
    path("note/", player_page.note, name="note"),
]
