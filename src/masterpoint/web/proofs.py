"""Certificates, and the pages on which anybody with the link can check a rank or an award, without an account."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from masterpoint.centre import proofs
from masterpoint.centre.filing import explaining
from masterpoint.centre.records.certificates import certificates, rule_of
from masterpoint.centre.records.models import Promotion, PromotionRun
from masterpoint.centre.registry import access
from masterpoint.core.derivation import Step, trail
from masterpoint.core.exact import figure_text
from masterpoint.web.common import PDF, day_of, download, user_of


def rank(request: HttpRequest, key: str) -> HttpResponse:
    """Proof of a rank: the player, the rank, since when, by which rule, the holding, and the entry in the ledger."""
    proof = proofs.rank_proof(key)
    if proof is None:
        raise Http404
    steps = {id(step): step for final in proof.steps for step in trail(final)}
    context = {
        "proof": proof,
        "person": proof.promotion.person,
        "federation": proof.promotion.run.federation,
        "edition": proof.edition,
        "rule": rule_of(proof.rung) if proof.rung else "",
        "steps": [_step_as_data(step) for step in steps.values()],
    }
    return render(request, "masterpoint/rank_proof.html", context)


def _step_as_data(step: Step) -> dict[str, str]:
    return {
        "value": figure_text(step.value),
        "message": str(step.message),
        "clause": str(step.clause),
        "reading": step.reading,
    }


def award(request: HttpRequest, token: str) -> HttpResponse:
    """Proof of an award: the result, the rule, the calculation, and the entry in the ledger, judged again now."""
    proof = proofs.award_proof(token)
    if proof is None:
        raise Http404
    posting, version = proof.line.posting, proof.version
    context = {
        "proof": proof,
        "line": proof.line,
        "person": proof.line.person,
        "federation": posting.federation,
        "version": version,
        "award": explaining.as_seen_by(user_of(request), version, proof.award),
        "taken_back": getattr(posting, "reversed_by", None),
    }
    return render(request, "masterpoint/award_proof.html", context)


def certificate(request: HttpRequest, key: str) -> HttpResponse:
    """The certificate of one promotion, for the player and for users who manage the record."""
    promotions = Promotion.in_force.filter(key=key, flagged="").select_related("person__home_club")
    promotion = get_object_or_404(promotions)
    user = user_of(request)
    if not access.sees_in_full(user, promotion.person):
        raise Http404
    return _pdf(request, promotions, f"certificate-{promotion.person.number}-{promotion.reached_on}.pdf")


@login_required
def all_certificates(request: HttpRequest, code: str, day: str) -> HttpResponse:
    """The certificates of all promotions of a run in one file, for the office, without those that were undone."""
    if all(federation.code != code for federation in access.federations_for(user_of(request))):
        raise Http404
    run = get_object_or_404(PromotionRun.in_force.all(), federation_id=code, as_at=day_of(day))
    promotions = run.promotions.filter(flagged="", revoked_at=None)
    if not promotions.exists():
        raise Http404
    return _pdf(request, promotions, f"certificates-{code}-{run.as_at}.pdf")


def _pdf(request: HttpRequest, promotions: QuerySet[Promotion], name: str) -> HttpResponse:
    def link(promotion: Promotion) -> str:
        return request.build_absolute_uri(reverse("rank-proof", args=[promotion.key]))

    return download(certificates(promotions, link), name, PDF)
