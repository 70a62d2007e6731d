"""The registry application."""

from django.apps import AppConfig


class Registry(AppConfig):
    name = "masterpoint.centre.registry"
    label = "registry"

    def ready(self) -> None:
        from masterpoint.centre.registry import account_journal

        account_journal.listen()
