"""The filing application."""

from django.apps import AppConfig


class Filing(AppConfig):
    name = "masterpoint.centre.filing"
    label = "filing"

    def ready(self) -> None:
        from masterpoint.centre.filing import consequences
        from masterpoint.centre.filing.zero_evenings import update_zero_evenings

        consequences.register(update_zero_evenings)
