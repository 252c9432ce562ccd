from django.urls import path

from evaluation.pages.planning import views

urlpatterns = [
    path("", views.plan, name="plan"),
    path("<str:key>/", views.result, name="plan-result"),
]
