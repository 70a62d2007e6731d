"""Every address of the site."""

from __future__ import annotations

from django.urls import include, path

from masterpoint.web import accounts, books, enquiries, entries, filing, members, public, staff
from masterpoint.web.security import limited

urlpatterns = [
    path("", public.home, name="home"),
    path("find/", public.find, name="find"),
    path("f/<slug:code>/", public.federation, name="federation"),
    path("f/<slug:code>/search/", public.search, name="search"),
    path("f/<slug:code>/leaders/", public.leaders, name="leaders"),
    path("f/<slug:code>/entry-list/", limited("check", entries.entry_list), name="entry-list"),
    path("f/<slug:code>/club/<str:number>/", public.club, name="club"),
    path("f/<slug:code>/player/<str:number>/", public.player, name="player"),
    path("f/<slug:code>/player/<str:number>/why/<int:line>/", public.why, name="why"),
    path("f/<slug:code>/player/<str:number>/missing/", enquiries.missing, name="missing"),
    path("check/", limited("check", filing.check), name="check"),
    path("calculator/", books.calculator, name="calculator"),
    path("calculator/<slug:scheme>/", books.calculate, name="calculate"),
    path("calculator/<slug:scheme>/<slug:form>/", books.work_out, name="work-out"),
    path("handbooks/", books.books, name="books"),
    path("handbooks/<slug:scheme>/", books.book, name="book"),
    path("handbooks/<slug:scheme>/scales/", books.scales, name="scales"),
    path("handbooks/<slug:scheme>/readings/", books.readings, name="readings"),
    path("file/", filing.file, name="file"),
    path("file/<str:key>/", filing.draft, name="draft"),
    path("file/<str:key>/who/", filing.decide, name="decide"),
    path("file/<str:key>/done/", filing.file_draft, name="file-draft"),
    path("file/<str:key>/discard/", filing.discard, name="discard"),
    path("filings/", filing.filings, name="filings"),
    path("filings/<slug:receipt>/", filing.filing, name="filing"),
    path("filings/<slug:receipt>/end/", filing.end, name="end-filing"),
    path("filings/<slug:receipt>/original/<int:number>/", filing.original, name="original"),
    path("questions/", enquiries.enquiries, name="enquiries"),
    path("questions/<str:key>/", enquiries.enquiry, name="enquiry"),
    path("members/", members.my_members, name="my-members"),
    path("members/<slug:code>/<str:organisation>/", members.members, name="members"),
    path("members/<slug:code>/<str:organisation>/new/", members.new_member, name="new-member"),
    path("members/<slug:code>/<str:organisation>/load/", members.load, name="load-members"),
    path("members/<slug:code>/<str:organisation>/person/<str:number>/", members.member, name="member"),
    path("members/<slug:code>/<str:organisation>/person/<str:number>/<slug:what>/", members.act, name="member-act"),
    path("office/<slug:code>/", staff.office, name="office"),
    path("office/<slug:code>/month/", staff.month, name="month"),
    path("office/<slug:code>/promote/", staff.promote, name="promote"),
    path("office/<slug:code>/promotions/<str:day>/", staff.promotions, name="promotions"),
    path("sign-in/", accounts.SignIn.as_view(), name="sign-in"),
    path("sign-out/", accounts.SignOut.as_view(), name="sign-out"),
    path("account/", accounts.account, name="account"),
    path("account/password/", accounts.ChangePassword.as_view(), name="password"),
    path("account/privacy/", accounts.privacy, name="privacy"),
    path("account/data/", accounts.my_data, name="my-data"),
    path("account/tokens/new/", accounts.new_token, name="new-token"),
    path("account/tokens/revoke/", accounts.revoke_token, name="revoke-token"),
    path("api/", include("masterpoint.api.urls")),
]
