from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournament", "0004_remove_framed_on")]
    operations = [
        migrations.DeleteModel(name="Proposal"),
        migrations.RemoveConstraint(model_name="sheet", name="sheet_confirmed_waits_no_more"),
        migrations.RemoveField(model_name="sheet", name="to_confirm"),
        migrations.RemoveField(model_name="event", name="second_eyes"),
        migrations.RemoveField(model_name="event", name="second_agrees"),
    ]
