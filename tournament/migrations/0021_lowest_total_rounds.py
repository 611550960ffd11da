from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0020_table_not_played_and_sit_outs_decided")]

    operations = [
        migrations.AddField(
            model_name="prizelist",
            name="lowest_rounds",
            field=models.PositiveSmallIntegerField(
                blank=True, null=True, verbose_name="rounds for the lowest total"
            ),
        ),
    ]
