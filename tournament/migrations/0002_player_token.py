"""Every player gets the secret of a page of his own, those of events already stored as well."""

from django.db import migrations, models

import tournament.models.events


def give_tokens(apps, schema_editor):
    Player = apps.get_model("tournament", "Player")
    players = list(Player.objects.filter(token=None).only("pk"))
    for player in players:
        player.token = tournament.models.events.new_token()
    Player.objects.bulk_update(players, ["token"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0001_initial")]

    operations = [
        migrations.AddField("player", "token", models.CharField(max_length=40, null=True, editable=False)),
        migrations.RunPython(give_tokens, migrations.RunPython.noop),
        migrations.AlterField(
            "player",
            "token",
            models.CharField(
                default=tournament.models.events.new_token, editable=False, max_length=40, unique=True
            ),
        ),
    ]
