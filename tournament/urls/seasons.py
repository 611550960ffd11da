"""Seasons: for who runs them under /seasons/, for everybody under /s/."""

from django.urls import path

from tournament.views import finals, framing, public_json, season_pages, season_people, seasons

directors = (
    [
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
    ],
    "seasons",
)

everybody = (
    [
        path("", season_pages.show, name="show"),
        path("standings.csv", season_pages.csv, name="csv"),
        path("standings.xlsx", season_pages.xlsx, name="xlsx"),
        path("standings.json", public_json.season, name="standings_json"),
        path("people/<slug:token>/", season_pages.person, name="person"),
        path("embed/", framing.season, name="embed"),
    ],
    "season",
)
