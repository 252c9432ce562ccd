"""Every address of the site. Each folder of pages lists its own."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("evaluation.pages.home.urls")),
    path("", include("evaluation.pages.health.urls")),
    path("", include("evaluation.pages.accounts.urls")),
    path("", include("evaluation.pages.pairs.urls")),
    path("", include("evaluation.pages.rating.urls")),
    path("help/", include("evaluation.pages.help.urls")),
    path("jobs/", include("evaluation.pages.jobs.urls")),
    path("plan/", include("evaluation.pages.planning.urls")),
    path("studies/", include("evaluation.pages.studies.urls")),
    path("", include("evaluation.pages.results.urls")),
    path("", include("evaluation.pages.exports.urls")),
    path("", include("evaluation.pages.imports.urls")),
    path("", include("evaluation.pages.reporting.urls")),
    path("", include("evaluation.pages.publications.urls")),
    path("api/", include("evaluation.api.urls")),
    path("admin/", admin.site.urls),
]

handler400 = "evaluation.pages.errors.bad_request"
handler403 = "evaluation.pages.errors.forbidden"
handler404 = "evaluation.pages.errors.not_found"
handler500 = "evaluation.pages.errors.server_error"
