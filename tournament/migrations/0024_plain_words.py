from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0023_club_site_and_timed_rounds'),
    ]

    operations = [
        migrations.AlterField(
            model_name='draftjob',
            name='purpose',
            field=models.CharField(choices=[('draft', 'a draft'), ('costs', 'what each request of a draft costs')], max_length=5),
        ),
        migrations.AlterField(
            model_name='event',
            name='bye_mode',
            field=models.CharField(choices=[('none', 'Nothing'), ('fixed', 'A fixed number of points'), ('average', 'The player’s own average')], default='none', max_length=10, verbose_name='a sit-out scores'),
        ),
        migrations.AlterField(
            model_name='player',
            name='status',
            field=models.CharField(choices=[('expected', 'Expected'), ('here', 'Here'), ('late', 'Late'), ('left', 'Gone home'), ('disqualified', 'Disqualified')], default='expected', max_length=12, verbose_name='status'),
        ),
        migrations.AlterField(
            model_name='round',
            name='status',
            field=models.CharField(choices=[('planned', 'Not started'), ('open', 'Being played'), ('closed', 'Closed')], default='planned', max_length=8),
        ),
        migrations.AlterField(
            model_name='ruling',
            name='fate',
            field=models.CharField(blank=True, choices=[('PLAYED', 'the deal counts as played'), ('PASS', 'the deal ends, and the next player deals'), ('VOID_PASS', 'the deal is void, and the next player deals'), ('REDEAL', 'the same dealer deals again'), ('THROWN_IN', 'the cards are thrown in')], help_text='empty: the deal goes on', max_length=10),
        ),
        migrations.AlterField(
            model_name='ruling',
            name='proposed_fate',
            field=models.CharField(blank=True, choices=[('PLAYED', 'the deal counts as played'), ('PASS', 'the deal ends, and the next player deals'), ('VOID_PASS', 'the deal is void, and the next player deals'), ('REDEAL', 'the same dealer deals again'), ('THROWN_IN', 'the cards are thrown in')], max_length=10),
        ),
        migrations.AlterField(
            model_name='signup',
            name='state',
            field=models.CharField(choices=[('asked', 'Not answered'), ('admitted', 'Accepted'), ('declined', 'Declined'), ('withdrawn', 'Withdrawn')], default='asked', max_length=10),
        ),
        migrations.AlterField(
            model_name='wish',
            name='kind',
            field=models.CharField(choices=[('apart', 'Never at the same table'), ('not-partners', 'Never partners'), ('once', 'Partners once'), ('couple', 'Always partners'), ('stays', 'Stays at one table')], max_length=12),
        ),
    ]
