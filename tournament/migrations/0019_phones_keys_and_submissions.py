"""Marks of phones, PINs per round, and keys that are unique at their own table only,
and the forms that were sent.

Keys that the program made (`report-17`) move into a column of their own.
"""

import django.db.models.deletion
import tournament.models.reports
from django.db import migrations, models


def move_own_keys(apps, schema_editor):
    sheets = apps.get_model("tournament", "Sheet").objects.filter(client_key__startswith="report-")
    reports = apps.get_model("tournament", "Report").objects
    for sheet in sheets.filter(source="table").only("pk", "table_id", "client_key"):
        number = sheet.client_key.removeprefix("report-")
        # Whoever typed such a key by hand at another table keeps it as what it is.
        if not (number.isascii() and number.isdecimal() and len(number) < 18):
            continue
        if reports.filter(pk=int(number), table_id=sheet.table_id).exists():
            sheets.filter(pk=sheet.pk).update(client_key=None, report_id=int(number))


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0018_uids'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='report',
            name='report_one_live_per_side',
        ),
        migrations.RemoveConstraint(
            model_name='report',
            name='report_state_known',
        ),
        migrations.AddField(
            model_name='event',
            name='pin_per_round',
            field=models.BooleanField(default=False, verbose_name='each round has PINs of its own'),
        ),
        migrations.AddField(
            model_name='report',
            name='device',
            field=models.CharField(blank=True, help_text='random mark of the browser that reported', max_length=32),
        ),
        migrations.AddField(
            model_name='sheet',
            name='report',
            field=models.OneToOneField(help_text='the report by phone that became this sheet when the other side accepted it', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='sheet', to='tournament.report'),
        ),
        migrations.AddField(
            model_name='tablelink',
            name='pin_seed',
            field=models.CharField(default=tournament.models.reports.new_table_token, editable=False, help_text="what each round's own PIN follows from; never shown or printed", max_length=40),
        ),
        migrations.AlterField(
            model_name='report',
            name='client_key',
            field=models.CharField(help_text='one per submission: repeats count once', max_length=64, null=True),
        ),
        migrations.AlterField(
            model_name='report',
            name='state',
            field=models.CharField(choices=[('waiting', 'waits for the other side'), ('one_phone', 'both sides from one phone'), ('disputed', 'disputed'), ('accepted', 'accepted'), ('withdrawn', 'withdrawn')], default='waiting', max_length=9),
        ),
        migrations.AlterField(
            model_name='sheet',
            name='client_key',
            field=models.CharField(help_text='one per submission: repeats count once', max_length=64, null=True),
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.UniqueConstraint(fields=('table', 'client_key'), name='report_key_once_per_table'),
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.UniqueConstraint(condition=models.Q(('state__in', ['waiting', 'one_phone', 'disputed'])), fields=('table', 'side'), name='report_one_live_per_side'),
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'one_phone', 'disputed', 'accepted', 'withdrawn'])), name='report_state_known'),
        ),
        migrations.AddConstraint(
            model_name='sheet',
            constraint=models.UniqueConstraint(fields=('table', 'client_key'), name='sheet_key_once_per_table'),
        ),
        migrations.CreateModel(
            name='Submission',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=64, unique=True)),
                ('request', models.CharField(max_length=32)),
                ('answer', models.CharField(blank=True, max_length=500)),
                ('at', models.DateTimeField(db_index=True)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.RunPython(move_own_keys, migrations.RunPython.noop),
    ]
