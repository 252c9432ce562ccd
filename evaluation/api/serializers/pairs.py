"""Pairs as they are sent and shown: the object of one line of a file of pairs."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from evaluation.models import Pair, Upload
from evaluation.services.pairs import downloads

MOST_PAIRS = 500
LONGEST_TEXT = 20_000
MOST_TOKENS = 1_000


class FirstSide(serializers.Serializer[Any]):
    lang = serializers.CharField(max_length=35, help_text="Language code, such as en")
    tree = serializers.CharField(max_length=LONGEST_TEXT, help_text="Its parse in brackets")
    text = serializers.CharField(
        max_length=LONGEST_TEXT, required=False, allow_blank=True, help_text="The sentence as it was written"
    )


class SecondSide(serializers.Serializer[Any]):
    lang = serializers.CharField(max_length=35, help_text="Language code, such as hi")
    tokens = serializers.ListField(child=serializers.CharField(max_length=200), min_length=1, max_length=MOST_TOKENS)
    text = serializers.CharField(
        max_length=LONGEST_TEXT, required=False, allow_blank=True, help_text="The sentence as it was written"
    )
    other_script = serializers.ListField(
        child=serializers.CharField(max_length=200),
        required=False,
        max_length=MOST_TOKENS,
        help_text="The tokens once more in another script, one for each",
    )


class PairObject(serializers.Serializer[Any]):
    """What one line of a file of pairs holds."""

    id = serializers.CharField(max_length=120)
    l1 = FirstSide()
    l2 = SecondSide()
    alignment = serializers.CharField(max_length=LONGEST_TEXT, allow_blank=True, help_text="Links i-j, such as 0-0 1-2")
    confidence = serializers.ListField(
        child=serializers.FloatField(min_value=0, max_value=1),
        required=False,
        max_length=MOST_TOKENS,
        help_text="How sure each link is, in the order of the links; a pair that says so is proposed, not checked",
    )
    note = serializers.CharField(max_length=LONGEST_TEXT, required=False, allow_blank=True)


class PairSerializer(serializers.ModelSerializer[Pair]):
    collection = serializers.CharField(source="collection.name", read_only=True)
    pair = serializers.SerializerMethodField()
    checked_by = serializers.CharField(source="checked_by.username", default=None, allow_null=True, read_only=True)
    stamp = serializers.CharField(read_only=True, help_text="Send it with a check, so that nobody overwrites another")

    class Meta:
        model = Pair
        fields = [
            *("id", "collection", "version", "is_current", "l1_text", "l2_text"),
            *("content_words", "unlinked_words", "unlinked_share", "unsure_links", "lost_links", "torn_phrases"),
            "trouble",
            *("state", "checked_by", "checked_at", "stamp", "pair"),
        ]
        read_only_fields = fields

    @extend_schema_field(PairObject)
    def get_pair(self, row: Pair) -> dict[str, Any]:
        return downloads.pair_json(row)


class PairDetailSerializer(PairSerializer):
    counts = serializers.DictField(
        child=serializers.IntegerField(min_value=0), help_text="How many sentences each model generates", read_only=True
    )

    class Meta(PairSerializer.Meta):
        fields = [*PairSerializer.Meta.fields, "counts"]
        read_only_fields = fields


class PairCheck(serializers.Serializer[Any]):
    """A pair as somebody accepts it; what is not sent stays as it is."""

    alignment = serializers.CharField(
        max_length=LONGEST_TEXT, required=False, help_text="All of its links, such as 0-0 1-2"
    )
    tree = serializers.CharField(max_length=LONGEST_TEXT, required=False, help_text="Its parse, of the same words")
    seen = serializers.CharField(
        max_length=200,
        required=False,
        help_text="The pair's stamp as it was read: a change since then is not overwritten",
    )


class PairsToLoad(serializers.Serializer[Any]):
    collection = serializers.CharField(max_length=120, help_text="Made if there is none of this name")
    pairs = serializers.ListField(child=PairObject(), allow_empty=False, max_length=MOST_PAIRS)


class LoadedSerializer(serializers.Serializer[Any]):
    collection = serializers.CharField()
    new = serializers.IntegerField(help_text="Pairs that were not there")
    update = serializers.IntegerField(  # type: ignore[assignment]
        help_text="Pairs that no study uses, replaced"
    )
    version = serializers.IntegerField(help_text="Pairs in a study, stored as a new version")
    same = serializers.IntegerField(help_text="Pairs that were there already")


class UploadSerializer(serializers.ModelSerializer[Upload]):
    collection = serializers.CharField(source="collection.name", read_only=True)
    job = serializers.SerializerMethodField()

    class Meta:
        model = Upload
        fields = ["key", "name", "collection", "state", "good_rows", "bad_rows", "unlinked_rows", "summary", "job"]
        read_only_fields = fields

    @extend_schema_field(serializers.CharField(allow_null=True, help_text="The key of the job that works on it"))
    def get_job(self, upload: Upload) -> str | None:
        return upload.job.key if upload.job else None


class FileToUpload(serializers.Serializer[Any]):
    file = serializers.FileField(help_text="Pairs as JSON Lines, CSV or TSV, or plain sentences in two columns")
    collection = serializers.CharField(max_length=120, help_text="Made if there is none of this name")
    languages = serializers.CharField(
        required=False, max_length=80, help_text="Of plain sentences: the codes of the two columns, such as en,hi"
    )
    columns = serializers.CharField(
        required=False, max_length=400, help_text="Of plain sentences: names or numbers of the columns, then of ids"
    )


class UploadRowSerializer(serializers.Serializer[Any]):
    line = serializers.IntegerField()
    id = serializers.CharField(source="external_id", allow_blank=True)
    is_good = serializers.BooleanField()
    effect = serializers.CharField(allow_blank=True, help_text="new, same, update or version")
    content_words = serializers.IntegerField(help_text="Content words of both sentences, linked ones once")
    unlinked_words = serializers.IntegerField(help_text="Those without a link: probably one is missing")
    problems = serializers.ListField(child=serializers.DictField(child=serializers.CharField(allow_blank=True)))
