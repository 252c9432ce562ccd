"""The page on which one pair is replaced or deleted."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from evaluation.pages.access import SignedInRequest, researcher_required
from evaluation.pages.messages import run_and_report
from evaluation.pages.pairs.pair import pair_or_404
from evaluation.services.errors import Refused
from evaluation.services.pairs import collections, replacing


class PairLineForm(forms.Form):
    line = forms.CharField(
        label=gettext_lazy("The pair, as in a line of a file"),
        max_length=100_000,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "class": "mono"}),
        help_text=gettext_lazy(
            "Change sentences, tree or links; the id stays. A study that uses the pair keeps its own."
        ),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@researcher_required
def pair_replace(request: SignedInRequest, number: int) -> HttpResponse:
    pair = pair_or_404(number)
    form = PairLineForm(initial={"line": replacing.line_of(pair)})
    if request.method == "POST":
        form = PairLineForm(request.POST)
        try:
            if form.is_valid():
                content = replacing.content_of(form.cleaned_data["line"])
                saved = replacing.replace_pair(pair=pair, content=content, actor=request.user)
                messages.success(request, _("The pair is replaced."))
                return redirect("pair-page", number=saved.pk)
        except Refused as refusal:
            form.add_error("line", refusal.message)
    may_change = pair.is_current and collections.may_change(pair.collection, request.user)
    return render(request, "pairs/replace.html", {"pair": pair, "form": form, "may_change": may_change})


@require_POST
@researcher_required
def pair_delete(request: SignedInRequest, number: int) -> HttpResponse:
    pair = pair_or_404(number)
    said = _("The pair %s is deleted.") % pair.external_id
    if run_and_report(request, replacing.delete_pair, success=said, pair=pair, actor=request.user):
        return redirect("collection-page", number=pair.collection_id)
    return redirect("pair-page", number=number)
