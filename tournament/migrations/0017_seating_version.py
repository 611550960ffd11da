from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0016_tally_card_lines")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="seating_version",
            field=models.PositiveIntegerField(
                default=0, help_text="the live version at which anything but a table's score last changed"
            ),
        ),
    ]
