from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def name_lone_seats(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Deals said that the maker played alone; they now name the seat that did (archive version 2)."""
    sheets = apps.get_model("tournament", "Sheet")
    for sheet in sheets.objects.filter(entry="deals").iterator():
        for deal in sheet.deals:
            if call := deal["call"]:
                lone = call["maker"] if call.pop("alone") else None
                call |= {"lone": lone, "lone_defender": call.pop("defender_alone")}
        for ruling in (ruling for deal in sheet.deals for ruling in deal["rulings"]):
            ruling |= {"dealer": None, "forfeits": None}
        sheet.save(update_fields=["deals"])


class Migration(migrations.Migration):
    dependencies = [("tournament", "0001_initial")]

    operations = [migrations.RunPython(name_lone_seats, migrations.RunPython.noop)]
