"""Somebody who has signed up, by secret link."""

from django.urls import path

from tournament.views import signing_up

app_name = "signing_up"
urlpatterns = [
    path("", signing_up.show, name="show"),
    path("withdraw/", signing_up.withdraw, name="withdraw"),
]
