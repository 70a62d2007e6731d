"""The addresses of reported points."""

from __future__ import annotations

from django.urls import path

from masterpoint.web.credits import certificates, national, register, returns, utility
from masterpoint.web.security import limit_requests, limit_work

CREDITS = "credits/<slug:code>/<str:organisation_number>/"
CERTIFICATES = "certificates/<slug:code>/<str:organisation_number>/"
CERTIFICATE = f"{CERTIFICATES}<str:certificate>/"
PATTERNS = [
    path("credits/", returns.my_returns, name="my-credit-returns"),
    path("credits/files/", limit_work(limit_requests("check", utility.credit_tool)), name="credit-tool"),
    path("f/<slug:code>/files/", national.national_files, name="national-files"),
    path("f/<slug:code>/files/<slug:name>.TXT", limit_work(national.national_file), name="national-file"),
    path(CREDITS, returns.returns, name="credit-returns"),
    path(f"{CREDITS}register/", register.register, name="awards-register"),
    path(f"{CREDITS}claims/<int:number>.csv", returns.claims_file, name="claims-file"),
    path(f"{CREDITS}take-back/<int:number>/", returns.take_back, name="take-back-return"),
    path("certificates/", certificates.my_certificates, name="my-certificates"),
    path("certificates/<slug:code>/register/", certificates.register, name="register-certificates"),
    path(CERTIFICATES, certificates.issued_certificates, name="point-certificates"),
    path(CERTIFICATE, certificates.certificate, name="point-certificate"),
    path(f"{CERTIFICATE}act/", certificates.act, name="certificate-act"),
    path(f"{CERTIFICATE}sheet/", limit_work(certificates.sheet), name="point-certificate-sheet"),
]
