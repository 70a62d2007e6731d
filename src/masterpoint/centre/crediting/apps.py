"""The crediting application."""

from django.apps import AppConfig


class Crediting(AppConfig):
    name = "masterpoint.centre.crediting"
    label = "crediting"
