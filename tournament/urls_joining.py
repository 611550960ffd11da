"""Taking a role at an event, by an invitation's secret link."""

from django.urls import path

from tournament.views import joining

app_name = "joining"
urlpatterns = [
    path("", joining.show, name="show"),
    path("accept/", joining.accept, name="accept"),
]
