"""Search by the beginning of any word of a name, through an index."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

ROWS_AT_ONCE = 5_000


def index_everybody(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    NameWord = apps.get_model("registry", "NameWord")
    names = apps.get_model("registry", "Person").objects.values_list("pk", "sort_key")
    words = (
        NameWord(person_id=pk, word=word) for pk, name in names.iterator(ROWS_AT_ONCE) for word in set(name.split())
    )
    NameWord.objects.bulk_create(words, batch_size=ROWS_AT_ONCE)


class Migration(migrations.Migration):
    dependencies = [("registry", "0003_visitors")]

    operations = [
        migrations.CreateModel(
            name="NameWord",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("word", models.CharField(db_index=True, max_length=160)),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="name_words",
                        to="registry.person",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("person", "word"), name="name_word_once")],
            },
        ),
        migrations.AddIndex("person", models.Index(fields=["federation", "rank"], name="person_by_rank")),
        migrations.RunPython(index_everybody, migrations.RunPython.noop),
    ]
