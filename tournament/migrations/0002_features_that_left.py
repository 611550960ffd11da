"""Take features that the site no longer has off the lists of what events use."""

from django.db import migrations

LEFT = {"published_figures"}


def without(apps, schema_editor):
    events = apps.get_model("tournament", "Event").objects.using(schema_editor.connection.alias)
    for event in events.only("features"):
        kept = [key for key in event.features if key not in LEFT]
        if kept != event.features:
            events.filter(pk=event.pk).update(features=kept)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0001_initial")]
    operations = [migrations.RunPython(without, migrations.RunPython.noop)]
