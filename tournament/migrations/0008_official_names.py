"""Officials are told apart by the name that is shown: of two who look alike, the later one's sign-in name is added."""

from django.db import migrations, models

from tournament.names import look_of


def tell_apart(apps, schema_editor):
    User = apps.get_model("tournament", "User")
    taken = set()
    for user in User.objects.order_by("pk"):
        look = look_of(user.name or user.username)
        if look in taken:
            user.name = f"{user.name or user.username} ({user.username})"[-100:]
            look = look_of(user.name)
        while look in taken:
            user.name = f"{user.name[:90]} {user.pk}"
            look = look_of(user.name)
        taken.add(look)
        user.look = look
        user.save(update_fields=["name", "look"])


class Migration(migrations.Migration):
    dependencies = [("tournament", "0007_seating_choices")]
    operations = [
        migrations.AddField("user", "look", models.CharField(default="", editable=False, max_length=200)),
        migrations.RunPython(tell_apart, migrations.RunPython.noop),
    ]
