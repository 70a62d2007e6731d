"""The application of accounts and invoices."""

from django.apps import AppConfig


class Billing(AppConfig):
    name = "masterpoint.centre.billing"
    label = "billing"

    def ready(self) -> None:
        from masterpoint.centre.billing.charging import charge_filings
        from masterpoint.centre.billing.models import Posting
        from masterpoint.centre.billing.prepared_charges import prepare_charges
        from masterpoint.centre.filing import consequences

        consequences.register(charge_filings, Posting, prepare=prepare_charges)
