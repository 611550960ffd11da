"""A table's page on a phone, by secret link."""

from django.urls import path

from tournament.views import table_entry, table_sheet

app_name = "table_entry"
urlpatterns = [
    path("", table_entry.show, name="show"),
    path("live/", table_entry.live, name="live"),
    path("pin/", table_entry.pin, name="pin"),
    path("sit/", table_entry.sit, name="sit"),
    path("leave/", table_entry.leave, name="leave"),
    path("answer/", table_entry.answer, name="answer"),
    path("totals/", table_sheet.enter_totals, name="enter_totals"),
    path("deals/", table_sheet.enter_deals, name="enter_deals"),
    path("deals/preview/", table_sheet.preview_deals, name="preview_deals"),
]
