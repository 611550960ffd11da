"""Making events public is a right on a hosted site; whoever directs a public one already keeps it."""

from django.db import migrations, models


def keep_it(apps, schema_editor):
    Membership = apps.get_model("tournament", "Membership")
    directors = Membership.objects.filter(role="director", event__is_public=True).values("user")
    apps.get_model("tournament", "User").objects.filter(pk__in=directors).update(may_publish=True)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0010_card_prints")]
    operations = [
        migrations.AddField(
            "user",
            "may_publish",
            models.BooleanField(default=False, help_text="may show events to everybody on a hosted site"),
        ),
        migrations.RunPython(keep_it, migrations.RunPython.noop),
    ]
