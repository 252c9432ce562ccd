"""Words without a counterpart: hosts, lost links, what is missing or doubled, the constraint ``unpaired``."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cswitch_core import (
    L1,
    L2,
    PAPER_MODELS,
    OptionError,
    PairError,
    Sentence,
    SentenceSet,
    explain,
    measure,
    model,
    other,
    project,
)
from cswitch_core.models.categories import CategoryLists
from cswitch_core.projection.working_tree import CONTENT_TAGS
from cswitch_core.unpaired import ties_of, unlinked_content, wholeness
from cswitch_core.word_lists import LISTS_FILE, default_words
from tests.core.cast import a_tree, paper_pairs
from tests.core.check_models import check_generates, check_never_generates
from tests.core.mirror import mirrored
from tests.core.random_pairs import random_pair
from tests.core.reference.brute_force import REFERENCE
from tests.core.reference.unpaired import judged, ties

MOST_SLOTS = 5  # a brute force is exponential
few = settings(max_examples=15, deadline=None, derandomize=True)
LISTS = tomllib.loads(LISTS_FILE.read_text(encoding="utf-8"))
PHONE = (
    "(S (NP (PRP$ My) (NN brother)) (VP (VBD bought) (NP (DT a) (JJ new) (NN phone))))",
    "Mere bhai ne ek naya phone kharida",
    "0-0 1-1 2-6 3-3 4-4 5-5",
)
INFLATION = "(PP (IN against) (NP (NN inflation)))"
GARDEN = (
    "(S (NP (NNS children)) (VP (VBP play) (PP (IN in) (NP (DT the) (NN garden)))))",
    "bachche bageeche mein khelte",
)


def phone_tree():
    return a_tree(*PHONE)


def car_tree():
    return a_tree(
        "(S (NP (PRP$ My) (NN neighbour)) (VP (VBZ has) (VP (VBN sold) (NP (PRP$ his) (JJ old) (NN car)))))",
        "Mere padosi ne apni purani gaadi bech di hai",
        "0-0 1-1 2-8 3-6 3-7 4-3 5-4 6-5",
    )


def window_tree():
    return a_tree(
        "(S (NP (DT The) (NN boy)) (VP (VBD broke) (NP (DT the) (NN window))))",
        "Ladke ne khidki todi",
        "1-0 2-3 4-2",
    )


def garden_tree(alignment: str = "0-0 1-3 2-2 4-1"):
    return a_tree(*GARDEN, alignment)


def with_fewer_links(seed: int):
    """A random small tree, some of whose links are lost."""
    rng = Random(seed)
    pair = random_pair(rng, most_words=4)
    try:
        tree = project(replace(pair, links=tuple(link for link in pair.links if rng.random() > 0.3)))
    except PairError:  # no link is left
        return project(pair)
    return tree if len(tree.slots) <= MOST_SLOTS else project(pair)


trees = st.integers(0, 10**9).map(with_fewer_links)


def tied_words(tree) -> set[tuple[str, str, bool]]:
    """The ties as words: an L1 or L2 word, and what it is tied to."""
    return {
        (
            tree.slots[tie.word].words[tie.language],
            tree.slots[tie.host].words[other(tie.language) if tie.is_lost_link else tie.language],
            tie.is_lost_link,
        )
        for tie in ties_of(tree)
    }


# Against the definition, written out


@few
@given(trees)
def test_whole_sets_are_what_the_brute_force_leaves(tree):
    tied = ties(tree, LISTS)
    for name, reference in REFERENCE.items():
        everything = reference(tree)
        verdicts = {steps: judged(steps, *tied) for steps in everything}
        whole = {steps for steps, verdict in verdicts.items() if not any(verdict)}
        sentences = model(name).sentences(tree)
        assert {sentence.steps for sentence in sentences.whole()} == whole, name
        counts = sentences.whole_counts()
        assert counts.count == len(everything)
        assert counts.whole == len(whole), name
        assert counts.missing == sum(bool(missing) for missing, _ in verdicts.values()), name
        assert counts.doubled == sum(bool(doubled) for _, doubled in verdicts.values()), name


@few
@given(trees)
def test_a_model_together_generates_its_whole_sentences(tree):
    for name in PAPER_MODELS:
        together = model(f"{name}(unpaired=together)").sentences(tree)
        assert together == model(name).sentences(tree).whole()
        assert together.whole() == together


@few
@given(trees)
def test_missing_and_doubled_words_of_a_sentence_are_those_of_the_definition(tree):
    tied = ties(tree, LISTS)
    for sentence in model("ML1").sentences(tree).sample(10, Random(0)):
        missing, doubled = judged(sentence.steps, *tied)
        found = wholeness(sentence)
        assert {(tie.word, tie.host) for tie in found.missing_ties} == missing
        assert {(tie.word, tie.host) for tie in found.doubled_ties} == doubled
        assert found.is_whole == measure(sentence).is_whole == (not missing and not doubled)
        assert bool(found.missing) == bool(missing)
        assert bool(found.doubled) == bool(doubled)


@few
@given(trees)
def test_being_whole_goes_through_all_operations_on_sets(tree):
    ec0, ml1 = model("EC0").sentences(tree), model("ML1").sentences(tree)
    assert (ec0 & ml1).whole() == ec0.whole() & ml1.whole()
    assert (ec0 | ml1).whole() == ec0.whole() | ml1.whole()
    assert (ml1 - ec0).whole() == ml1.whole() - ec0.whole()
    assert ml1.mixed().whole() == ml1.whole().mixed()
    assert ml1.with_switches(2).whole() == ml1.whole().with_switches(2)
    some = SentenceSet.of(tree, ml1.sample(20, Random(1)))
    assert set(some.whole()) == {sentence for sentence in some if wholeness(sentence).is_whole}
    assert (ml1 - some).whole() == ml1.whole() - some


@few
@given(trees)
def test_exchanging_the_languages_mirrors_whole_sets(tree):
    mirror = mirrored(tree)
    for name in PAPER_MODELS:
        image = {
            tuple((tree.places[L2][slot], other(language)) for slot, language in sentence.steps)
            for sentence in model(name).sentences(tree).whole()
        }
        assert {sentence.steps for sentence in model(name).sentences(mirror).whole()} == image


@few
@given(trees)
def test_the_sentences_of_one_language_alone_are_whole(tree):
    for language in (L1, L2):
        assert wholeness(Sentence.monolingual(tree, language)).is_whole


@few
@given(trees)
def test_no_stretch_of_a_whole_sentence_leaves_out_a_word_of_its_own(tree):
    unpaired = {tie.word for tie in ties_of(tree)}
    for sentence in model("ML1").sentences(tree).whole():
        spoken = dict(sentence.steps)
        for (left, language), (right, another) in zip(sentence.steps, sentence.steps[1:], strict=False):
            places = tree.places[language]
            between = set(tree.sequences[language][places[left] + 1 : places[right]])
            own = {slot for slot in between if not tree.slots[slot].is_null(language)}
            if language == another and own and own <= unpaired:
                assert own & spoken.keys(), sentence.text


# Hosts


def test_a_hindi_postposition_belongs_to_what_precedes():
    tree = a_tree("(S (NP (NN school) (NN bus)) (VP (VBZ is)))", "school ki bus hai", "0-0 1-2 2-3")
    assert tied_words(tree) == {("ki", "school", False)}


def test_a_case_marker_belongs_to_the_verb_that_asks_for_it():
    assert tied_words(phone_tree()) == {("ne", "kharida", False)}
    assert tied_words(car_tree()) == {("ne", "bech di", False)}


def test_an_auxiliary_belongs_to_the_verb_behind_it():
    tree = a_tree("(SQ (MD Will) (NP (PRP you)) (VP (VB come)))", "Kya tum aaoge", "1-1 2-2")
    assert tied_words(tree) == {("will", "come", False), ("kya", "aaoge", False), ("will", "kya", True)}


def test_a_case_marker_does_not_belong_to_the_verb_of_a_clause_inside():
    tree = a_tree(
        "(S (NP (NNP Ravi)) (VP (VBD said) (SBAR (S (NP (PRP he)) (VP (VBD came))))))",
        "Ravi ne ki woh aaya kaha",
        "0-0 1-5 2-3 3-4",
    )
    assert ("ne", "kaha", False) in tied_words(tree)


def test_a_question_word_at_the_end_belongs_to_the_verb_before_it():
    tree = a_tree("(S (NP (PRP you)) (VP (VBD ate) (NP (NN rice))))", "tum chaawal khaaye kya", "0-0 1-2 2-1")
    assert tied_words(tree) == {("kya", "khaaye", False)}


def test_without_a_paired_verb_a_case_marker_belongs_to_what_precedes():
    tree = a_tree("(S (NP (NN cake)) (ADJP (JJ good)))", "kek ko achchha", "0-0 1-2")
    assert tied_words(tree) == {("ko", "kek", False)}


def test_an_article_belongs_to_what_follows():
    tree = a_tree(INFLATION, "contra la inflación", "0-0 1-2", languages="en es")
    assert tied_words(tree) == {("la", "inflación", False)}


def test_a_word_at_the_edge_takes_the_other_side():
    tree = a_tree("(S (NP (NN cake) (DT this)) (VP (VBZ is)))", "kek hai", "0-0 2-1")
    assert tied_words(tree) == {("this", "cake", False)}


def test_an_article_that_the_other_language_lacks_belongs_to_the_preposition_or_the_verb():
    assert tied_words(garden_tree()) == {("the", "in", False)}
    assert tied_words(window_tree()) == {("the", "broke", False), ("ne", "todi", False)}
    owner = a_tree("(NP (NP (DT the) (NN boy) (POS 's)) (NN book))", "ladke ki kitab", "1-0 2-1 3-2")
    assert tied_words(owner) == {("the", "'s", False)}
    alone = a_tree("(NP (DT the) (JJ good) (NN cake))", "achchha kek", "1-0 2-1")
    assert tied_words(alone) == {("the", "good", False)}


def test_articles_are_said_in_an_english_frame_whatever_language_the_noun_is_in():
    for text in ("Ladke ne window todi", "Boy ne khidki todi", "The ladke broke the khidki"):
        check_generates("ML0(unpaired=together)", window_tree(), text)
    for text in ("Ladke ne the window todi", "Ladke broke the khidki", "The boy broke khidki"):
        check_never_generates("EC0(unpaired=together)", window_tree(), text)
        check_never_generates("ML0(unpaired=together)", window_tree(), text)


def test_a_noun_that_is_the_same_in_both_languages_is_whole_without_an_article_in_a_hindi_frame():
    tree = a_tree("(S (NP (PRP He)) (VP (VBD won) (NP (DT the) (NN match))))", "usne match jeeta", "0-0 1-2 3-1")
    assert tied_words(tree) == {("the", "won", False)}
    assert "He match jeeta" in {sentence.text for sentence in model("EC0").sentences(tree).whole()}


def test_an_implied_subject_goes_with_the_finite_verb():
    gift = a_tree(
        "(S (NP (PRP I)) (VP (VBP am) (VP (VBG buying) (NP (DT a) (NN gift)))))",
        "Estoy comprando un regalo",
        "1-0 2-1 3-2 4-3",
        languages="en es",
    )
    assert tied_words(gift) == {("I", "am", False)}
    question = a_tree("(SQ (MD Can) (NP (PRP you)) (VP (VB see)))", "Puedes ver", "0-0 2-1", languages="en es")
    assert tied_words(question) == {("you", "can", False)}
    nothing = a_tree("(S (NP (PRP I)) (ADVP (RB here)))", "aquí", "1-0", languages="en es")
    assert tied_words(nothing) == {("I", "here", False)}


def test_a_subject_that_spanish_implies_is_no_lost_link_of_an_article():
    dog = a_tree(
        "(S (NP (PRP She)) (VP (VBZ sleeps) (NP (DT all) (NN day))))", "Duerme todo el día", "1-0 2-1 3-3", "en es"
    )
    assert tied_words(dog) == {("she", "sleeps", False), ("el", "día", False)}


def test_a_content_word_belongs_to_both_sides():
    tree = a_tree("(S (NN cake) (VBZ tastes) (JJ good))", "kek achchha", "0-0 2-1")
    assert tied_words(tree) == {("tastes", "good", False), ("tastes", "cake", False)}
    inside = a_tree("(S (NP (NN cake)) (VP (VBZ tastes) (ADJP (JJ good))))", "kek achchha", "0-0 1-1")
    assert tied_words(inside) == {("good", "tastes", False)}


def test_a_lost_link_ties_two_content_words():
    assert ("garden", "bageeche", True) in tied_words(garden_tree("0-0 1-3 2-2"))


def test_function_words_that_lost_their_link_are_tied_too():
    assert ("in", "mein", True) in tied_words(garden_tree("0-0 1-3 4-1"))


def test_where_every_word_has_a_counterpart_every_sentence_is_whole():
    counts = model("ML2").sentences(project(paper_pairs()[0])).whole_counts()
    assert (counts.count, counts.missing, counts.doubled, counts.whole) == (28, 0, 0, 28)


def test_the_sets_of_one_tree_are_whole_by_whichever_lists_are_asked():
    tree = a_tree(*GARDEN, "0-0 1-3 2-2 4-1")
    sentences = model("ML1").sentences(tree)
    after_it = CategoryLists.read({"en": {"precede": ["the"]}}).words
    for words in (default_words(), after_it, default_words()):
        expected = [sentence.key for sentence in sentences if wholeness(sentence, words).is_whole]
        assert sorted(sentence.key for sentence in sentences.whole(words)) == sorted(expected)


def test_words_that_look_alike_are_the_likeliest_counterparts():
    tree = a_tree("(S (NP (NN police)) (VP (VBD took) (NP (NN station) (NN master))))", "ne stations pulis liya", "1-3")
    assert ("station", "stations", True) in tied_words(tree)


def test_in_a_language_without_lists_short_words_are_function_words():
    tree = replace(garden_tree("0-0 1-3 2-2"), languages=("xx", "yy"))
    assert ("garden", "bageeche", True) in tied_words(tree)
    assert not default_words().of("yy").is_function_word("bageeche")
    assert default_words().of("yy").is_function_word("ke")


def test_a_regional_language_has_the_lists_of_its_language():
    assert default_words().of("es-MX") == default_words().of("es") != default_words().of("xx")


# The constraint


def test_the_constraint_keeps_a_word_with_its_host():
    check_generates("ML1(unpaired=together)", phone_tree(), "Mere bhai ne ek naya phone kharida")
    check_generates("EC0(unpaired=together)", phone_tree(), "My brother bought a new phone")
    check_generates("EC0", phone_tree(), "My brother ek naya phone kharida")
    check_never_generates("EC0(unpaired=together)", phone_tree(), "My brother ek naya phone kharida")


def test_ne_is_said_with_a_hindi_verb_whatever_language_its_noun_is_in():
    check_generates("EC0(unpaired=together)", car_tree(), "Mere neighbour ne apni old gaadi bech di hai")
    check_generates("EC0(unpaired=together)", car_tree(), "Mere padosi has sold his old car")
    for stray in ("Mere padosi apni purani car bech di hai", "My padosi ne has sold his old car"):
        check_generates("EC0", car_tree(), stray)
        check_never_generates("EC0(unpaired=together)", car_tree(), stray)


def test_the_papers_question_without_kya_is_whole():
    tree = a_tree("(SQ (MD Will) (NP (PRP you)) (VP (VB come) (NP (NN tomorrow))))", "tum kal aaoge", "1-0 2-2 3-1")
    check_generates("EC0(unpaired=together)", tree, "Will tum come tomorrow")


@pytest.mark.parametrize(
    ("name", "alignment", "text", "words"),
    [
        (
            "ML1",
            "0-0 1-3 2-2 4-1",
            "children play in bageeche",
            "‘The’ is missing: it has no Hindi counterpart and belongs to ‘in’, which is English.",
        ),
        (
            "EC0(fragments=off, positions=off, junctions=off)",
            "0-0 1-3 2-2 4-1",
            "children the bageeche mein khelte",
            "‘The’ is spoken, but it has no Hindi counterpart and belongs to ‘mein’, which is Hindi here.",
        ),
    ],
)
def test_explain_names_the_constraint(name, alignment, text, words):
    together = f"{name[:-1]}, unpaired=together)" if name.endswith(")") else f"{name}(unpaired=together)"
    tree = garden_tree(alignment)
    assert explain(tree, text, [name])[0].generated
    verdict = explain(tree, text, [together])[0]
    assert (verdict.generated, verdict.rule) == (False, "unpaired")
    assert verdict.words.casefold() == words.casefold()
    assert verdict.node


@pytest.mark.parametrize(
    ("of", "said"),
    [
        ("missing_ties", "Neither ‘garden’ nor ‘bageeche’ is spoken; neither is linked"),
        ("doubled_ties", "‘garden’ and ‘bageeche’ are both spoken; neither is linked"),
    ],
)
def test_explain_names_both_words_of_a_lost_link(of, said):
    tree = garden_tree("0-0 1-3 2-2")
    another = {"missing_ties": "doubled_ties", "doubled_ties": "missing_ties"}[of]
    broken = next(
        sentence
        for sentence in model("ML1").sentences(tree)
        if any(tie.is_lost_link for tie in getattr(wholeness(sentence), of))
        and not getattr(wholeness(sentence), another)
    )
    verdict = explain(tree, broken.text, ["ML1(unpaired=together)"])[0]
    assert verdict.rule == "unpaired"
    assert verdict.words.startswith(said)


def test_table_1s_models_have_the_constraint_switched_off():
    for pair in paper_pairs():
        tree = project(pair)
        for name in PAPER_MODELS:
            assert model(f"{name}(unpaired=free)").sentences(tree).count == model(name).sentences(tree).count


def test_the_option_takes_two_values_and_shows_in_name_and_signature():
    with pytest.raises(OptionError, match="unpaired is together or free, not 'on'"):
        model("EC0(unpaired=on)")
    with pytest.raises(OptionError, match="unpaired=together"):
        model("EC0(nonsense)")
    plain, together = model("EC0"), model("EC0(unpaired=together)")
    assert together.name == "EC0(unpaired=together)"
    assert ", words " in together.signature
    assert "words" not in plain.signature


def test_lists_of_ones_own_change_the_side():
    lists = CategoryLists.read({"hi": {"precede": [], "function": ["ne"], "governed": []}})
    tree = phone_tree()
    assert {tree.slots[tie.host].words[L2] for tie in ties_of(tree, lists.words)} == {"ek"}
    assert model("EC0(unpaired=together)", lists).signature != model("EC0(unpaired=together)").signature
    assert model("EC0", lists).signature == model("EC0").signature


def test_a_sentence_in_words_of_its_own_is_not_judged():
    tree = phone_tree()
    foreign = Sentence(tree, (), "quite another sentence")
    assert wholeness(foreign).is_whole
    assert SentenceSet.of(tree, [foreign]).whole().count == 1


def test_a_lost_link_is_named_by_both_its_words():
    tree = garden_tree("0-0 1-3 2-2")
    lacking = Sentence(tree, tuple((slot, L2) for slot in tree.sequences[L2] if all(tree.slots[slot].words)))
    assert wholeness(lacking).missing == ("garden / bageeche",)


# Pairs


def test_unlinked_content_words_are_counted_over_both_languages():
    assert str(unlinked_content(phone_tree())) == ""
    found = unlinked_content(garden_tree("0-0 2-2"))
    assert str(found) == "4 of 5 content words unlinked: probably a missing link"
    assert set(found.unlinked) == {"play", "garden", "bageeche", "khelte"}
    assert found.share == 0.8


def test_without_content_words_none_are_unlinked():
    tree = a_tree("(S (PRP it) (VBZ is))", "yeh hai", "0-0 1-1")
    assert unlinked_content(tree).share == 0


# Merged units


@pytest.mark.parametrize(
    ("words", "tag"),
    [
        ("(VB contact) (DT the)", "VB"),
        ("(DT the) (NN house) (IN of)", "NN"),
        ("(MD will) (VB come)", "VB"),
        ("(VBP do) (RB n't)", "VBP"),
        ("(NNP John) (POS 's)", "NNP"),
        ("(IN out) (IN of)", "IN"),
        ("(RB n't) (POS 's)", "RB"),
    ],
)
def test_a_merged_unit_has_the_tag_of_its_head(words, tag):
    size = words.count("(")
    links = " ".join(f"{place}-0" for place in range(size))
    tree = a_tree(f"(S {words} (NN end))", "ek ant", f"{links} {size}-1")
    assert tree.slots[0].tag == tag


def test_content_tags_of_heads_are_those_of_the_lists():
    assert frozenset(LISTS["default"]["content"]) == CONTENT_TAGS == default_words().content
