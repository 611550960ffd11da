"""Codes and values in place of the sentences that were stored: doubts about a reported score, why a sheet was
set aside, why a draw came to nothing, the reason of points that a ruling took."""

import re

from django.db import migrations, models

SIDES = {"North/South": "NS", "East/West": "EW"}
SCORE = r"(?P<ns>\d+) to (?P<ew>\d+)"
DEAL = r"[Dd]eal (?P<slot>\d+)(?:, attempt (?P<attempt>\d+))?"
# The English sentences of earlier versions; they were stored in English, whatever the reader's language.
DOUBTS = (
    ("many-lone-marches", r"(?P<marches>\d+) lone marches at one table in one round: is that right\?"),
    ("shut-out", r"(?P<side>North/South|East/West) has (?P<lost>won|lost) no point in the whole round: "),
    ("lone-marches-missing", SCORE + r" takes more lone marches than the (?P<marches>\d+) entered"),
    ("lone-marches-many", SCORE + r" takes fewer lone marches than the (?P<marches>\d+) entered"),
    ("lone-marches-side", SCORE + r" does not fit these lone marches"),
    ("totals-impossible", r"No run of deals ends " + SCORE),
    ("partner-not-alone", DEAL + r": the dealer's partner made trump without playing alone"),
    ("tie-open", r"The totals are equal: which side reached them first\?"),
)
# Of the last two only the number of the deal is told from the words: they may be in another language.
SET_ASIDE = (
    ("incomplete", r"^The round is not complete: " + DEAL),
    ("order", r"^Here " + DEAL + r" is due, but "),
    ("after-end", r"^The round was over before " + DEAL),
    ("dealer", r" deals " + DEAL + r", not "),
)


def doubts_in(sentences):
    """The doubts that a row of English sentences names; one that nobody can read any more stays a doubt."""
    found = []
    for code, pattern in DOUBTS:
        for match in re.finditer(pattern, sentences):
            found.append((match.start(), {"code": code, **values_of(match)}))
    in_order = [doubt for _, doubt in sorted(found, key=lambda one: one[0])]
    return in_order or ([{"code": "of-another-version"}] if sentences else [])


def why_of(reason):
    """The code and the deal for which a sheet was set aside."""
    for code, pattern in SET_ASIDE:
        if match := re.search(pattern, reason):
            return {"code": code, **values_of(match)}
    return {"code": "of-another-version"}


def values_of(match):
    values = {}
    for name, text in match.groupdict().items():
        if name == "side":
            values["side"] = SIDES[text]
        elif name == "lost":
            values |= {"lost": True} if text == "lost" else {}
        elif text is not None:
            values[name] = int(text)
    return values | ({"attempt": 1} if "slot" in values and "attempt" not in values else {})


def codes_for_sentences(apps, schema_editor):
    def rows(name):
        return apps.get_model("tournament", name).objects.using(schema_editor.connection.alias)

    for report in rows("Submission").exclude(sentences=""):
        report.doubts = doubts_in(report.sentences)
        report.save(update_fields=["doubts"])
    for entry in rows("AuditEntry").filter(action="sheet.set_aside"):
        if "why" not in entry.facts:
            entry.facts["why"] = why_of(entry.facts.pop("reason", ""))
            entry.save(update_fields=["facts"])
    rows("DraftJob").exclude(refused="").update(refused="of-another-version")
    rows("Adjustment").exclude(ruling=None).update(reason="")


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0004_history_chain"),
    ]

    operations = [
        migrations.AddField(
            model_name="draftjob",
            name="refused_facts",
            field=models.JSONField(default=dict),
        ),
        migrations.AlterField(
            model_name="adjustment",
            name="reason",
            field=models.CharField(blank=True, max_length=200, verbose_name="reason"),
        ),
        migrations.RenameField(model_name="submission", old_name="doubts", new_name="sentences"),
        migrations.AddField(
            model_name="submission",
            name="doubts",
            field=models.JSONField(default=list),
        ),
        migrations.RunPython(codes_for_sentences, migrations.RunPython.noop),
        migrations.RemoveField(model_name="submission", name="sentences"),
        migrations.AlterField(
            model_name="draftjob",
            name="refused",
            field=models.CharField(blank=True, max_length=40),
        ),
    ]
