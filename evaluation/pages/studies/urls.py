from django.urls import path, register_converter

from evaluation.pages.studies import judges, questions, review, views, wizard


class WordConverter:
    """A part of an address that must be one of the words in ``regex``."""

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class StateAction(WordConverter):
    regex = "|".join(views.STATE_ACTIONS)


class LinkAction(WordConverter):
    regex = "|".join(judges.LINK_ACTIONS)


register_converter(StateAction, "state_action")
register_converter(LinkAction, "link_action")

urlpatterns = [
    path("", views.study_list, name="study-list"),
    path("new/", wizard.new, name="study-new"),
    path("<slug:slug>/", views.study_page, name="study-page"),
    path("<slug:slug>/edit/<slug:name>/", wizard.step, name="study-step"),
    path("<slug:slug>/power/", review.power, name="study-power"),
    path("<slug:slug>/questions/new/<slug:kind>/", questions.new, name="study-question-new"),
    path("<slug:slug>/questions/<slug:key>/", questions.change, name="study-question"),
    path("<slug:slug>/sentences/", views.sentence_list, name="study-sentences"),
    path("<slug:slug>/judges/", judges.judge_list, name="study-judges"),
    path("<slug:slug>/judges/links.csv", judges.links_csv, name="study-links"),
    path("<slug:slug>/judges/<str:pseudonym>/<link_action:action>/", judges.change_link, name="study-link"),
    path("<slug:slug>/remind/", views.remind, name="study-remind"),
    path("<slug:slug>/do/<state_action:action>/", views.change_state, name="study-do"),
    path("<slug:slug>/duplicate/", views.duplicate, name="study-duplicate"),
    path("<slug:slug>/delete/", views.delete, name="study-delete"),
    path("<slug:slug>/share/", views.share, name="study-share"),
    path("<slug:slug>/share/<str:username>/end/", views.unshare, name="study-unshare"),
]
