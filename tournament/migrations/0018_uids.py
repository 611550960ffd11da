"""Every event and season gets a name that no restored backup brings back, those already stored as well."""

from django.db import migrations, models

import tournament.models.identity

HELP = {
    "event": "names this telling of the event: a restored backup gets another",
    "season": "as an event's: a restored backup gets another",
}


def give_uids(apps, schema_editor):
    for name in HELP:
        model = apps.get_model("tournament", name)
        rows = list(model.objects.filter(uid=None).only("pk"))
        for row in rows:
            row.uid = tournament.models.identity.new_uid()
        model.objects.bulk_update(rows, ["uid"], batch_size=500)


def column(model, **options):
    return models.CharField(max_length=40, editable=False, help_text=HELP[model], **options)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0017_seating_version")]

    operations = [
        *(migrations.AddField(name, "uid", column(name, null=True)) for name in HELP),
        migrations.RunPython(give_uids, migrations.RunPython.noop),
        *(
            migrations.AlterField(
                name, "uid", column(name, default=tournament.models.identity.new_uid, unique=True)
            )
            for name in HELP
        ),
    ]
