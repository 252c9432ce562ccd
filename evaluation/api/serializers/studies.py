"""Studies and their sentences for researchers; one's own answers for judges."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from evaluation.models import Control, Criterion, Item, Job, JobState, Rating, Study

ZIP_KIND = "exports.zip"


class CriterionSerializer(serializers.ModelSerializer[Criterion]):
    name = serializers.CharField(source="__str__", read_only=True)

    class Meta:
        model = Criterion
        fields = ["key", "kind", "name", "low", "high", "cut", "texts"]
        read_only_fields = fields


class StudySerializer(serializers.ModelSerializer[Study]):
    models = serializers.JSONField(source="models_chosen", read_only=True, help_text="Names of the chosen models")
    languages = serializers.ListField(
        child=serializers.CharField(), read_only=True, help_text="Codes of the languages the study is about"
    )
    item_count = serializers.IntegerField(read_only=True, help_text="Sentences to rate and couples to choose from")
    judge_count = serializers.IntegerField(read_only=True)

    class Meta:
        model = Study
        fields = [
            *("slug", "name", "state", "design", "judges_per_item", "languages", "models", "seed", "monolingual"),
            *("whole_sentences", "created_at", "item_count", "judge_count"),
        ]
        read_only_fields = fields


class StudyDetailSerializer(StudySerializer):
    criteria = CriterionSerializer(many=True, read_only=True)
    judge_groups = serializers.DictField(
        read_only=True, help_text="Groups of judges declared before opening: question, edges of bands, or judges"
    )
    selection = serializers.DictField(read_only=True, help_text="Which ratings count in results and exports")
    available = serializers.DictField(
        read_only=True,
        allow_null=True,
        help_text="How many matched pairs each pair, theory and constraint has, where they are drawn",
    )
    drawing = serializers.DictField(
        read_only=True,
        help_text="How many texts each condition had, how many were left out, and where there were too few",
    )

    class Meta(StudySerializer.Meta):
        fields = [
            *StudySerializer.Meta.fields,
            "choices",
            "asks",
            "couples",
            "margin",
            "judge_groups",
            "remark",
            "available",
            "drawn_at",
            "drawing",
            "criteria",
            "selection",
        ]
        read_only_fields = fields


class ItemSerializer(serializers.ModelSerializer[Item]):
    pair = serializers.CharField(source="pair.external_id", default=None, allow_null=True, read_only=True)
    first = serializers.IntegerField(
        source="first.number",
        default=None,
        allow_null=True,
        read_only=True,
        help_text="Of a couple: its first sentence",
    )
    second = serializers.IntegerField(
        source="second.number", default=None, allow_null=True, read_only=True, help_text="Of a couple: the other one"
    )
    control = serializers.ChoiceField(
        choices=[("", "no control"), *Control.choices], read_only=True, help_text="Whose answer is known beforehand"
    )

    class Meta:
        model = Item
        fields = [
            *("number", "kind", "pair", "text", "tokens", "condition", "source", "probability", "memberships"),
            *("measures", "signature", "broken", "match", "control", "first", "second"),
        ]
        read_only_fields = fields


class OwnRatingSerializer(serializers.ModelSerializer[Rating]):
    """What a judge may see of an answer: nothing about models, conditions, checks or other judges."""

    study = serializers.CharField(source="study.name", read_only=True)
    place = serializers.CharField(source="place.key", read_only=True, help_text="The opaque key in the page's address")
    text = serializers.CharField(source="item.text", read_only=True)
    criterion = serializers.CharField(source="criterion.key", read_only=True)

    class Meta:
        model = Rating
        fields = ["study", "place", "text", "criterion", "value", "given_at"]
        read_only_fields = fields


class JobSerializer(serializers.ModelSerializer[Job]):
    download = serializers.SerializerMethodField()

    class Meta:
        model = Job
        fields = ["key", "title", "state", "done", "total", "message", "created_at", "finished_at", "download"]
        read_only_fields = fields

    @extend_schema_field(serializers.CharField(allow_null=True, help_text="Where the file is, once there is one"))
    def get_download(self, job: Job) -> str | None:
        if job.kind != ZIP_KIND or job.state != JobState.DONE:
            return None
        slug = Study.objects.filter(pk=job.arguments["study"]).values_list("slug", flat=True).first()
        return reverse("api-export-zip", args=[slug, job.key]) if slug else None


class PersonSerializer(serializers.Serializer[Any]):
    username = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    role = serializers.CharField()
