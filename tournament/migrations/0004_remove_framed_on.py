from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournament", "0003_remove_auditentry_hash")]
    operations = [
        migrations.RemoveField(model_name="event", name="framed_on"),
        migrations.RemoveField(model_name="season", name="framed_on"),
    ]
