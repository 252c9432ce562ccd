"""Sentences of one pair over the API: counts, listings, samples and explanations. Nothing is stored."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict
from functools import wraps
from random import Random
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from evaluation.api.permissions import IsResearcher
from evaluation.api.serializers.generation import (
    ExplainQuestion,
    GenerateQuestion,
    ModelCount,
    ModelSample,
    ModelSentences,
    ModelSerializer,
    Question,
    SampleQuestion,
    VerdictSerializer,
)
from evaluation.models import Pair
from evaluation.services import generation
from evaluation.services.generation import Sentence, SentenceSet
from evaluation.services.pairs.turns import turn

Answer = Callable[..., Response]


def in_turn(answer: Answer) -> Answer:
    """An operation that generates sentences; while others do, or after too long, it is refused."""

    @wraps(answer)
    def answered(*args: Any, **kwargs: Any) -> Response:
        with turn():
            return answer(*args, **kwargs)

    return answered


def validated(question: type[Question], request: Request) -> dict[str, Any]:
    sent = question(data=request.data)
    sent.is_valid(raise_exception=True)
    return dict(sent.validated_data)


def model_count(row: Pair, name: str) -> dict[str, Any]:
    return {"model": name, "signature": generation.model_signature(name), **asdict(generation.set_counts(row, name))}


def wanted(sent: dict[str, Any], name: str) -> SentenceSet:
    """The model's texts as people see them, or every sequence of words; whole ones only where that is asked for."""
    found = (generation.sentences if sent["every_sequence"] else generation.texts)(sent["row"], name)
    return found.whole() if sent["whole"] else found


class Models(APIView):
    permission_classes = [IsResearcher]

    @extend_schema(operation_id="models_list", tags=["sentences"], responses=ModelSerializer(many=True))
    def get(self, request: Request) -> Response:
        """The models one can name, with the signatures that make a number reproducible."""
        names = generation.known_models()
        return Response([{"model": name, "signature": generation.model_signature(name)} for name in names])


class Count(APIView):
    permission_classes = [IsResearcher]

    @extend_schema(operation_id="count", tags=["sentences"], request=Question, responses=ModelCount(many=True))
    @in_turn
    def post(self, request: Request) -> Response:
        """How many sentences each model generates for the pair, how many are different to the eye, how many whole."""
        sent = validated(Question, request)
        return Response([model_count(sent["row"], name) for name in sent["models"]])


class Generate(APIView):
    permission_classes = [IsResearcher]

    @extend_schema(
        operation_id="generate", tags=["sentences"], request=GenerateQuestion, responses=ModelSentences(many=True)
    )
    @in_turn
    def post(self, request: Request) -> Response:
        """Texts of each model in their stable order, from `offset` on; each that people can tell apart once."""
        sent = validated(GenerateQuestion, request)
        start, stop = sent["offset"], sent["offset"] + sent["limit"]
        return Response(
            [
                model_count(sent["row"], name) | {"sentences": described(wanted(sent, name).slice(start, stop))}
                for name in sent["models"]
            ]
        )


class Sample(APIView):
    permission_classes = [IsResearcher]

    @extend_schema(operation_id="sample", tags=["sentences"], request=SampleQuestion, responses=ModelSample(many=True))
    @in_turn
    def post(self, request: Request) -> Response:
        """A uniform sample of each model's distinct texts, from a seed."""
        sent = validated(SampleQuestion, request)
        return Response([sampled(sent, name) for name in sent["models"]])


class Explain(APIView):
    permission_classes = [IsResearcher]

    @extend_schema(
        operation_id="explain", tags=["sentences"], request=ExplainQuestion, responses=VerdictSerializer(many=True)
    )
    @in_turn
    def post(self, request: Request) -> Response:
        """For each model whether it generates the sentence, and the first rule that forbids it if not."""
        sent = validated(ExplainQuestion, request)
        verdicts = generation.explain(sent["row"], sent["text"], sent["models"])
        return Response(
            [
                {
                    "model": verdict.model,
                    "generated": verdict.generated,
                    "rule": verdict.rule,
                    "words": verdict.words,
                    "broken": verdict.broken,
                }
                for verdict in verdicts
            ]
        )


def sampled(sent: dict[str, Any], name: str) -> dict[str, Any]:
    found, seed = wanted(sent, name), sent["seed"]
    drawn = found.sample(min(sent["size"], found.count), Random(seed))  # noqa: S311  (a draw that must be repeatable)
    return model_count(sent["row"], name) | {"seed": seed, "sentences": described(drawn)}


def described(sentences: Iterable[Sentence]) -> list[dict[str, Any]]:
    return [described_with_words(sentence) for sentence in sentences]


def described_with_words(sentence: Sentence) -> dict[str, Any]:
    found = generation.wholeness(sentence)
    own = {"direction": sentence.direction, "missing": list(found.missing), "doubled": list(found.doubled)}
    return generation.describe(sentence) | own
