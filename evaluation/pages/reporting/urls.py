"""Addresses of what a study says of itself to others."""

from django.urls import path

from evaluation.pages.reporting import datasheet, preregistration

urlpatterns = [
    path("studies/<slug:slug>/preregistration/", preregistration.preregistration, name="preregistration"),
    path("studies/<slug:slug>/preregistration/plan.<str:form>", preregistration.plan_file, name="preregistration-file"),
    path("studies/<slug:slug>/datasheet/", datasheet.datasheet, name="datasheet"),
    path("studies/<slug:slug>/datasheet/heds.json", datasheet.datasheet_file, name="datasheet-file"),
    path("studies/<slug:slug>/datasheet/questions/", datasheet.datasheet_questions, name="datasheet-questions"),
]
