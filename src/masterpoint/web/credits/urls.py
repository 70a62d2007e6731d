"""The addresses of reported points."""

from __future__ import annotations

from django.urls import path

from masterpoint.web.credits import national, register, returns, utility
from masterpoint.web.security import limited, measured

KEPT = "credits/<slug:code>/<str:organisation>/"
PATTERNS = [
    path("credits/", returns.my_returns, name="my-credit-returns"),
    path("credits/files/", measured(limited("check", utility.credit_tool)), name="credit-tool"),
    path("f/<slug:code>/files/", national.national_files, name="national-files"),
    path("f/<slug:code>/files/<slug:name>.TXT", measured(national.national_file), name="national-file"),
    path(KEPT, returns.returns, name="credit-returns"),
    path(f"{KEPT}register/", register.register, name="awards-register"),
    path(f"{KEPT}claims/<int:number>.csv", returns.claims_file, name="claims-file"),
    path(f"{KEPT}take-back/<int:number>/", returns.take_back, name="take-back-return"),
]
