"""The addresses of the accounts."""

from __future__ import annotations

from django.urls import path

from masterpoint.web.billing import accounts, finance, invoices, payments, periodic

PATTERNS = [
    path("billing/", accounts.billing, name="billing"),
    path("billing/<slug:code>/", finance.finance, name="finance"),
    path("billing/<slug:code>/account/<str:number>/", accounts.club_account, name="club-account"),
    path("billing/<slug:code>/account/<str:number>/statement/", accounts.statement, name="statement"),
    path("billing/<slug:code>/invoice/<str:number>/", invoices.invoice, name="invoice"),
    path("billing/<slug:code>/invoice/<str:number>/pdf/", invoices.as_pdf, name="invoice-pdf"),
    path("billing/<slug:code>/invoice/<str:number>/csv/", invoices.as_csv, name="invoice-csv"),
    path("billing/<slug:code>/invoice/<str:number>/credit/", invoices.credit, name="credit-invoice"),
    path("billing/<slug:code>/invoice/<str:number>/send/", invoices.send, name="send-invoice"),
    path("billing/<slug:code>/invoice/<str:number>/address/", invoices.delete_address, name="delete-address"),
    path("billing/<slug:code>/invoice/<str:number>/<int:line>/", invoices.line, name="invoice-line"),
    path("billing/<slug:code>/invoice/<str:number>/<int:line>/ask/", invoices.ask, name="ask-about-line"),
    path("billing/<slug:code>/charge/<int:key>/", invoices.charge, name="charge"),
    path("billing/<slug:code>/charge/<int:key>/code/", invoices.put_code_right, name="charge-code"),
    path("billing/<slug:code>/charge/<int:key>/fact/", invoices.enter_fact, name="charge-fact"),
    path("billing/<slug:code>/run/", finance.run, name="invoice-run"),
    path("billing/<slug:code>/charge-waiting/", finance.charge_waiting, name="charge-waiting"),
    path("billing/<slug:code>/tariff/", finance.tariff, name="tariff"),
    path("billing/<slug:code>/periodic/", periodic.periodic, name="periodic"),
    path("billing/<slug:code>/remind/", finance.remind, name="remind"),
    path("billing/<slug:code>/payments/", payments.payments_page, name="payments"),
    path("billing/<slug:code>/payments/<int:key>/", payments.payment, name="payment"),
    path("billing/<slug:code>/export/<slug:shape>.csv", finance.export, name="billing-export"),
]
