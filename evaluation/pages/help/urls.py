from django.urls import path

from evaluation.pages.help import views

urlpatterns = [
    path("", views.index, name="help"),
    path("terms.json", views.terms, name="help-terms"),
    path("<slug:name>/", views.document, name="help-document"),
]
