from django.urls import path

from evaluation.pages.jobs import views

urlpatterns = [
    path("", views.job_list, name="job-list"),
    path("<slug:key>/", views.job_page, name="job-page"),
    path("<slug:key>/progress/", views.job_progress, name="job-progress"),
    path("<slug:key>/cancel/", views.job_cancel, name="job-cancel"),
]
