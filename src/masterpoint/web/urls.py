"""Every address of the site."""

from __future__ import annotations

from django.urls import include, path

from masterpoint.web import (
    accounts,
    books,
    calculator,
    checking,
    conformance,
    draft_decisions,
    drafts,
    enquiries,
    entries,
    filings,
    leaders,
    proofs,
    public,
    results,
)
from masterpoint.web.billing import urls as billing
from masterpoint.web.members import urls as members
from masterpoint.web.office import urls as office
from masterpoint.web.reports import urls as reports
from masterpoint.web.security import limited, measured

handler500 = "masterpoint.web.security.went_wrong"
urlpatterns = [
    path("", public.home, name="home"),
    path("find/", public.find, name="find"),
    path("f/<slug:code>/", public.federation, name="federation"),
    path("f/<slug:code>/seal/", public.head, name="head"),
    path("f/<slug:code>/search/", public.search, name="search"),
    path("f/<slug:code>/leaders/", leaders.leaders, name="leaders"),
    path("f/<slug:code>/leaders/trophy/", leaders.yearly_trophy, name="yearly-trophy"),
    path("f/<slug:code>/entry-list/", measured(limited("check", entries.entry_list)), name="entry-list"),
    path("f/<slug:code>/club/<str:number>/", public.club, name="club"),
    path("f/<slug:code>/club/<str:number>/sessions/", results.sessions, name="sessions"),
    path("f/<slug:code>/results/<slug:receipt>/", results.result, name="result"),
    path("f/<slug:code>/results/<slug:receipt>/why/<int:index>/", results.result_why, name="result-why"),
    path("f/<slug:code>/player/<str:number>/", public.player, name="player"),
    path("f/<slug:code>/player/<str:number>/why/<int:line>/", public.why, name="why"),
    path("f/<slug:code>/player/<str:number>/missing/", enquiries.missing, name="missing"),
    path("proof/rank/<str:key>/", proofs.rank, name="rank-proof"),
    path("proof/award/<str:token>/", proofs.award, name="award-proof"),
    path("certificate/<str:key>/", proofs.certificate, name="certificate"),
    path("check/", measured(limited("check", checking.check)), name="check"),
    path("calculator/", calculator.calculator, name="calculator"),
    path(
        "calculator/<slug:scheme>/", measured(limited("calculate", calculator.calculate, links=True)), name="calculate"
    ),
    path("calculator/<slug:scheme>/<slug:form>/", measured(limited("calculate", calculator.work_out)), name="work-out"),
    path("handbooks/", books.books, name="books"),
    path("handbooks/<slug:scheme>/", books.book, name="book"),
    path("handbooks/<slug:scheme>/scales/", books.scales, name="scales"),
    path("handbooks/<slug:scheme>/readings/", books.readings, name="readings"),
    path("handbooks/<slug:scheme>/<slug:edition>/", books.book, name="edition"),
    path("handbooks/<slug:scheme>/<slug:edition>/scales/", books.scales, name="edition-scales"),
    path("handbooks/<slug:scheme>/<slug:edition>/readings/", books.readings, name="edition-readings"),
    path("handbooks/<slug:scheme>/<slug:earlier>/changes/<slug:later>/", books.changes, name="changes"),
    path("conformance/", conformance.conformance, name="conformance"),
    path("conformance/suite.json", conformance.suite, name="suite"),
    path("conformance/<slug:scheme>/<slug:edition>.json", conformance.suite, name="edition-suite"),
    path("file/", drafts.file, name="file"),
    path("file/all/", drafts.file_all, name="file-all"),
    path("file/<str:key>/", drafts.draft, name="draft"),
    path("file/<str:key>/who/", draft_decisions.decide, name="decide"),
    path("file/<str:key>/not-the-same/", draft_decisions.not_the_same, name="not-the-same"),
    path("file/<str:key>/organiser/", draft_decisions.confirm_organiser, name="confirm-organiser"),
    path("file/<str:key>/done/", drafts.file_draft, name="file-draft"),
    path("file/<str:key>/discard/", drafts.discard, name="discard"),
    path("filings/", filings.filings, name="filings"),
    path("filings/<slug:receipt>/", filings.filing, name="filing"),
    path("filings/<slug:receipt>/end/", filings.end, name="end-filing"),
    path("filings/<slug:receipt>/two-events/", filings.two_different, name="two-events"),
    path("filings/<slug:receipt>/original/<int:number>/", filings.original, name="original"),
    path("questions/", enquiries.enquiries, name="enquiries"),
    path("questions/<str:key>/", enquiries.enquiry, name="enquiry"),
    *billing.PATTERNS,
    *members.PATTERNS,
    *office.PATTERNS,
    *reports.PATTERNS,
    path("office/<slug:code>/promotions/<str:day>/certificates/", proofs.all_certificates, name="certificates"),
    path("sign-in/", accounts.SignIn.as_view(), name="sign-in"),
    path("sign-out/", accounts.SignOut.as_view(), name="sign-out"),
    path("forgotten/", limited("forgotten", accounts.Forgotten.as_view()), name="forgotten"),
    path("forgotten/sent/", accounts.ForgottenSent.as_view(), name="forgotten-sent"),
    path("forgotten/<str:uidb64>/<str:token>/", accounts.NewPassword.as_view(), name="new-password"),
    path("account/", accounts.account, name="account"),
    path("account/password/", accounts.ChangePassword.as_view(), name="password"),
    path("account/letters/", accounts.letters, name="letters"),
    path("account/privacy/", accounts.privacy, name="privacy"),
    path("account/data/", accounts.my_data, name="my-data"),
    path("account/tokens/new/", accounts.new_token, name="new-token"),
    path("account/tokens/revoke/", accounts.revoke_token, name="revoke-token"),
    path("api/", include("masterpoint.api.urls")),
]
