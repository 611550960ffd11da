"""The look of a name is unique. PostgreSQL alters no table in the transaction that wrote its rows."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0008_official_names")]
    operations = [
        migrations.AlterField("user", "look", models.CharField(editable=False, max_length=200, unique=True)),
    ]
