"""Where everything is. Officials work under /events/, players and the public look under /e/,
a player by his secret link under /p/, who has signed up under /my/,
and somebody invited to work at an event under /join/. Seasons are under /seasons/ and, for everybody, /s/."""

from django.urls import include, path

from tournament import urls_seasons
from tournament.views import clock, home, trouble

urlpatterns = [
    path("", home.home, name="home"),
    path("healthz", trouble.healthz, name="healthz"),
    path("time/", clock.time, name="time"),
    path("rules/<slug:preset>/", home.rules, name="rules"),
    path("style-guide/", home.style_guide, name="style_guide"),
    path("", include("tournament.urls_director")),
    path("p/<slug:token>/", include("tournament.urls_player")),
    path("my/<slug:token>/", include("tournament.urls_signing_up")),
    path("t/<slug:token>/", include("tournament.urls_table")),
    path("join/<slug:token>/", include("tournament.urls_joining")),
    path("seasons/", include(urls_seasons.directors)),
    path("s/<slug:slug>/", include(urls_seasons.everybody)),
    path("e/<slug:slug>/", include("tournament.urls_public")),
]

handler400 = "tournament.views.trouble.bad_request"
handler500 = "tournament.views.trouble.server_error"
