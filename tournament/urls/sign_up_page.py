"""Somebody who has signed up, by secret link."""

from django.urls import path

from tournament.views import sign_up_page

app_name = "sign_up_page"
urlpatterns = [
    path("", sign_up_page.show, name="show"),
    path("live/", sign_up_page.live, name="live"),
    path("withdraw/", sign_up_page.withdraw, name="withdraw"),
]
