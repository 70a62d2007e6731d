"""The registry application."""

from django.apps import AppConfig


class Registry(AppConfig):
    name = "masterpoint.centre.registry"
    label = "registry"
