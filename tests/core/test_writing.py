"""How sentences are written for people: marks, quotes, capitals, clitics, scripts and spaces."""

from __future__ import annotations

from random import Random

import pytest

from cswitch_core import L1, L2, Sentence, explain, model, pair_from_json, project
from cswitch_core.sets.listing import TextLister
from cswitch_core.sets.root_classes import select
from cswitch_core.writing import writing_of
from tests.core.cast import a_tree


def both(tree) -> tuple[str, str]:
    return Sentence.monolingual(tree, L1).text, Sentence.monolingual(tree, L2).text


def written(tree, key: str) -> str:
    return Sentence.from_key(tree, key).text


def texts(tree, name: str = "ML1") -> set[str]:
    return set(model(name).sentences(tree).texts())


def test_a_sentence_without_words_has_no_text():
    assert writing_of(LIKE).text(()) == ""


# Marks inside the sentence

LIKE = a_tree(
    "(S (NP (PRP I)) (VP (VBP like) (NP (DT this) (JJ new) (NN book)) (, ,) (ADVP (RB really))) (. .))",
    "mujhe yeh nayi kitab sach-mein pasand-hai ।",
    "0-0 1-5 2-1 3-2 4-3 6-4 7-6",
)
LONG = a_tree(
    "(S (SBAR (IN When) (S (NP (NN rain)) (VP (VBZ falls)))) (, ,) (NP (DT the) (NN road)) (VP (VBZ closes)) (. .))",
    "jab barish girti , sadak band-hoti .",
    "0-0 1-1 2-2 3-3 5-4 6-5 7-6",
)


def test_monolingual_sentences_read_as_their_originals():
    assert both(LIKE) == ("I like this new book, really.", "Mujhe yeh nayi kitab sach-mein pasand-hai।")
    assert both(LONG) == ("When rain falls, the road closes.", "Jab barish girti, sadak band-hoti.")


def test_a_mark_stands_where_its_join_is_whatever_the_languages_around_it():
    assert written(LONG, "0b 1b 2b 3a 4a 5a") == "Jab barish girti, the road closes."
    assert written(LONG, "0a 1b 2b 4b 5a") == "When barish girti, sadak closes."


def test_a_mark_is_gone_where_its_join_is_gone():
    assert written(LIKE, "0b 2a 3a 4a 5b 1b") == "Mujhe this new book, sach-mein pasand-hai।"
    assert written(LIKE, "0b 5a 2a 3a 4a 1b") == "Mujhe really this new book pasand-hai."
    assert written(LIKE, "0a 1a 5a 2a 3a 4a") == "I like really this new book."


def test_no_mark_is_doubled_or_stands_before_the_final_one():
    for tree in (LIKE, LONG):
        for text in texts(tree):
            assert ",," not in text.replace(" ", "")
            assert not any(text.removesuffix(mark).endswith((",", ".", "।")) for mark in (".", "।") if mark in text[-1])


def test_a_mark_is_never_inside_a_unit():
    tree = a_tree(
        "(S (NP (JJ many) (, ,) (JJ many) (NNS books)) (VP (VBP fall)))", "bahut kitaben girin", "0-0 2-0 3-1 4-2"
    )
    assert both(tree)[0] == "many many books fall"


def test_marks_of_a_sibling_that_may_be_missing_are_shown_once():
    tree = a_tree("(S (NP (NNP Ravi)) (, ,) (ADVP (RB well)) (, ,) (VP (VBD left)) (. .))", "Ravi gaya", "0-0 4-1")
    assert both(tree)[0] == "Ravi, well, left."
    assert written(tree, "0a 2a") == "Ravi, left."
    assert written(tree, "0a 2b") == "Ravi, gaya."


def test_of_the_marks_passed_only_the_strongest_is_shown():
    tree = a_tree("(S (VP (VB go)) (: ;) (ADVP (RB then)) (, ,) (VP (VB come)) (. .))", "jao aao", "0-0 4-1")
    assert both(tree)[0] == "go; then, come."
    assert written(tree, "0a 2a") == "go; come."
    assert written(tree, "0a 2b") == "go; aao."


MONDAY = a_tree(
    "(S (NP (NNP Monday)) (, ,) (NP (NNP Ravi)) (, ,) (VP (VBD left)) (. .))",
    "somvaar phir Ravi ne chhoda",
    "0-0 2-2 4-4",
)


def test_a_mark_stands_before_a_word_that_only_the_other_language_has():
    slots = {slot.words[L2]: number for number, slot in enumerate(MONDAY.slots)}
    monday, then, ravi, left = (slots[word] for word in ("somvaar", "phir", "Ravi", "chhoda"))
    assert written(MONDAY, f"{monday}a {then}b {ravi}a {left}a") == "Monday, phir Ravi, left."


def test_a_mark_stands_after_such_a_word_if_it_goes_with_what_precedes():
    slots = {slot.words[L2]: number for number, slot in enumerate(MONDAY.slots)}
    monday, ravi, ne, left = (slots[word] for word in ("somvaar", "Ravi", "ne", "chhoda"))
    assert written(MONDAY, f"{monday}a {ravi}b {ne}b {left}a") == "Monday, Ravi ne, left."


def test_words_of_one_language_in_the_order_of_the_other_have_its_marks():
    tree = a_tree(
        "(S (NP (PRP I)) (VP (VBP like) (NP (NN tea)) (, ,) (ADVP (RB really))) (. .))",
        "mujhe sach-mein chai pasand-hai",
        "0-0 1-3 2-2 4-1",
    )
    assert written(tree, "0a 1a 2b 3b") == "I like chai, sach-mein."
    assert both(tree)[1] == "Mujhe sach-mein chai pasand-hai."


def test_no_mark_stands_before_a_clitic():
    tree = a_tree(
        "(S (NP (NNP Ravi)) (, ,) (NP (EX there)) (VP (VBZ 's) (NP (NN tea))) (. .))", "Ravi , chai hai", "0-0 3-3 4-2"
    )
    assert written(tree, "0a 2a 3a") == "Ravi's tea."


def test_at_a_switch_the_marks_of_the_first_word_count_or_else_of_the_second():
    tree = a_tree("(S (S (VP (VB go))) (: ;) (S (VP (VB come))))", "jao , aao", "0-0 2-2")
    assert written(tree, "0a 1b") == "go; aao"
    assert written(tree, "0b 1a") == "jao, come"
    tree = a_tree("(S (S (VP (VB go))) (S (VP (VB come))))", "jao , aao", "0-0 1-2")
    assert written(tree, "0a 1b") == "go, aao"
    assert written(tree, "0a 1a") == "go come"


def test_the_end_is_that_of_the_language_of_most_words_and_in_a_tie_of_the_last():
    tree = a_tree("(S (NP (NN oil)) (VP (VBZ is) (JJ hot)) (. .))", "tel garam hai ।", "0-0 1-2 2-1 3-3")
    assert written(tree, "0a 2b 1b") == "oil garam hai।"
    assert written(tree, "0a 1a 2b") == "oil is garam."
    tree = a_tree("(S (NP (NN oil)) (VP (VBZ burns)) (. !))", "tel jalta ।", "0-0 1-1 2-2")
    assert written(tree, "0a 1b") == "oil jalta।"
    assert written(tree, "0b 1a") == "tel burns!"
    assert Sentence.from_key(tree, "0b 1a").frame == "en"
    assert Sentence(tree, ()).frame == ""


def test_a_unit_of_several_words_counts_as_many():
    tree = a_tree("(S (VP (VB Heat)) (NP (NN oil)) (. .))", "garam karo tel ।", "0-0 0-1 1-2 2-3")
    assert written(tree, "0b 1a") == "Garam karo oil।"


def test_a_sentence_without_closing_marks_borrows_the_others():
    assert both(a_tree("(NP (NN oil) (. !))", "tel", "0-0")) == ("oil!", "tel!")
    assert both(a_tree("(NP (NN oil))", "tel ।", "0-0")) == ("oil।", "tel।")


def test_inverted_marks_open_only_where_the_first_word_is_spanish():
    tree = a_tree(
        "(SQ (VBP Do) (NP (PRP you)) (VP (VB eat) (NP (NN meat))) (. ?))", "¿ Comes carne ?", "2-1 3-2 4-3", "en es"
    )
    assert both(tree) == ("Do you eat meat?", "¿Comes carne?")
    assert written(tree, "0a 1a 2a 3b") == "Do you eat carne?"
    tree = a_tree("(SQ (VBP Is) (NP (PRP she)) (NP (NN doctor)) (. ?))", "¿ Es médico ?", "0-1 2-2 3-3", "en es")
    assert written(tree, "0a 1a 2b") == "Is she médico?"
    assert written(tree, "0b 1a 2a") == "¿Es she doctor?"
    assert written(tree, "0a 2b") == "Is médico?"


def test_a_dash_and_a_smiley_stand_apart_and_a_hyphen_binds():
    tree = a_tree("(S (: –) (NP (NN rain)) (: --) (VP (VBZ falls)))", "barish hoti :)", "1-0 3-1")
    assert both(tree) == ("– rain -- falls", "barish hoti :)")
    tree = a_tree("(NP (JJ well) (HYPH -) (JJ known) (NN man))", "mashhur khub aadmi", "0-1 2-0 3-2")
    assert both(tree)[0] == "well-known man"


# Quotes and brackets

SAID = a_tree(
    "(S (NP (PRP He)) (VP (VBD said) (, ,) (`` ``) (S (NP (PRP we)) (VP (VBP leave) (ADVP (RB now)))) ('' '')) (. .))",
    "usne kaha : « hum ab jaate » ।",
    "0-0 1-1 4-4 5-6 6-5",
)


def test_quotes_are_in_the_style_of_most_of_the_words_they_enclose():
    assert both(SAID) == ("He said, “we leave now”.", "Usne kaha: «hum ab jaate»।")
    assert written(SAID, "0a 1a 2b 4b 3a") == "He said, «hum ab leave»."
    assert written(SAID, "0a 1a 2a 3a 4b") == "He said, “we leave ab”."
    assert written(SAID, "0b 1b 2a 3a 4a") == "Usne kaha: “we leave now”."


def test_words_that_do_not_stand_together_have_no_quotes():
    assert written(SAID, "2a 0a 1a 3a 4a") == "We he said, leave now."


def test_a_clitic_stands_against_a_closing_quote():
    tree = a_tree(
        "(S (NP (NP (`` ``) (NNP Wiz) ('' '') (POS 's)) (NN end)) (VP (VBZ comes)))",
        "viz ka ant aaya",
        "1-0 3-1 4-2 5-3",
    )
    assert both(tree)[0] == "“Wiz”'s end comes"


def test_a_pair_of_one_language_is_shown_around_that_languages_words():
    tree = a_tree(
        "(S (NP (NP (NN oil)) (PRN (-LRB- -LRB-) (NP (JJ hot) (NN oil)) (-RRB- -RRB-))) (VP (VBZ burns)))",
        "tel garam tel jalta",
        "0-0 2-1 3-2 5-3",
    )
    assert both(tree) == ("oil (hot oil) burns", "tel garam tel jalta")
    assert written(tree, "0a 1b 2b 3a") == "oil garam tel burns"
    assert written(tree, "0b 1a 2b 3b") == "tel (hot tel) jalta"
    assert written(tree, "0b 1b 2a 3b") == "tel garam oil jalta"


def test_a_quote_without_its_partner_is_dropped():
    assert both(a_tree("(S (`` ``) (NP (NN oil)) (VP (VBZ burns)) (. .))", "tel ) jalta .", "1-0 2-2")) == (
        "oil burns.",
        "tel jalta.",
    )
    assert both(a_tree("(S (NP (NN oil)) (-LRB- -LRB-) (-RRB- -RRB-) (VP (VBZ burns)))", "tel jalta", "0-0 3-1"))[
        0
    ] == ("oil burns")


def test_straight_and_nested_and_german_quotes_find_their_partners():
    tree = a_tree(
        "(S (NP (NN He)) (VP (VBZ says) (S (`` \") (NP (DT the) (`` ') (NN end) ('' ')) ('' \"))))",
        "er sagt „ das Ende “ .",
        "0-0 1-1 3-3 5-4",
        "en de",
    )
    assert both(tree) == ("He says \"the 'end'\".", "Er sagt „das Ende“.")
    assert written(tree, "0a 1a 2b 3b") == "He says „das Ende“."


def test_a_question_inside_opens_and_closes_or_does_neither():
    tree = a_tree(
        "(S (NP (NN Ana)) (, ,) (SQ (VP (VBP come) (ADVP (RB today)))) (. ?))",
        "Ana , ¿ vienes hoy ?",
        "0-0 2-3 3-4",
        "en es",
    )
    assert both(tree) == ("Ana, come today?", "Ana, ¿vienes hoy?")
    assert written(tree, "0a 1b 2b") == "Ana, ¿vienes hoy?"
    assert written(tree, "0b 1a 2a") == "Ana, come today?"
    tree = a_tree(
        "(S (SBARQ (WP What)) (. ?) (NP (PRP he)) (VP (VBD said)) (. .))", "¿ Qué ? dijo él .", "0-1 2-4 3-3", "en es"
    )
    assert both(tree) == ("What? he said.", "¿Qué? dijo él.")
    assert written(tree, "0b 1a 2a") == "¿Qué? he said."
    tree = a_tree("(S (NP (NN Ana)) (VP (VBZ comes)))", "Ana ¿ viene", "0-0 1-2", "en es")
    assert both(tree)[1] == "Ana viene"


def test_a_quotation_begins_with_a_capital_where_it_had_one():
    tree = a_tree(
        "(S (NP (PRP He)) (VP (VBD said) (, ,) (`` ``) (S (VP (VB Leave) (ADVP (RB now)))) ('' '')) (. .))",
        "usne kaha ab jao .",
        "0-0 1-1 4-3 5-2",
    )
    assert both(tree) == ("He said, “Leave now”.", "Usne kaha ab jao.")
    assert written(tree, "2a 3a 0b 1b") == "“Leave now” usne kaha."
    assert written(tree, "0a 1a 3b 2a") == "He said, ab leave."


def test_texts_are_listed_with_their_quotes():
    sentences = model("ML1").sentences(SAID)
    assert list(sentences.texts()) == [sentence.text for sentence in sentences]


# Capitals

MAN = a_tree(
    "(S (NP (NP (DT The) (NN man)) (SBAR (WHNP (WP who)) (S (VP (VBZ lives) (ADVP (RB here)))))) (VP (VBZ sleeps)))",
    "Jo aadmi yahan rehta sota",
    "1-1 2-0 3-3 4-2 5-4",
)


def test_a_sentence_has_its_capital_where_no_first_word_of_the_pair_could_have_one():
    tree = a_tree("(S (NP (CD 5) (NNS men)) (VP (VBD came)))", "आदमी 5 आए", "0-1 1-0 2-2")
    assert written(tree, "1a 0b 2b") == "Men 5 आए"
    tree = a_tree("(S (NP (DT the) (NNS men)) (VP (VBD came)))", "आदमी आए", "1-0 2-1")
    assert written(tree, "1a 2b") == "men आए"


def test_only_the_first_word_has_the_capital_of_the_beginning():
    assert both(MAN) == ("The man who lives here sleeps", "Jo aadmi yahan rehta sota")
    assert written(MAN, "2b 0a 1b 4b 3b 5b") == "Jo the aadmi yahan rehta sota"
    assert written(MAN, "1b 2b 4b 3b 5a") == "Aadmi jo yahan rehta sleeps"


@pytest.mark.parametrize(
    ("tree", "l2", "languages", "expected"),
    [
        ("(S (NP (NNP Ravi)) (VP (VBZ sings)))", "Ravi gata", "en hi", ["Ravi", "Ravi"]),
        ("(S (NP (PRP I)) (VP (VBP sing)))", "Main gata", "en hi", ["I", "main"]),
        ("(S (NP (NN TV)) (VP (VBZ sings)))", "TV gata", "en hi", ["TV", "TV"]),
        ("(S (NP (JJ Indian)) (VP (VBZ sings)))", "Indio canta", "en es", ["Indian", "indio"]),
        ("(S (NP (NNP Monday)) (VP (VBZ comes)))", "Lunes viene", "en es", ["Monday", "lunes"]),
        ("(S (NP (NN Bread)) (VP (VBZ costs)))", "Brot kostet", "en de", ["bread", "Brot"]),
        ("(S (NP (NN Light)) (VP (VBZ comes)))", "Işık gelir", "en tr", ["light", "ışık"]),
        ("(S (NP (NN Oil)) (VP (VBZ burns)))", "तेल जलता", "en hi", ["oil", "तेल"]),
    ],
)
def test_names_and_the_like_keep_their_capital(tree, l2, languages, expected):
    assert list(a_tree(tree, l2, "0-0 1-1", languages).slots[0].words) == expected


def test_a_word_that_has_its_capital_inside_the_sentence_too_keeps_it():
    tree = a_tree("(S (NP (NN Zed)) (VP (VBZ sees) (NP (NN Zed))))", "Zed mira Zed", "0-0 1-1 2-2", "en es")
    assert [slot.words[0] for slot in tree.slots] == ["Zed", "sees", "Zed"]


def test_sentences_all_in_lower_case_stay_so():
    tree = a_tree("(S (NP (NN rain)) (VP (VBZ falls)))", "barish girti", "0-0 1-1")
    assert both(tree) == ("rain falls", "barish girti")
    tree = a_tree("(S (NP (NN rain)) (VP (VBZ falls)))", "Barish girti", "0-0 1-1")
    assert both(tree) == ("Rain falls", "Barish girti")


def test_a_word_after_a_full_stop_inside_has_a_capital_there_only():
    tree = a_tree("(S (S (VP (VB Wait))) (. .) (S (VP (VB Come))) (. .))", "ruko . aao .", "0-0 2-2")
    assert both(tree) == ("Wait. Come.", "Ruko. aao.")
    assert written(tree, "0a 1b") == "Wait. Aao."
    assert written(tree, "1a 0a") == "Come wait."


# Clitics


def test_what_cannot_stand_without_its_host_is_one_unit_with_it():
    tree = a_tree(
        "(S (NP (PRP I)) (VP (VBP do) (RB n't) (VP (VB know) (NP (PRP him)))))", "no lo conozco", "2-0 3-2 4-1", "en es"
    )
    assert [slot.words for slot in tree.slots] == [("I", ""), ("don't", "no"), ("know", "conozco"), ("him", "lo")]
    assert tree.slots[1].tag == "VBP"
    assert both(tree)[0] == "I don't know him"
    assert not any("n't" in text.replace("don't", "") for text in texts(tree))


def test_a_host_without_links_takes_the_clitic_along():
    tree = a_tree("(S (VP (MD ca) (RB n't) (VP (VB go))))", "jao", "2-0")
    assert [slot.words for slot in tree.slots] == [("can't", ""), ("go", "jao")]


@pytest.mark.parametrize(
    ("l2", "alignment", "languages", "expected"),
    [
        ("J' aime l' eau", "0-0 1-1 2-2 2-3", "en fr", "J'aime l'eau"),
        ("io amo dell' acqua", "0-0 1-1 2-2 2-3", "en it", "io amo dell'acqua"),
        ("io amo po' acqua", "0-0 1-1 2-3", "en it", "io amo po' acqua"),
        ("je bois -t-il eau", "0-0 1-1 2-3", "en fr", "je bois-t-il eau"),
    ],
)
def test_apostrophes_and_hyphens_bind_as_the_language_has_them(l2, alignment, languages, expected):
    tree = a_tree("(S (NP (PRP i)) (VP (VBP love) (NP (NN water))))", l2, alignment, languages)
    assert both(tree)[1] == expected


def test_french_as_the_first_language_has_the_tag_of_the_word_that_can_stand_alone():
    tree = a_tree("(S (NP (DT L') (NN eau)) (VP (VBZ coule)))", "water flows", "0-0 2-1", "fr en")
    assert [slot.words for slot in tree.slots] == [("l'eau", "water"), ("coule", "flows")]
    assert tree.slots[0].tag == "NN"


def test_possessives_and_short_verbs_lean_on_the_word_before_whatever_its_language():
    tree = a_tree(
        "(S (NP (NP (NNP John) (POS 's)) (NN friend)) (VP (MD 'll) (VP (VB come))))",
        "John ka dost aayega",
        "0-0 1-1 2-2 4-3",
    )
    assert both(tree)[0] == "John's friend'll come"
    assert written(tree, "0a 1a 2b 3a 4a") == "John's dost'll come"
    tree = a_tree("(S (NP (PRP I)) (VP (MD 'll) (VP (VB go))))", "main jaunga", "0-0 2-1")
    assert both(tree)[0] == "I'll go"
    assert written(tree, "0b 1a 2a") == "Main'll go" if tree.is_capital else "main'll go"


def test_words_that_are_split_in_treebanks_are_whole():
    tree = a_tree("(S (NP (PRP i)) (VP (VBG gon) (S (VP (TO na) (VP (VB go))))))", "main jaunga", "0-0 3-1")
    assert both(tree)[0] == "i gonna go"


# Scripts without spaces

BOOK = a_tree(
    "(S (NP (PRP I)) (ADVP (RB really)) (VP (VBP like) (NP (DT this) (JJ new) (NN book))) (. .))",
    "我 真的 喜欢 这本 新 书 。",
    "0-0 1-1 2-2 3-3 4-4 5-5 6-6",
    "en zh",
)


def test_no_spaces_inside_a_stretch_of_a_script_without_them():
    assert both(BOOK) == ("I really like this new book.", "我真的喜欢这本新书。")
    assert written(BOOK, "0b 1b 2b 3b 4a 5b") == "我真的喜欢这本new书。"
    japanese = a_tree("(S (NP (PRP I)) (VP (VBP read) (NP (NN books))))", "私は 本を 読む 。", "0-0 1-2 2-1", "en ja")
    assert both(japanese)[1] == "私は本を読む。"
    thai = a_tree("(S (NP (PRP I)) (VP (VBP eat) (NP (NN rice))))", "ฉัน กิน ข้าว", "0-0 1-1 2-2", "en th")
    assert both(thai)[1] == "ฉันกินข้าว"


def test_full_width_marks_take_no_space():
    tree = a_tree("(S (S (VP (VB come))) (, ,) (S (VP (VB eat))))", "来 ， 「 吃 」 。", "0-0 2-3", "en zh")
    assert both(tree) == ("come, eat。", "来，「吃」。")
    assert written(tree, "0b 1a") == "来，eat。"


def test_what_a_person_types_without_spaces_is_read():
    sentence = Sentence.from_key(BOOK, "0b 1b 2b 3b 4a 5b")
    for text in ("我真的喜欢这本new书。", "我 真的 喜欢 这本 new 书", "我真的喜欢这本 new 书"):
        (verdict,) = explain(BOOK, text, ["ML1"])
        assert verdict.generated == (sentence in model("ML1").sentences(BOOK))


# All together


def random_marked_pair(rng: Random):
    """A pair with marks between its words, some in one language only."""
    size = rng.randint(3, 5)
    order = rng.sample(range(size), size)
    if rng.random() < 0.5:
        order = sorted(order)
    l1, l2, links, position = [], [], [], {}
    for number in range(size):
        position[number] = len(l1)
        l1.append(f"({rng.choice(['NN', 'VB', 'DT', 'JJ'])} e{number})")
        if rng.random() < 0.3:
            l1.append(rng.choice(["(, ,)", "(: –)", "(. .)", '(`` ")', "('' \")", "(-LRB- -LRB-)", "(-RRB- -RRB-)"]))
    groups = [" ".join(l1[:2]), " ".join(l1[2:])] if rng.random() < 0.7 else [" ".join(l1)]
    for number in order:
        if rng.random() > 0.15:
            links.append(f"{position[number]}-{len(l2)}")
        l2.append(rng.choice(["h", "汉", "'s"]) + str(number))
        if rng.random() < 0.3:
            l2.append(rng.choice([",", "–", "।", "«", "»"]))
    links = links or ["0-0"]
    tree = "(S " + " ".join(f"(NP {group})" for group in groups if group) + rng.choice([" (. .))", ")"])
    return {
        "id": "p",
        "l1": {"lang": "en", "tree": tree},
        "l2": {"lang": "hi", "tokens": [*l2, *rng.choice([["।"], ["."], []])]},
        "alignment": " ".join(links),
    }


@pytest.mark.parametrize("seed", range(150))
def test_texts_are_those_of_the_sentences_in_their_order(seed):
    rng = Random(seed)
    value = random_marked_pair(rng)
    tree = project(pair_from_json(value))
    for name in ("ML1", "EC0"):
        sentences = model(name).sentences(tree)
        listed = list(sentences.texts())
        assert listed == [sentence.text for sentence in sentences]
        assert listed == [sentences.kth(number).text for number in range(sentences.count)]
        for sentence in sentences.sample(5, rng):
            rest = sentence.text
            for token, _ in sentence.tokens:
                gap, found, rest = rest.partition(token)
                assert found
                assert not gap.strip()
            assert not rest.strip()
            assert explain(tree, sentence.text, [name])[0].generated
            assert sentence.text.count("(") == sentence.text.count(")")
            assert sentence.text.count('"') % 2 == 0


def test_a_tree_of_which_no_punctuation_is_known_is_written_with_spaces():
    tree = type(BOOK)(("en", "hi"), MAN.nodes, MAN.slots)
    assert both(tree)[0] == "the man who lives here sleeps"
    assert writing_of(tree) is writing_of(tree)


@pytest.mark.parametrize("danda", [".", "।"])
def test_all_texts_are_listed_to_the_last_with_their_ends(danda):
    tree = a_tree(
        "(S (NP (NN rain)) (VP (VBZ falls) (ADVP (RB now))) (. .))", f"barish ab girti {danda}", "0-0 1-2 2-1"
    )
    sentences = model("ML1").sentences(tree)
    chosen = select(tree, sentences.formula)
    lister = TextLister(chosen.forest, writing_of(tree))
    assert [text for chunk in lister.chunks(chosen.roots) for text in chunk] == [each.text for each in sentences]


def test_listed_texts_have_the_spaces_of_the_originals_wherever_the_last_words_come_to_stand():
    parse = "(S (NP (PRP He)) (VP (MD can) (RB not) (VP (VB come))) (. .))"
    tokens = ["vah", "aa", "nahin", "sakta", "."]
    pair = pair_from_json(
        {
            "id": "1",
            "l1": {"lang": "en", "tree": parse, "text": "He cannot come."},
            "l2": {"lang": "hi", "tokens": tokens, "text": "vah aa nahin sakta."},
            "alignment": "0-0 1-3 2-2 3-1 4-4",
        }
    )
    sentences = model("EC0(junctions=off, positions=off)").sentences(project(pair))
    listed = list(sentences.texts())
    assert listed == [each.text for each in sentences]
    assert "He cannot come." in listed
