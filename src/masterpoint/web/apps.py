"""The web application."""

from django.apps import AppConfig


class Web(AppConfig):
    name = "masterpoint.web"
    label = "web"
