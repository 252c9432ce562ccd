"""Texts as people see them, against a brute force: all sentences listed and grouped by their words."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise, product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings

from cswitch_core import PAPER_MODELS, Imported, Sentence, SentenceSet, as_seen, compare, model, project, read_pairs
from cswitch_core.comparison import regions
from cswitch_core.seen import SeenClasses, SeenTree
from cswitch_core.sets import distinct
from tests.core.cast import a_tree
from tests.core.mirror import mirrored
from tests.core.random_pairs import random_pair, repeating_pair, repeating_pairs

TRIAL_FILE = Path(__file__).with_name("trial_pairs.jsonl")
TRIAL_PAIRS = {pair.id: pair for pair in read_pairs(TRIAL_FILE)}
few = settings(max_examples=25, deadline=None, derandomize=True)

PHONE = ("(S (NP (PRP I)) (VP (VBP have) (NP (DT a) (NN Phone))))", "mere paas ek phone hai", "0-0 0-1 1-4 2-2 3-3")


def text_of(sentence):
    return " ".join(word.casefold() for step in sentence.steps for word in words_of(sentence.tree, step))


def words_of(tree, step):
    return tree.slots[step[0]].words[step[1]].split()


def texts_of(sentences):
    """Each text and all its readings."""
    texts = defaultdict(list)
    for sentence in sentences:
        texts[text_of(sentence)].append(sentence)
    return texts


def seen_switches(tree, text):
    """Switch points between words that only one of the languages has."""
    own = [{word.casefold() for slot in tree.slots for word in slot.words[each].split()} for each in (0, 1)]
    languages = [word in own[1] for word in text.split() if (word in own[0]) != (word in own[1])]
    return sum(one != two for one, two in pairwise(languages))


def check_against_brute_force(tree, name):
    sentences = model(name).sentences(tree)
    seen, texts = as_seen(sentences), texts_of(sentences)
    listed = list(seen)
    assert seen.is_exact
    assert len(listed) == seen.count == len(texts)
    assert {text_of(sentence) for sentence in listed} == set(texts)
    assert [sentence.text for sentence in listed] == list(seen.texts())
    assert all(sentence in seen for sentence in sentences)
    for number, sentence in enumerate(listed):
        assert {seen.index(reading) for reading in texts[text_of(sentence)]} == {number}
        assert seen.kth(number) == sentence
    switches = Counter(seen_switches(tree, text) for text in texts)
    assert seen.counts_by_switches() == dict(sorted(switches.items()))
    assert {text_of(each) for each in seen.mixed()} == {text for text in texts if seen_switches(tree, text)}
    for number in range(3):
        chosen = seen.with_switches(number)
        assert chosen.count == switches[number]
        assert all(chosen.switch_points(sentence) == number for sentence in chosen)


@pytest.mark.parametrize(
    "pair", [each for each in TRIAL_PAIRS.values() if each.id != "long1"], ids=lambda pair: pair.id
)
def test_the_trial_pairs_have_the_texts_that_grouping_finds(pair):
    for name in PAPER_MODELS:
        check_against_brute_force(project(pair), name)


@few
@given(repeating_pairs())
def test_pairs_with_many_repeated_and_alike_words_do_too(pair):
    tree = project(pair)
    for name in ("EC0", "EC1", "ML1", "ML2"):
        check_against_brute_force(tree, name)


@few
@given(repeating_pairs())
def test_what_models_share_is_what_their_texts_share(pair):
    tree = project(pair)
    sets = {name: model(name).sentences(tree) for name in ("EC0", "EC1", "ML2")}
    seen = {name: as_seen(each) for name, each in sets.items()}
    texts = {name: set(texts_of(each)) for name, each in sets.items()}
    for one, another in [("EC0", "EC1"), ("EC1", "ML2"), ("ML2", "EC0")]:
        assert set(texts_of(seen[one] & seen[another])) == texts[one] & texts[another]
        assert set(texts_of(seen[one] - seen[another])) == texts[one] - texts[another]
        assert (seen[one] | seen[another]).count == len(texts[one] | texts[another])
        own = Counter(seen_switches(tree, text) for text in texts[one] - texts[another])
        assert (seen[one] - seen[another]).counts_by_switches() == dict(sorted(own.items()))
        assert (seen[one] <= seen[another]) == (texts[one] <= texts[another])


def test_the_regions_of_models_follow_the_text():
    tree = project(TRIAL_PAIRS["h6"])
    sets = {name: model(name).sentences(tree) for name in PAPER_MODELS}
    texts = {name: set(texts_of(each)) for name, each in sets.items()}
    wanted = Counter(
        frozenset(name for name in texts if text in texts[name]) for text in set[str]().union(*texts.values())
    )
    assert regions(tree, {name: as_seen(each) for name, each in sets.items()}) == wanted


def test_a_comparison_gives_texts_beside_sentences():
    compared = compare(TRIAL_PAIRS.values(), ["ML0"])
    assert (compared.rows[0].counts, compared.rows[0].seen) == ({"ML0": 30}, {"ML0": 18})
    assert compared.as_json()["pairs"][0]["seen"] == {"ML0": 18}


def test_nothing_changes_when_the_languages_are_exchanged():
    tree = project(TRIAL_PAIRS["h6"])
    for name in PAPER_MODELS:
        seen, mirror = (as_seen(model(name).sentences(each)) for each in (tree, mirrored(tree)))
        assert set(texts_of(seen)) == set(texts_of(mirror))
        assert seen.counts_by_switches() == mirror.counts_by_switches()


def test_a_slice_goes_on_where_the_one_before_ended():
    tree = project(repeating_pair(Random(5), 7))
    seen = as_seen(model("ML1").sentences(tree))
    listed = list(seen)
    for start in range(0, seen.count, 3):
        assert list(seen.slice(start, start + 3)) == listed[start : start + 3]


def test_a_word_that_looks_alike_is_seen_once():
    seen = as_seen(model("ML0").sentences(project(TRIAL_PAIRS["h1"])))
    assert (model("ML0").sentences(seen.tree).count, seen.count) == (30, 18)
    assert len({sentence.text for sentence in seen}) == 18


@pytest.mark.parametrize("name", PAPER_MODELS)
def test_an_all_english_sentence_is_not_mixed_because_of_a_train(name):
    tree = project(TRIAL_PAIRS["h4"])
    text = "She told me that the train was late"
    assert text in {sentence.text for sentence in model(name).sentences(tree).mixed()}
    seen = as_seen(model(name).sentences(tree))
    assert text in seen
    assert text not in seen.mixed()
    assert text not in {sentence.text for sentence in seen.mixed()}


def test_an_alike_word_takes_the_language_of_its_neighbours():
    tree = a_tree(*PHONE)
    seen = as_seen(model("ML1").sentences(tree))
    phone = next(number for number, slot in enumerate(tree.slots) if "phone" in slot.words)
    for sentence in seen:
        languages = [language for slot, language in sentence.steps if slot != phone]
        place = [slot for slot, _ in sentence.steps].index(phone)
        assert sentence.steps[place][1] == (languages[place - 1] if place else languages[0])
    assert seen.seen.settled(((phone, 1),)) == ((phone, 0),)


def test_every_text_is_drawn_as_often_as_any_other():
    tree = project(TRIAL_PAIRS["h6"])
    seen = as_seen(model("EC1").sentences(tree))
    rng = Random(11)
    drawn = Counter(sentence.text for _ in range(700) for sentence in seen.sample(4, rng))
    assert len(drawn) == seen.count == 28
    chi_squared = sum((number - 100) ** 2 / 100 for number in drawn.values())
    assert chi_squared < 47  # 99 % of samples, 27 degrees of freedom


def test_a_varied_page_has_few_switches_first_and_no_text_twice():
    seen = as_seen(model("EC1").sentences(project(TRIAL_PAIRS["long1"])))
    page = seen.varied(25, Random("long1/EC1"))
    assert page == seen.varied(25, Random("long1/EC1")) != seen.varied(25, Random("another"))
    switches = [seen.switch_points(sentence) for sentence in page]
    assert switches == sorted(switches)
    assert len({sentence.text for sentence in page}) == 25
    assert len({sentence.text.split()[0] for sentence in page}) > 1


def test_a_set_without_repeated_words_is_listed_as_ever():
    sentences = model("ML1").sentences(project(random_pair(Random(3))))
    seen = as_seen(sentences)
    assert list(seen.texts()) == list(sentences.texts())
    assert list(seen) == list(sentences)
    assert as_seen(seen) is seen


def test_listed_sentences_are_merged_by_their_text():
    tree = project(TRIAL_PAIRS["h1"])
    ml0 = model("ML0").sentences(tree)
    twice = next(readings for readings in texts_of(ml0).values() if len(readings) == 2)
    source = Imported("heard", {"h1": [twice[0].text, "naya phone kharida!", "Naya  phone kharida"]})
    heard = source.sentences(tree, pair_id="h1")
    seen = as_seen(heard)
    assert [sentence.text.casefold() for sentence in seen if sentence.foreign] == ["naya phone kharida"]
    assert (seen & as_seen(ml0)).count == 1
    assert (as_seen(ml0) - seen).count == 17
    assert (as_seen(ml0) | seen).count == 19
    assert seen.mixed().count == 1 + (seen.switch_points(twice[0]) > 0)
    assert sum((as_seen(ml0) - seen).counts_by_switches().values()) == 17
    united = as_seen(ml0) | seen
    assert [united.index(sentence) for sentence in united] == list(range(19))
    assert sum(united.counts_by_switches().values()) == 19
    rest = as_seen(ml0) - seen
    assert rest.index(twice[1]) is None
    assert twice[1] not in rest


def test_a_text_goes_only_with_its_last_reading():
    tree = project(TRIAL_PAIRS["h1"])
    ml0 = model("ML0").sentences(tree)
    readings = next(readings for readings in texts_of(ml0).values() if len(readings) == 2)
    assert as_seen(ml0 - SentenceSet.of(tree, readings[:1])).count == 18
    assert as_seen(ml0 - SentenceSet.of(tree, readings)).count == 17


def test_sentences_and_texts_are_not_mixed_up():
    sentences = model("EC0").sentences(project(TRIAL_PAIRS["h1"]))
    with pytest.raises(TypeError, match="as they are seen"):
        sentences & as_seen(sentences)
    assert 7 not in as_seen(sentences)
    assert as_seen(SentenceSet.of(sentences.tree, [])).count == 0


def test_a_sentence_of_no_slot_has_no_number():
    tree = project(TRIAL_PAIRS["h6"])
    seen = as_seen(model("EC0").sentences(tree))
    last = len(tree.slots) - 1
    assert seen.index(Sentence(tree, ((last, 1), (0, 0)))) is None
    assert seen.index(Sentence(tree, (), "quite another")) is None
    assert seen.index(Sentence(tree, seen.kth(0).steps[:-1])) is None
    assert "quite another" not in seen
    nothing = as_seen(model("ML0").sentences(tree) - model("ML1").sentences(tree))
    assert nothing.count == 0
    assert nothing.index(seen.kth(0)) is None


def test_what_is_not_among_the_texts_has_no_number_there():
    tree = a_tree("(S (NN oil) (IN oil) (NN oil) (IN oil))", "tel tel tel tel", "0-1 1-0 2-3 3-2")
    sentences = model("EC1").sentences(tree)
    numbered = SeenClasses(SeenTree(tree), sentences.formula)
    assert numbered.distinct is not None
    own = set(texts_of(sentences))
    for languages in product((0, 1), repeat=4):
        sentence = Sentence(tree, tuple(enumerate(languages)))
        assert (numbered.rank(sentence.steps) is not None) == (text_of(sentence) in own)
        assert numbered.rank(sentence.steps[:-1]) is None


def test_a_text_has_its_number_whichever_reading_is_asked_for():
    tree = project(TRIAL_PAIRS["h3"])
    seen = as_seen(model("EC0").sentences(tree))
    first, second = (number for number, slot in enumerate(tree.slots) if slot.words[0].casefold() == "the")
    english = Sentence.monolingual(tree, 0)
    exchanged = {first: second, second: first}
    another = Sentence(tree, tuple((exchanged.get(slot, slot), language) for slot, language in english.steps))
    assert another not in model("EC0").sentences(tree)
    assert seen.index(another) == seen.index(english) is not None


class TestTooMuchWork:
    """What is shown where the words are repeated too often to tell all texts apart."""

    @pytest.fixture
    def seen(self, monkeypatch):
        monkeypatch.setattr(distinct, "MOST_CHAINS", 3)
        return as_seen(model("ML1").sentences(project(TRIAL_PAIRS["h6"])))

    def test_the_count_is_an_upper_bound_and_says_so(self, seen):
        texts = texts_of(model("ML1").sentences(seen.tree))
        assert not seen.is_exact
        assert seen.count >= len(texts)
        assert sum(seen.counts_by_switches().values()) == seen.count

    def test_a_list_is_whole_and_a_sample_shows_no_text_twice(self, seen):
        texts = set(texts_of(model("ML1").sentences(seen.tree)))
        assert set(texts_of(seen)) == texts
        assert len(list(seen)) == seen.count
        drawn = [text_of(sentence) for sentence in seen.sample(30, Random(1))]
        assert len(drawn) == len(set(drawn)) == 30
        assert {text_of(sentence) for sentence in seen.sample(2 * len(texts), Random(1))} == texts

    def test_membership_is_exact_all_the_same(self, seen):
        sentences = model("ML1").sentences(seen.tree)
        assert all(sentence in seen for sentence in sentences)
        mixed = seen.mixed()
        assert all((each in mixed) == (seen_switches(seen.tree, text_of(each)) > 0) for each in sentences)
        assert seen.index(seen.kth(3)) == 3


def test_a_cache_that_is_full_is_emptied(monkeypatch):
    monkeypatch.setattr(distinct, "CACHED_STATES", 2)
    check_against_brute_force(project(TRIAL_PAIRS["h6"]), "EC1")
