"""Where everything is. Officials work under /events/, players and the public look under /e/,
a player by secret link under /p/, somebody who has signed up under /my/, who stands at the sign under /here/,
and somebody invited to work at an event under /join/. Seasons are under /seasons/ and, for everybody, /s/.
A form that was sent twice waits under /sent/ for where it led."""

from django.urls import include, path

from tournament.views import clock, errors, home

urlpatterns = [
    path("", home.home, name="home"),
    path("healthz", errors.healthz, name="healthz"),
    path("manifest.webmanifest", home.manifest, name="manifest"),
    path("language/", home.choose_language, name="language"),
    path("time/", clock.time, name="time"),
    path("rules/<slug:preset>/", home.rules, name="rules"),
    path("guide/<slug:page>/", home.guide, name="guide"),
    path("sent/<str:token>/", home.sent_form, name="sent_form"),
    path("style-guide/", home.style_guide, name="style_guide"),
    path("", include("tournament.urls.officials")),
    path("", include("tournament.urls.public")),
]

handler400 = "tournament.views.errors.bad_request"
handler500 = "tournament.views.errors.server_error"
