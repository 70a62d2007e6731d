"""The addresses of the pages about members."""

from __future__ import annotations

from django.urls import path

from masterpoint.web.members import acts, lists, new_members, page, sheets

MEMBERS = "members/<slug:code>/<str:organisation_number>/"
PATTERNS = [
    path("members/", lists.my_members, name="my-members"),
    path(MEMBERS, lists.members, name="members"),
    path(f"{MEMBERS}new/", new_members.new_member, name="new-member"),
    path(f"{MEMBERS}sheets/", sheets.sheets, name="sheets"),
    path(f"{MEMBERS}sheets/<int:number>/", sheets.sheet, name="sheet"),
    path(f"{MEMBERS}sheets/<int:number>/<slug:kind>.pdf", sheets.sheet_pdf, name="sheet-pdf"),
    path(f"{MEMBERS}sheets/empty/<slug:name>.<slug:ending>", sheets.template, name="sheet-template"),
    path(f"{MEMBERS}load/", lists.load, name="load-members"),
    path(f"{MEMBERS}person/<str:number>/", page.member, name="member"),
    path(f"{MEMBERS}person/<str:number>/<slug:action>/", acts.act, name="member-act"),
]
