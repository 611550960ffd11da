from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0023_club_site_and_timed_rounds'),
    ]

    operations = [
        migrations.AlterField(
            model_name='event',
            name='break_after',
            field=models.CharField(blank=True, help_text='several with a space between', max_length=60, verbose_name='round before the break'),
        ),
        migrations.AlterField(
            model_name='event',
            name='break_minutes',
            field=models.CharField(blank=True, help_text='of all breaks, or one for each', max_length=60, verbose_name='minutes of the break'),
        ),
    ]
