from django.urls import path

from evaluation.pages.exports import views

urlpatterns = [
    path("studies/<slug:slug>/exports/", views.export_page, name="export-page"),
    path("studies/<slug:slug>/exports/zip/", views.export_zip_start, name="export-zip-start"),
    path("studies/<slug:slug>/exports/zip/<slug:key>/", views.export_zip, name="export-zip"),
    path("studies/<slug:slug>/exports/<slug:table>.<slug:form>", views.export_table, name="export-table"),
]
