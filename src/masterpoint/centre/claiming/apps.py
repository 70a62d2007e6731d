"""The application of invitations."""

from django.apps import AppConfig


class Claiming(AppConfig):
    name = "masterpoint.centre.claiming"
    label = "claiming"
