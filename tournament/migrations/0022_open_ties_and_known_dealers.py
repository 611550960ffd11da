"""Who reached a tie first, and who dealt, is known or asked: until now an empty answer and North stood for both."""

from django.db import migrations, models
from django.db.models import Exists, F, OuterRef, Q

SEATS = [("N", "North"), ("E", "East"), ("S", "South"), ("W", "West")]
TYPED = ("desk", "table", "cards")


def note_who_was_asked(apps, schema_editor):
    """Whoever typed a tie was asked who reached it first; a ruling that made one asked nobody."""
    Sheet = apps.get_model("tournament", "Sheet")
    tied = Sheet.objects.filter(entry="totals", ns=F("ew"), winner="", reached_first="")
    asked = Q(source__in=TYPED) | Q(source__in=("ruling", "restore"), reported_ns=F("reported_ew"))
    tied.filter(asked).update(nobody_can_say=True)


def forget_assumed_dealers(apps, schema_editor):
    """North stood at every table; only a sheet of deals has said who really dealt first."""
    Sheet = apps.get_model("tournament", "Sheet")
    Table = apps.get_model("tournament", "Table")
    said = Exists(Sheet.objects.filter(table=OuterRef("pk"), entry="deals"))
    Table.objects.filter(~said, first_dealer="N").update(first_dealer="")


def assume_north(apps, schema_editor):
    apps.get_model("tournament", "Table").objects.filter(first_dealer="").update(first_dealer="N")


class Migration(migrations.Migration):
    dependencies = [("tournament", "0021_lowest_total_rounds")]

    operations = [
        migrations.AddField(
            model_name="report",
            name="nobody_can_say",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="sheet",
            name="nobody_can_say",
            field=models.BooleanField(
                default=False, help_text="a tie: it was asked, and nobody can say who reached it first"
            ),
        ),
        migrations.RunPython(note_who_was_asked, migrations.RunPython.noop, elidable=True),
        migrations.AddField(
            model_name="ruling",
            name="dealer",
            field=models.CharField(
                blank=True,
                choices=SEATS,
                default="",
                help_text="whom the ruling took for the dealer; empty where it does not matter",
                max_length=1,
            ),
            preserve_default=False,
        ),
        migrations.RemoveConstraint(model_name="table", name="table_first_dealer_a_seat"),
        migrations.AlterField(
            model_name="table",
            name="first_dealer",
            field=models.CharField(
                blank=True, choices=SEATS, help_text="empty until a sheet of deals says so", max_length=1
            ),
        ),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.CheckConstraint(
                condition=Q(first_dealer__in=["", "N", "E", "S", "W"]), name="table_first_dealer_a_seat"
            ),
        ),
        migrations.RunPython(forget_assumed_dealers, assume_north, elidable=True),
    ]
