from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from tournament.state.history import hash_of


def chain_entries(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Give the entries made so far the hashes they would have had."""
    entries = apps.get_model("tournament", "AuditEntry")
    last: dict[int, str] = {}
    for entry in entries.objects.select_related("by").order_by("pk").iterator(500):
        entry.hash = last[entry.event_id] = hash_of(entry, last.get(entry.event_id, ""))
        entry.save(update_fields=["hash"])


class Migration(migrations.Migration):
    dependencies = [("tournament", "0003_rulings_and_ranking")]

    operations = [
        migrations.AddField(
            model_name="auditentry",
            name="hash",
            field=models.CharField(default="", help_text="of this entry and the one before it", max_length=64),
            preserve_default=False,
        ),
        migrations.RunPython(chain_entries, migrations.RunPython.noop),
    ]
