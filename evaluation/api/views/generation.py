"""Sentences of one pair over the API: counts, listings, samples and explanations. Nothing is stored."""

from __future__ import annotations

from collections.abc import Callable, Iterable
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
from evaluation.services.generation import Sentence
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
    return {
        "model": name,
        "signature": generation.model_signature(name),
        "count": generation.sentences(row, name).count,
    }


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
        """How many sentences each model generates for the pair."""
        sent = validated(Question, request)
        return Response([model_count(sent["row"], name) for name in sent["models"]])


class Generate(APIView):
    permission_classes = [IsResearcher]

    @extend_schema(
        operation_id="generate", tags=["sentences"], request=GenerateQuestion, responses=ModelSentences(many=True)
    )
    @in_turn
    def post(self, request: Request) -> Response:
        """Sentences of each model in their stable order, from `offset` on."""
        sent = validated(GenerateQuestion, request)
        start, stop = sent["offset"], sent["offset"] + sent["limit"]
        return Response(
            [
                model_count(sent["row"], name)
                | {"sentences": described(generation.sentences(sent["row"], name).slice(start, stop))}
                for name in sent["models"]
            ]
        )


class Sample(APIView):
    permission_classes = [IsResearcher]

    @extend_schema(operation_id="sample", tags=["sentences"], request=SampleQuestion, responses=ModelSample(many=True))
    @in_turn
    def post(self, request: Request) -> Response:
        """A uniform sample of each model's distinct sentences, from a seed."""
        sent = validated(SampleQuestion, request)
        return Response([sampled(sent["row"], name, sent["size"], sent["seed"]) for name in sent["models"]])


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
                {"model": verdict.model, "generated": verdict.generated, "rule": verdict.rule, "words": verdict.words}
                for verdict in verdicts
            ]
        )


def sampled(row: Pair, name: str, size: int, seed: int) -> dict[str, Any]:
    found = generation.sentences(row, name)
    drawn = found.sample(min(size, found.count), Random(seed))  # noqa: S311  (a draw that must be repeatable)
    return model_count(row, name) | {"seed": seed, "sentences": described(drawn)}


def described(sentences: Iterable[Sentence]) -> list[dict[str, Any]]:
    return [generation.describe(sentence) for sentence in sentences]
