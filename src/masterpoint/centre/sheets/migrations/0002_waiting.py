from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("sheets", "0001_initial")]

    operations = [
        migrations.AlterField(
            model_name="sheet",
            name="state",
            field=models.CharField(
                choices=[
                    ("draft", "being filled in"),
                    ("returned", "returned with its error list"),
                    ("waiting", "received, waits for the other stages"),
                    ("filed", "filed"),
                ],
                default="draft",
                max_length=10,
            ),
        ),
    ]
