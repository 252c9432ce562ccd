"""Every address a judge meets. Keys are opaque: they name neither the study nor the sentence."""

from django.urls import path

from evaluation.pages.rating import answers, arrival, preview, sentence, steps

urlpatterns = [
    # A preview has the addresses of a judge's pages, with keys that no judge has.
    path("rate/preview/<slug:slug>/", preview.preview, name="rate-preview"),
    path("rate/preview-<slug:slug>/", preview.go_on, name="preview"),
    path("rate/preview-<slug:slug>/<slug:name>/", preview.step, name="preview-step"),
    path("rate/s/preview-<slug:slug>-<int:number>/", preview.rate, name="preview-sentence"),
    path("rate/s/preview-<slug:slug>-<int:number>/back/", preview.back, name="preview-back"),
    path("rate/s/preview-<slug:slug>-<int:number>/feedback/", preview.feedback, name="preview-feedback"),
    path("rate/s/<slug:key>/", sentence.sentence, name="rate-sentence"),
    path("rate/s/<slug:key>/back/", sentence.back, name="rate-back"),
    path("rate/s/<slug:key>/feedback/", sentence.feedback, name="rate-feedback"),
    path("rate/<slug:key>/", steps.rate, name="rate"),
    path("rate/<slug:key>/consent/", steps.consent, name="rate-consent"),
    path("rate/<slug:key>/questions/", steps.questions, name="rate-questions"),
    path("rate/<slug:key>/instructions/", steps.instructions, name="rate-instructions"),
    path("rate/<slug:key>/answers/", answers.answers, name="rate-answers"),
    path("rate/<slug:key>/pause/", steps.pause, name="rate-pause"),
    path("rate/<slug:key>/finish/", steps.finish, name="rate-finish"),
    path("rate/<slug:key>/withdraw/", steps.withdraw, name="rate-withdraw"),
    path("j/<str:token>/", arrival.personal_link, name="personal-link"),
    path("join/<slug:join_key>/", arrival.join, name="join"),
]
