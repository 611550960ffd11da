"""Players check themselves in by the code on the sign; the desk renews it."""

from django.urls import path

from tournament.views import self_check_in

app_name = "self_check_in"
urlpatterns = [
    path("here/<slug:token>/", self_check_in.show, name="show"),
    path("events/<slug:slug>/players/check-in/renew/", self_check_in.renew, name="renew"),
]
