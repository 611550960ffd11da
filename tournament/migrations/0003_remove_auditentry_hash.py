from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournament", "0002_features_that_left")]
    operations = [migrations.RemoveField(model_name="auditentry", name="hash")]
