"""The accounts application. It also registers the check that a production server is safe."""

from django.apps import AppConfig
from django.core.checks import Tags, register

from masterpoint.centre.checks import production_is_safe


class Accounts(AppConfig):
    name = "masterpoint.centre.accounts"
    label = "accounts"

    def ready(self) -> None:
        register(production_is_safe, Tags.security)
