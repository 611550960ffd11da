"""Forms that were sent and did something, so that the same form sent again does nothing more."""

from django.db import models


class SentForm(models.Model):
    """One form as it was sent: written in the transaction of what it did, gone where that fails.

    `key` is a keyed digest of page, person, address and content (`web.sent_once`), so nobody can make one
    that gets in another's way. `request` tells the request that wrote the row from a repetition; `answer` is
    where that request led, empty while it is under way.
    """

    key = models.CharField(max_length=64, unique=True)
    request = models.CharField(max_length=32)
    answer = models.CharField(max_length=500, blank=True)
    at = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.at}: {self.answer}"
