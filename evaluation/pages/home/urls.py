from django.urls import path

from evaluation.pages.home import comments, trying, views

urlpatterns = [
    path("", views.home, name="home"),
    path("try/", trying.try_page, name="try"),
    path("studies/<slug:slug>/comments-read/", comments.comments_read, name="comments-read"),
    path("favicon.ico", views.favicon, name="favicon"),
]
