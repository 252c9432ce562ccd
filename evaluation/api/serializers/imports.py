"""Files of ratings from elsewhere, as they are sent and shown."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from evaluation.models import RatingImport


class WrongRowSerializer(serializers.Serializer[Any]):
    line = serializers.IntegerField(allow_null=True, help_text="null: not a row, but the field that `column` names")
    column = serializers.CharField(allow_blank=True)
    message = serializers.CharField()
    cure = serializers.CharField()


class RatingImportSerializer(serializers.ModelSerializer[RatingImport]):
    study = serializers.CharField(source="study.slug", default=None, allow_null=True, read_only=True)
    job = serializers.SerializerMethodField()
    problems = WrongRowSerializer(many=True, read_only=True, help_text="The first of them")

    class Meta:
        model = RatingImport
        fields = ["key", "name", "state", "study", "problem_count", "problems", "job"]
        read_only_fields = fields

    @extend_schema_field(serializers.CharField(allow_null=True, help_text="The key of the job that works on it"))
    def get_job(self, sent: RatingImport) -> str | None:
        return sent.job.key if sent.job else None


class RatingsToImport(serializers.Serializer[Any]):
    """A file of ratings and what its columns hold; columns with usual names are found by themselves."""

    file = serializers.FileField(help_text="One rating a row: CSV, TSV, XLSX or JSON Lines")
    study = serializers.SlugField(required=False, max_length=60, help_text="The study's address; else made of its name")
    name = serializers.CharField(required=False, max_length=150, help_text="The study's name; else the file's")
    map = serializers.CharField(
        required=False, max_length=2_000, help_text="What columns hold, such as judge=worker,value=score"
    )
    groups = serializers.CharField(required=False, max_length=2_000, help_text="Columns that group the judges")
    criteria = serializers.CharField(required=False, max_length=1_000, help_text="Those there are; others are wrong")
    scale = serializers.CharField(required=False, max_length=500, help_text="0-5, or usage=0-5,fluency=1-7")
    cut = serializers.CharField(
        required=False, max_length=500, help_text="Accepted from this point on: 3, or usage=3,fluency=5"
    )
    collection = serializers.CharField(required=False, max_length=120, help_text="Where the sentences' pairs are")
    models = serializers.CharField(
        required=False, max_length=500, help_text="Whose sentences are told, such as EC0,ML2"
    )
