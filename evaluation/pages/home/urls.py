from django.urls import path

from evaluation.pages.home import views

urlpatterns = [path("", views.home, name="home")]
