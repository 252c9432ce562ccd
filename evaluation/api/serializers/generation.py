"""Requests about the sentences of a pair, loaded or sent along, and the answers to them."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from evaluation.api.errors import TooLarge
from evaluation.api.serializers.pairs import PairObject
from evaluation.models import Pair
from evaluation.services import generation
from evaluation.services.pairs import storing

MOST_SENTENCES, MOST_MODELS, LONGEST_SENTENCE = 1_000, 20, 5_000
LARGEST_SEED = 2**63 - 1
# Words of the pair x sentences x models: a thousand sentences of five models where a pair has six words. What a
# sentence costs, measuring it most of all, grows with its words.
MOST_WORK = 30_000
# Far beyond any count of sentences that a page could be asked to jump to.
LARGEST_OFFSET = 10**30


class Question(serializers.Serializer[Any]):
    """Which pair (loaded or sent along, one of the two) and which models."""

    pair_id = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST_SEED, help_text="A loaded pair")
    pair = PairObject(required=False, help_text="A pair sent along; it is not stored")
    models = serializers.ListField(
        child=serializers.CharField(max_length=120),
        required=False,
        allow_empty=False,
        max_length=MOST_MODELS,
        help_text="Names of models, with options where wanted; the paper's five if left out",
    )

    def validate_models(self, names: list[str]) -> list[str]:
        return generation.checked_models(names)

    def validate(self, sent: dict[str, Any]) -> dict[str, Any]:
        if ("pair" in sent) == ("pair_id" in sent):
            raise serializers.ValidationError({"pair": [_("Send either a pair or a pair_id.")]})
        row = self._loaded(sent["pair_id"]) if "pair_id" in sent else self._sent(sent["pair"])
        return sent | {"row": row, "models": sent.get("models") or list(generation.paper_models())}

    def _loaded(self, pair_id: int) -> Pair:
        row = Pair.objects.filter(pk=pair_id).first()
        if row is None:
            raise serializers.ValidationError({"pair_id": [_("There is no such pair.")]})
        return row

    def _sent(self, pair_json: dict[str, Any]) -> Pair:
        return storing.unsaved(generation.pair_from_json(pair_json))

    def bound(self, sent: dict[str, Any], sentences: int) -> dict[str, Any]:
        """Refuse what would take too long, before any of it is done."""
        row, models = sent["row"], len(sent["models"])
        words = max(len(generation.core_pair(row).l1_tokens), len(row.l2_tokens))
        if words * sentences * models > MOST_WORK:
            message = _(
                "Words (%(words)d) times sentences (%(sentences)d) times models (%(models)d) may be at most %(most)d "
                "at once. Ask for fewer sentences or models at a time."
            )
            numbers = {"words": words, "sentences": sentences, "models": models, "most": MOST_WORK}
            raise TooLarge(message % numbers)
        return sent


class SentencesQuestion(Question):
    """Which sentences of them are wanted."""

    every_sequence = serializers.BooleanField(
        default=False, help_text="Every sequence of words, also those that read alike; else each text once"
    )
    whole = serializers.BooleanField(
        default=False, help_text="Only sentences that neither miss a word nor say one twice"
    )


class GenerateQuestion(SentencesQuestion):
    offset = serializers.IntegerField(default=0, min_value=0, max_value=LARGEST_OFFSET)
    limit = serializers.IntegerField(default=100, min_value=1, max_value=MOST_SENTENCES, help_text="For each model")

    def validate(self, sent: dict[str, Any]) -> dict[str, Any]:
        return self.bound(super().validate(sent), sent["limit"])


class SampleQuestion(SentencesQuestion):
    size = serializers.IntegerField(default=10, min_value=1, max_value=MOST_SENTENCES, help_text="For each model")
    seed = serializers.IntegerField(min_value=0, max_value=LARGEST_SEED, help_text="The same seed, the same sample")

    def validate(self, sent: dict[str, Any]) -> dict[str, Any]:
        return self.bound(super().validate(sent), sent["size"])


class ExplainQuestion(Question):
    text = serializers.CharField(max_length=LONGEST_SENTENCE, help_text="Any mixed sentence of the pair")


class SentenceSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    text = serializers.CharField()
    tokens = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField(allow_null=True)), help_text="Word and language"
    )
    measures = serializers.DictField(help_text="Switch points, CMI, phenomena and others")
    direction = serializers.ChoiceField(choices=["ltr", "rtl"], help_text="In which the sentence as a whole is written")
    missing = serializers.ListField(child=serializers.CharField(), help_text="Words that it lacks")
    doubled = serializers.ListField(child=serializers.CharField(), help_text="Words that it has too many of")


class ModelCount(serializers.Serializer[Any]):
    model = serializers.CharField()
    signature = serializers.CharField(help_text="Model, options, category lists and core version")
    count = serializers.IntegerField(min_value=0, help_text="Exact, of any size")
    seen = serializers.IntegerField(min_value=0, help_text="Texts that are different to the eye")
    seen_whole = serializers.IntegerField(
        min_value=0, help_text="Such texts that neither miss a word nor say one twice"
    )
    seen_is_exact = serializers.BooleanField(help_text="If not, there are at most so many texts")
    missing = serializers.IntegerField(min_value=0, help_text="Sentences that miss a word or more")
    doubled = serializers.IntegerField(min_value=0, help_text="Sentences that say a word twice or more")
    whole = serializers.IntegerField(min_value=0, help_text="Sentences that do neither")


class ModelSentences(ModelCount):
    sentences = SentenceSerializer(many=True)


class ModelSample(ModelSentences):
    seed = serializers.IntegerField()


class VerdictSerializer(serializers.Serializer[Any]):
    model = serializers.CharField()
    generated = serializers.BooleanField()
    rule = serializers.CharField(allow_null=True, help_text="The first rule that fails")
    words = serializers.CharField(allow_blank=True, help_text="Why, in words a linguist can check")
    broken = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="The smallest sets of constraints that would have to be off; none where nothing would help",
    )


class ModelSerializer(serializers.Serializer[Any]):
    model = serializers.CharField()
    signature = serializers.CharField()
