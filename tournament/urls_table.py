"""A table's page on a phone, by secret link."""

from django.urls import path

from tournament.views import table, table_report

app_name = "table"
urlpatterns = [
    path("", table.show, name="show"),
    path("live/", table.live, name="live"),
    path("pin/", table.pin, name="pin"),
    path("sit/", table.sit, name="sit"),
    path("leave/", table.leave, name="leave"),
    path("answer/", table.answer, name="answer"),
    path("totals/", table_report.enter_totals, name="enter_totals"),
    path("deals/", table_report.enter_deals, name="enter_deals"),
    path("deals/preview/", table_report.preview_deals, name="preview_deals"),
]
