"""The addresses of the office, and of the month as a club sees it."""

from __future__ import annotations

from django.urls import path

from masterpoint.web.office import (
    balances,
    desk,
    duplicates,
    ledger,
    months,
    moving,
    officers,
    organisations,
    promotions,
    proposals,
    queue,
    ratings,
    rederiving,
    year,
)

PATTERNS = [
    path("office/<slug:code>/", desk.office, name="office"),
    path("office/<slug:code>/flag/", desk.settle, name="settle"),
    path("office/<slug:code>/two-people/", desk.two_people, name="two-people"),
    path("office/<slug:code>/officers/", officers.officers, name="officers"),
    path("office/<slug:code>/officers/end/", officers.dismiss, name="dismiss"),
    path("office/<slug:code>/officers/second-factor/", officers.require_second_factor, name="require-second-factor"),
    path("office/<slug:code>/officers/second-factor/reset/", officers.reset_second_factor, name="reset-second-factor"),
    path("office/<slug:code>/officers/reasons/", officers.public_reasons, name="public-reasons"),
    path("office/<slug:code>/parts/", organisations.organisations, name="organisations"),
    path("office/<slug:code>/parts/<str:number>/", organisations.organisation, name="organisation"),
    path("office/<slug:code>/proposals/", proposals.proposals, name="proposals"),
    path("office/<slug:code>/proposals/decide/", proposals.decide, name="decide-proposal"),
    path("office/<slug:code>/queue/", queue.queue, name="queue"),
    path("office/<slug:code>/queue/approve/", queue.approve_clean, name="approve-clean"),
    path("filings/<slug:receipt>/approve/", queue.approve, name="approve"),
    path("office/<slug:code>/rederive/", rederiving.rederive, name="rederive"),
    path("office/<slug:code>/month/", months.close, name="month"),
    path("office/<slug:code>/month/<str:month>/", months.month_end, name="month-end"),
    path("months/<slug:code>/<str:organisation>/<str:month>/", months.club_month, name="club-month"),
    path("office/<slug:code>/month/<str:month>/promotions/", promotions.preview, name="promotions-due"),
    path("office/<slug:code>/year/<int:year>/", year.year_end, name="year-end"),
    path("office/<slug:code>/promote/", promotions.promote, name="promote"),
    path("office/<slug:code>/promotions/<str:day>/", promotions.promotions, name="promotions"),
    path("office/<slug:code>/promotions/<str:day>/revoke/", promotions.revoke, name="revoke-promotions"),
    path("office/<slug:code>/ledger/", ledger.ledger, name="ledger"),
    path("office/<slug:code>/ledger/balances/", balances.balances, name="balances"),
    path("office/<slug:code>/ledger/ratings/", ratings.ratings, name="ratings"),
    path("office/<slug:code>/ledger/take-back/<int:posting>/", ledger.take_back, name="take-back"),
    path("office/<slug:code>/ledger/move/<str:number>/", moving.move, name="move"),
    path("office/<slug:code>/ledger/record/<str:number>/", ledger.adjust, name="adjust"),
    path("office/<slug:code>/ledger/record/<str:number>/<slug:sheet>/", ledger.bring, name="bring"),
    path("office/<slug:code>/duplicates/", duplicates.duplicates, name="duplicates"),
    path("office/<slug:code>/duplicates/different/", duplicates.different, name="different"),
]
