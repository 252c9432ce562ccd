"""Lines of output are put together from words, and say the same as the sentence itself."""

from __future__ import annotations

import json

import pytest

from cswitch_core import Sentence, model, project, register
from cswitch_core.corpus.batches import Batch, Request, generate_batch
from cswitch_core.corpus.output import json_lines
from cswitch_core.models import registry
from cswitch_core.readers import Record
from tests.core.cast import a_pair, pair_object, paper_pairs


def check_lines(pair) -> None:
    tree = project(pair)
    write = json_lines(pair, "ML1", tree)
    for sentence in model("ML1").sentences(tree):
        line = {"pair": pair.id, "model": "ML1", "text": sentence.text, "tokens": sentence.tokens}
        assert write(sentence) == json.dumps(line, ensure_ascii=False) + "\n"


@pytest.mark.parametrize("pair", paper_pairs(), ids=lambda pair: pair.id)
def test_the_fast_line_is_the_plain_one(pair):
    check_lines(pair)


def test_quotes_backslashes_and_punctuation_are_written_as_json_wants_them():
    tree = r'(S (`` ``) (NP (NN a\b)) (, ,) (VP (VB say"so)) (. !) (" "))'
    check_lines(a_pair(tree, '“ अ\\ब , कहो" ।', "1-1 3-3"))


def test_a_sentence_from_elsewhere_is_written_as_it_is():
    pair = paper_pairs()[0]
    tree = project(pair)
    line = json_lines(pair, "LM", tree)(Sentence(tree, (), "quite other words"))
    assert json.loads(line)["tokens"] == [["quite", None], ["other", None], ["words", None]]


def test_a_model_of_ones_own_generates_like_any_other(monkeypatch):
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    register("greeting", lambda _tree: ["namaste duniya"])
    record = Record(1, json.dumps(pair_object("(NN oil)", "tel", "0-0")))
    part = generate_batch(Batch(Request(("greeting",)), "file", (record,)))
    assert [json.loads(row.text)["text"] for row in part.rows] == ["namaste duniya"]
    assert part.rest is None
