"""Features: an event that is there already keeps on what it has settings or data of."""

from django.db import migrations, models

import tournament.features

# As the registry was when features came.
ON_AT_FIRST = ("board", "rulings")
SETTINGS = {
    "phones_show": ("player_links", "short_names", "players_listed"),
    "wifi": ("wifi_name", "wifi_password"),
    "hall": ("venue", "run_by"),
    "clock": ("round_minutes", "timed", "break_after", "break_minutes", "clock_warning"),
    "checks": ("marches_noted", "challenge_minutes"),
    "teams": ("teams",),
    "wishes": ("mixed", "tables"),
    "finale": ("hidden_rounds",),
    "site": ("framed_on",),
}
DATA = {
    "sign_up": ("SignUp", "event"),
    "wishes": ("Wish", "event"),
    "money": ("EntryFee", "event"),
    "cards": ("CardLine", "round__event"),
}
# Nothing tells whether these were used, or only the whole ruleset would: they stay as they were, on.
KEPT = ("house_rules", "deals", "own_chart", "published_figures", "places")


def switch_on_what_is_used(apps, schema_editor):
    event_model, player = (apps.get_model("tournament", name) for name in ("Event", "Player"))
    for event in event_model.objects.all():
        used = {*ON_AT_FIRST, *KEPT}
        for key, names in SETTINGS.items():
            defaults = [event_model._meta.get_field(name).get_default() for name in names]
            if [getattr(event, name) for name in names] != defaults:
                used.add(key)
        for key, (model, to_event) in DATA.items():
            if apps.get_model("tournament", model).objects.filter(**{to_event: event}).exists():
                used.add(key)
        if player.objects.filter(event=event).exclude(groups=[]).exists():
            used.add("groups")
        event.features = [key for key in tournament.features.ALL if key in used]
        event.save(update_fields=["features"])


class Migration(migrations.Migration):
    dependencies = [("tournament", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="features",
            field=models.JSONField(
                default=tournament.features.at_first,
                help_text="keys of tournament.features, in its order",
                verbose_name="what it uses",
            ),
        ),
        migrations.RunPython(switch_on_what_is_used, migrations.RunPython.noop),
    ]
