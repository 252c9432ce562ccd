"""Why a model does not generate a sentence, in words a linguist can check."""

from __future__ import annotations

import pytest

from cswitch_core import FunctionModel, Imported, OptionError, RuleModel, Sentence, explain, model, project
from cswitch_core.derivation import derive
from cswitch_core.explain.naming import Wording
from cswitch_core.explain.refusal import finder_for, refusal
from cswitch_core.models.equivalence import Equivalence
from cswitch_core.paper import paper_pairs, paper_tree
from tests.core.cast import a_tree
from tests.core.mirror import mirrored
from tests.core.reference.growing_trees import conjoined


def verdict(name: str, number: int, text: str):
    return explain(paper_tree(number), text, [name])[0]


def by_matrix(number: int, text: str):
    return {each.matrix: each for each in explain(paper_tree(number), text, ["ML0"])}


def test_1b_is_refused_because_an_english_phrase_stands_where_only_hindi_puts_it():
    refused = verdict("EC0", 1, "Shanivar neeras hai that perspective se")
    assert (refused.generated, refused.rule, refused.node) == (False, "positions", "PP")
    assert refused.node_words == "that perspective se"
    assert refused.words == (
        "‘that perspective’ (NP) is English but stands in the 1st place of PP, where only the Hindi rule puts it "
        "(English: PP → IN NP; Hindi: PP → NP IN)."
    )


def test_a_pair_is_explained_as_its_tree_is():
    text = "Shanivar neeras hai that perspective se"
    assert explain(paper_pairs()[0], text, ["EC0"]) == explain(paper_tree(1), text, [model("EC0")])


def test_ec1_says_that_it_sets_substitutable_words_aside():
    refused = verdict("EC1", 1, "Shanivar neeras hai that nazariye se")
    assert refused.words.startswith(
        "‘that nazariye’ (NP) counts as English by ‘that’, substitutable words aside, but stands"
    )


def test_a_mixed_constituent_stands_where_no_rule_puts_it():
    tree = a_tree("(S (NP (DT a) (NN b)) (VP (VB c)) (PP (IN d)))", "D A B C", "0-1 1-2 2-3 3-0")
    refused = explain(tree, "C d A b", ["EC0"])[0]
    assert refused.rule == "positions"
    assert "where neither language's rule puts it" in refused.words


def test_2b_is_refused_for_an_ill_formed_fragment():
    refused = verdict("EC1", 2, "Iss jung mein hamare bachne ki chance low hai.")
    assert (refused.rule, refused.node) == ("fragments", "S")
    assert refused.words == (
        "‘chance’ and ‘low’ are both English and stand side by side, but ‘low’ does not directly follow ‘chance’ "
        "in the English sentence."
    )
    assert verdict("ML2", 2, "Iss jung mein hamare bachne ki chance low hai.").rule == "fragments"


def test_a_word_that_is_said_is_blamed_before_one_that_is_not():
    tree = a_tree("(S (NP (DT the) (NN man)) (VP (VB go) (NP (DT the) (NN way))))", "raasta jao aadmi", "1-2 2-1 4-0")
    refused = explain(tree, "the man jao way", ["EC0"])[0]
    assert refused.words.startswith("‘jao’ (VB) is Hindi but stands in the 1st place of VP, where only the English")


def test_an_unspoken_word_that_takes_up_a_place_is_named():
    tree = a_tree("(NP (PRP$ my) (JJ own) (NN house))", "mera", "0-0")
    refused = explain(tree, "own my", ["EC0"])[0]
    assert (refused.rule, refused.node) == ("positions", "NP")
    assert "‘own’ (JJ) is English but stands in the 1st place of NP, counting the unspoken ‘house’" in refused.words


def test_a_junction_is_refused_where_the_rules_have_had_different_constituents():
    tree = paper_tree(2)
    found = {}
    for sentence in model("EC0(junctions=off)").sentences(tree) - model("EC0").sentences(tree):
        refused = explain(tree, sentence.text, ["EC0"])[0]
        found[refused.rule] = refused.words
    assert set(found) == {"junctions"}
    assert "up to there English has had" in found["junctions"]


def test_a_strict_reading_is_refused_where_parts_and_place_disagree():
    tree = paper_tree(4)
    lost = model("EC0").sentences(tree) - model("EC0(strict)").sentences(tree)
    refused = [explain(tree, sentence.text, ["EC0(strict)"])[0] for sentence in lost]
    assert {each.rule for each in refused} == {"agreement"}
    assert all("but it stands where only the" in each.words for each in refused)


def test_labels_carried_up_can_make_a_junction():
    for number in (2, 4, 5):
        tree = paper_tree(number)
        lost = model("EC0(strict, junctions=off)").sentences(tree) - model("EC0(strict)").sentences(tree)
        for sentence in list(lost)[:40]:
            assert explain(tree, sentence.text, ["EC0(strict)"])[0].rule == "junctions"


def test_ml0_answers_for_each_matrix_language():
    answers = by_matrix(1, "Shanivar neeras hai that nazariye se")
    assert (answers["en"].rule, answers["hi"].rule) == ("clauses", "functional_words")
    assert answers["hi"].words == (
        "‘that’ (DT) is English inside the Hindi NP ‘that nazariye’, but it is no content word, "
        "and only content words may switch alone."
    )
    assert str(answers["hi"]).startswith("ML0, matrix hi: not generated (functional_words). ")
    assert [each.matrix for each in explain(paper_tree(1), "Saturday", ["ML0(matrix=l2)"])] == ["hi"]


def test_switching_back_inside_a_switch_is_explained_as_nesting():
    refused = by_matrix(1, "Shanivar neeras hai from that nazariye")["hi"]
    assert (refused.rule, refused.node) == ("nesting", "PP")
    assert "‘nazariye’ (NN) switches back to Hindi inside ‘from that nazariye’ (PP)" in refused.words


def test_a_switched_verb_phrase_is_a_clause_and_a_lone_pronoun_has_no_content():
    tree = a_tree(
        "(S (NP (DT Any) (NN student)) (VP (MD can) (VP (VB understand) (NP (DT this)))))",
        "Koi chattra isse samaj sakta hai",
        "0-0 1-1 2-4 2-5 3-3 4-2",
    )
    english = explain(tree, "Any chattra isse samaj sakta hai", ["ML0(matrix=l1)"])[0]
    assert english.rule == "clauses"
    assert verdict("ML1", 4, "Now pour tel in the pan and heat usko").rule == "content"


def test_an_order_of_neither_language_is_refused():
    tree = a_tree("(S (NN a) (NN b) (NN c))", "C B A", "0-2 1-1 2-0")
    refused = explain(tree, "b a c", ["ML1", "ML0(matrix=l1)"])
    assert [each.rule for each in refused] == ["order", "order"]
    assert "stand in the order of neither language" in refused[0].words
    assert "the matrix language is English" in refused[1].words.replace("The", "the")


def test_words_of_a_constituent_must_stand_together():
    refused = verdict("EC0", 1, "Saturday from is boring that perspective")
    assert (refused.rule, refused.node) == ("constituents", "PP")
    assert "‘is boring’ is between them" in refused.words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Saturday is wug from that perspective", "‘wug’ is no word of the pair."),
        ("Saturday is boring from that", "Neither ‘perspective’ nor ‘nazariye’ is there."),
        ("Saturday Saturday is boring from that perspective", "‘Saturday’ is there twice, but the pair has it once."),
        ("Saturday hai is boring from that perspective", "‘is’ and ‘hai’ are one word in two languages; only one"),
        ("...", "There is no word in the text."),
    ],
)
def test_a_text_that_does_not_use_the_pairs_words_is_refused(text, words):
    refused = verdict("EC0", 1, text)
    assert refused.rule == "words"
    assert refused.words.startswith(words)


def test_a_part_of_a_unit_is_no_word_of_its_own():
    refused = verdict("EC0", 4, "Now pour oil in the pan and garam heat it")
    assert refused.words == "‘garam’ is no unit by itself; the pair has ‘garam karo’."


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("and and and and a", "‘and’ is there 4 times, but the pair has it twice."),
        ("and and aur a", "The text does not use each word of the pair once"),
    ],
)
def test_a_word_of_several_slots_may_be_typed_as_often_as_there_are_slots(text, words):
    tree = a_tree("(S (CC and) (NN a) (CC and))", "aur A aur", "0-0 1-1 2-2")
    assert explain(tree, text, ["EC0"])[0].words.startswith(words)


def test_an_unspoken_word_can_give_a_phrase_its_language():
    refused = verdict("EC1", 4, "Now pour oil in pan and heat it")
    assert refused.words.startswith("‘pan’ (NP) counts as Hindi by the unspoken ‘the’, substitutable words aside")


def test_a_mixed_verb_phrase_is_told_by_its_order():
    refused = by_matrix(1, "Saturday is boring uss nazariye se")["hi"]
    assert refused.words == (
        "‘is boring uss nazariye se’ (VP) stands in the English order inside the Hindi S ‘Saturday is boring uss "
        "nazariye se’, but it is a verb phrase or a clause, which may not switch."
    )


def test_the_reading_that_gets_furthest_is_explained():
    tree = project(conjoined(2))
    text = "Saturday is boring from that perspective and Shanivar neeras hai that perspective se"
    refused = explain(tree, text, ["EC0"])[0]
    assert (refused.rule, refused.node) == ("positions", "PP")


def test_a_generated_sentence_keeps_every_rule():
    found = verdict("EC0", 1, "Saturday is boring uss nazariye se")
    assert found.generated
    assert str(found) == "EC0: generated. Every rule of the model is kept."


def test_sources_without_rules_only_say_what_they_have():
    source = Imported("LM", {"paper-1": ["Saturday is boring uss nazariye se", "Saturday is so  neeras", " "]})
    pair = paper_pairs()[0]
    texts = ["saturday is boring uss nazariye se.", "saturday is so NEERAS !", "Shanivar is boring uss nazariye se"]
    found = [explain(pair, text, [source])[0] for text in texts]
    assert [each.generated for each in found] == [True, True, False]
    assert found[2].rule == "listed"
    assert source.sentences(project(pair), pair_id=pair.id).count == 2
    english_only = FunctionModel("English only", lambda tree: [Sentence.monolingual(tree, 0)])
    assert explain(pair, "Saturday is boring from that perspective", [english_only])[0].generated


class Stubborn(Equivalence):
    """A grammar of one's own: as the equivalence constraint, but nothing may be mixed."""

    def extend(self, frame, partial, child, state):
        return super().extend(frame, partial, child, state) if state[0] in (0, 1) else None

    def accepts(self, state):
        return state[0] != 1


class Wrapped:
    """The same without being one of the grammars that explanations know."""

    def __init__(self, grammar):
        self.grammar = grammar

    def __getattr__(self, name):
        return getattr(self.grammar, name)


class StubbornModel(RuleModel):
    base_name = "Stubborn"
    constraints = ()

    def grammar(self, languages):
        return Wrapped(Stubborn())


def test_a_grammar_of_ones_own_is_blamed_as_a_whole():
    tree = paper_tree(1)
    refused, generated = (
        explain(tree, text, [StubbornModel()])[0]
        for text in ("Saturday neeras hai from that nazariye", "Saturday is boring from that perspective")
    )
    assert (refused.rule, generated.generated) == ("rules", True)
    assert refused.words == "No rule of the model allows ‘from that nazariye’ (PP)."


def test_a_model_of_ones_own_without_options_takes_none():
    with pytest.raises(OptionError, match="no option 'loud'"):
        StubbornModel({"loud": ""})


@pytest.mark.parametrize(
    ("name", "number"),
    [("EC0", 2), ("EC1", 4), ("EC0(strict)", 5), ("ML0", 4), ("ML2", 5), ("FHC", 1), ("AN", 3)],
)
def test_no_fault_is_found_in_a_derivation_that_keeps_every_rule(name, number):
    tree = paper_tree(number)
    grammar = model(name).grammar(tree.languages)
    kept = [constraint.name for constraint in model(name).constraints if getattr(grammar, constraint.name)]
    for sentence in list(model(name).sentences(tree))[::5]:
        assert refusal(grammar, kept, sentence) is None
        finder = finder_for(grammar, derive(grammar, sentence))
        for constraint in kept:
            assert list(getattr(finder, constraint)()) == []


def test_a_language_without_a_known_name_goes_by_its_code():
    tree = paper_tree(1)
    assert Wording(tree, {}).language(0) == "English"
    assert Wording(mirrored(tree), {}).language(0) == "Hindi"
    other = type(tree)(("qya", "tlh"), tree.nodes, tree.slots)
    assert Wording(other, {}).language(1) == "tlh"


def test_all_that_is_broken_is_named_beside_the_first_reason():
    refused = verdict("EC0", 1, "Shanivar neeras hai that perspective se")
    assert (refused.rule, refused.broken) == ("positions", (("positions", "junctions"),))
    assert str(refused).endswith("In all it breaks positions + junctions.")


def test_where_the_first_reason_is_all_nothing_is_said_twice():
    refused = by_matrix(1, "Saturday is boring that perspective se")["en"]
    assert (refused.rule, refused.broken, refused.broken_words) == ("nesting", (("nesting",),), "")
    assert verdict("EC0", 1, "Saturday is a day").broken_words == ""


def test_each_matrix_language_has_its_own_broken_sets():
    verdicts = by_matrix(1, "Saturday is boring that perspective se")
    assert verdicts["hi"].broken == (("clauses", "nesting"),)
