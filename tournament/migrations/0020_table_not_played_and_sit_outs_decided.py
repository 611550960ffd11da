from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """Existing events carry a mode, so what a sit-out scores counts as decided there."""

    dependencies = [("tournament", "0019_phones_keys_and_submissions")]

    operations = [
        migrations.AddField(
            model_name="table",
            name="not_played",
            field=models.CharField(
                blank=True,
                default="",
                help_text="why the director said that it was not played; empty: nobody said so",
                max_length=200,
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="event",
            name="bye_decided",
            field=models.BooleanField(
                default=True,
                help_text="whether anybody has said what a sit-out scores; until then it scores nothing",
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=Q(("bye_decided", True), ("bye_mode", "none"), _connector="OR"),
                name="event_bye_undecided_is_none",
            ),
        ),
    ]
