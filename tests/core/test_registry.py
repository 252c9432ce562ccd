"""Models by name, with options, category lists of one's own, and models from outside."""

from __future__ import annotations

import pickle
import sys

import pytest

from cswitch_core import (
    CategoryError,
    CategoryLists,
    Imported,
    Model,
    ModelError,
    OptionError,
    Sentence,
    SentenceSet,
    UnknownModel,
    model,
    model_names,
    models,
    register,
)
from cswitch_core.models import registry
from cswitch_core.paper import paper_tree


@pytest.fixture
def registered(monkeypatch):
    """``register``, undone after the test."""
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    return register


def test_an_unknown_model_names_those_that_are_known():
    with pytest.raises(UnknownModel, match="no model 'EC7'; known are EC0, EC1, ML0, ML1, ML2"):
        model("EC7")
    with pytest.raises(UnknownModel, match="no model"):
        model("EC0)(")


def test_a_wrong_option_names_those_that_exist():
    with pytest.raises(OptionError, match="EC0 has no option 'loose'; it has strict, fragments=off"):
        model("EC0(loose)")
    with pytest.raises(OptionError, match="no option 'second_chance=maybe'; it has second_chance, fragments=off"):
        model("EC1(second_chance=maybe)")
    with pytest.raises(OptionError, match="on or off"):
        model("EC0(junctions=perhaps)")
    with pytest.raises(OptionError, match="matrix is l1, l2 or both, not 'l3'"):
        model("ML0(matrix=l3)")
    with pytest.raises(OptionError, match="matrix=l1"):
        model("ML1(strict)")


def test_a_name_is_written_in_one_way_only():
    assert model(" EC0( strict , junctions = off ) ").name == "EC0(junctions=off, strict)"
    assert repr(model("EC0")) == "<model EC0>"


def test_a_signature_tells_models_lists_and_version_apart():
    plain = model("EC1").signature
    assert plain.startswith("EC1|lists ")
    assert plain == model("EC1").signature
    assert plain != model("EC1", {"default": {"substitutable": ["NN"]}}).signature
    assert plain != model("EC1(second_chance)").signature
    assert Imported("LM", {}).signature.startswith("LM|no lists|cswitch ")


def test_several_models_are_read_from_one_line():
    assert [each.name for each in models("EC0, ML0(matrix=l1)")] == ["EC0", "ML0(matrix=l1)"]
    assert [each.name for each in models(["ML2"], CategoryLists.read())] == ["ML2"]


def test_category_lists_can_be_overridden_by_a_file(tmp_path):
    path = tmp_path / "lists.toml"
    path.write_text('["en-hi"]\nsubstitutable = ["NNP"]\n', encoding="utf-8")
    assert model("EC1", path).sentences(paper_tree(1)).count == 22
    assert model("EC1", str(path)).sentences(paper_tree(1)).count == 22


def test_lists_that_are_sent_to_a_worker_twice_are_the_same_there():
    sent = pickle.dumps(CategoryLists.read({"en>hi": {"unswitchable": ["VP"]}}))
    once, again = pickle.loads(sent), pickle.loads(sent)
    assert once is again
    assert once == CategoryLists.read({"en>hi": {"unswitchable": ["VP"]}})


def test_lists_for_a_direction_apply_to_it_alone():
    some = {"en>hi": {"content": ["NN", "NNS", "RB", "DT"]}}
    tree = paper_tree(3)
    assert model("ML0(matrix=l1)", some).sentences(tree).count == 16
    assert model("ML0(matrix=l2)", some).sentences(tree) == model("ML0(matrix=l2)").sentences(tree)


def test_lists_of_another_pair_of_languages_do_not_apply():
    lists = CategoryLists.read({"en-es": {"substitutable": []}})
    assert model("EC1", lists).sentences(paper_tree(2)).count == 44
    assert lists.towards("en", "es").substitutable == frozenset()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('content = ["NN"]', r"\[content\] must be a table"),
        ('[default]\nnouns = ["NN"]', "no such list; known are content, unswitchable, free, substitutable"),
        ('[default]\ncontent = "NN"', "must be a list of category names"),
        ("[default]\ncontent = [1]", "must be a list of category names"),
        ("[default", "cannot be read as TOML"),
        ('[english]\ncontent = ["NN"]', r"\[english\] is for no languages; call it \[default\], \[\"en-hi\"\]"),
        ('[en]\ncontent = ["NN"]', r"\[en\] content: no such list; known are precede, function"),
    ],
)
def test_a_bad_file_of_lists_is_refused_with_the_place(tmp_path, content, message):
    path = tmp_path / "lists.toml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(CategoryError, match=message):
        model("EC1", path)


def test_a_missing_file_of_lists_is_refused(tmp_path):
    with pytest.raises(CategoryError, match=r"nowhere.toml: cannot be read \(No such file or directory\)"):
        model("EC1", tmp_path / "nowhere.toml")


def test_a_plain_function_is_a_model(registered):
    registered("english", lambda _: ["Saturday is boring from that perspective"])
    registered("both", lambda tree: [Sentence.monolingual(tree, language) for language in (0, 1)])
    registered("mixed-ec0", lambda tree: model("EC0").sentences(tree).mixed())
    tree = paper_tree(1)
    assert model("english").sentences(tree).kth(0) == Sentence.monolingual(tree, 0)
    assert model("both").sentences(tree).count == 2
    assert model("mixed-ec0").sentences(tree).count == 20
    assert "english" in model_names()
    with pytest.raises(OptionError, match="no options"):
        model("english(loud)")


def test_a_model_of_ones_own_that_fails_is_named_with_the_pair(registered):
    registered("hasty", lambda _: [1 / 0])
    registered("wordy", lambda _: 5)
    with pytest.raises(ModelError, match=r"the model hasty failed on the pair '7' \(ZeroDivisionError: division"):
        model("hasty").sentences(paper_tree(1), pair_id="7")
    with pytest.raises(ModelError, match=r"the model wordy failed \(TypeError"):
        model("wordy").sentences(paper_tree(1))


class Everything(Model):
    name = "everything"

    def sentences(self, tree, *, pair_id=None):
        return SentenceSet.of(tree, [Sentence.monolingual(tree, 0)])


def test_a_model_or_a_class_of_models_is_registered_as_it_is(registered):
    registered("everything", Everything)
    registered("an-instance", Everything())
    registered("lm", Imported("lm", {"paper-1": ["Saturday"]}))
    assert model("everything").sentences(paper_tree(1)).count == 1
    assert model("an-instance").name == "everything"
    assert model("lm").sentences(paper_tree(1), pair_id="paper-2").count == 0
    with pytest.raises(ValueError, match="say which pair's"):
        model("lm").sentences(paper_tree(1))


@pytest.mark.parametrize(("name", "message"), [("EC0", "cannot be replaced"), ("a b", "no name"), ("x(y)", "no name")])
def test_some_names_cannot_be_registered(name, message):
    with pytest.raises(ValueError, match=message):
        register(name, lambda _: [])
    assert model("EC0").name == "EC0"


@pytest.fixture
def outside_package(tmp_path, monkeypatch):
    """A package on the path that announces models by entry points."""
    (tmp_path / "shouting.py").write_text("def shout(tree):\n    return ['SATURDAY']\n", encoding="utf-8")
    about = tmp_path / "shouting-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: shouting\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(
        "[cswitch.models]\nshout = shouting:shout\nbroken = shouting:whisper\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    sys.modules.pop("shouting", None)


def test_an_outside_package_adds_models_by_entry_point(outside_package):
    assert {"shout", "broken"} <= set(model_names())
    assert list(model("shout").sentences(paper_tree(1)).texts()) == ["SATURDAY"]
    with pytest.raises(UnknownModel, match="cannot be loaded"):
        model("broken")
