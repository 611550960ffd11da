"""Taking a role at an event, by an invitation's secret link."""

from django.urls import path

from tournament.views import invitations

app_name = "invitations"
urlpatterns = [
    path("", invitations.show, name="show"),
    path("accept/", invitations.accept, name="accept"),
]
