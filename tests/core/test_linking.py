"""Links proposed between two plain sentences."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from pathlib import Path

import pytest

from cswitch_core.linking import Learnt, Lexicon, LexiconError, Linker, ProposedLink, learn, learn_from_text
from cswitch_core.linking.language import Language
from cswitch_core.pairs import Pair
from cswitch_core.readers import read_pairs

HINDI = Linker(("en", "hi"))
SPANISH = Linker(("en", "es"))
TRIAL = Path(__file__).parent / "trial_pairs.jsonl"


def words(linker: Linker, first: str, second: str, tags: Sequence[str] | None = None) -> set[str]:
    """Return what is linked, as ``word-word``."""
    one, other = first.split(), second.split()
    return {f"{one[link.first]}-{other[link.second]}" for link in linker.links(one, other, tags=tags)}


def pair(first: str, second: str, links: list[tuple[int, int]], languages: tuple[str, str] = ("en", "hi")) -> Pair:
    return Pair("p", languages, "", tuple(first.split()), tuple(second.split()), tuple(links))


def test_articles_and_ne_stay_unlinked_in_hindi() -> None:
    assert words(HINDI, "The boy bought the book", "Ladke ne kitab kharidi") == {
        "boy-Ladke",
        "book-kitab",
        "bought-kharidi",
    }


def test_auxiliaries_meet_and_light_verbs_go_with_their_verb() -> None:
    found = words(HINDI, "The children are playing in the garden", "Bachche bageeche mein khel rahe hain")
    assert found == {"children-Bachche", "are-hain", "playing-khel", "playing-rahe", "in-mein", "garden-bageeche"}


def test_the_hai_of_a_simple_present_goes_with_the_verb() -> None:
    assert {"lives-rehta", "lives-hai"} <= words(HINDI, "He lives here", "Voh yahan rehta hai")


@pytest.mark.parametrize(
    ("first", "second", "wrong"),
    [
        ("the doctor left", "doctor gaye the", "the-the"),
        ("do you see him", "use do din se dekha", "do-do"),
        ("we use it", "hum use rakhte hain", "use-use"),
        ("is this the main road", "is main sadak", "is-is"),
    ],
)
def test_words_that_only_look_alike_are_not_linked(first: str, second: str, wrong: str) -> None:
    assert wrong not in words(HINDI, first, second)


def test_main_is_i_and_mein_is_in() -> None:
    assert {"I-Main", "in-mein"} <= words(HINDI, "I live in Delhi", "Main Dilli mein rehta hoon")
    assert {"I-मैं", "in-में"} <= words(HINDI, "I live in Delhi", "मैं दिल्ली में रहता हूँ")


@pytest.mark.parametrize("spelling", ["kitab", "kitaab", "kitaben", "किताब", "किताबें"])
def test_a_hindi_word_is_found_in_every_spelling_and_script(spelling: str) -> None:
    assert "books-" + spelling in words(HINDI, "red books", f"laal {spelling}")


@pytest.mark.parametrize(
    ("english", "hindi"),
    [
        ("company", "कंपनी"),
        ("coffee", "कॉफ़ी"),
        ("police", "पुलिस"),
        ("Japan", "जापान"),
        ("exams", "imtihan"),
        ("road", "सड़कें"),
    ],
)
def test_loan_words_and_names_are_linked_by_their_sound(english: str, hindi: str) -> None:
    assert f"{english}-{hindi}" in words(HINDI, f"{english} again", f"{hindi} phir")


def test_a_full_stop_is_a_danda() -> None:
    assert ".-।" in words(HINDI, "Go .", "जाओ ।")
    assert words(HINDI, ". ?", "! ,") == set()


def test_phrases_are_linked_as_a_whole_with_words_in_between() -> None:
    found = words(HINDI, "Nobody came after lunch", "Khane ke baad koi bhi nahin aaya")
    assert {"Nobody-koi", "Nobody-nahin", "after-ke", "after-baad", "came-aaya"} <= found


def test_spanish_forms_lead_back_to_the_word_list() -> None:
    found = words(SPANISH, "My sisters wanted to buy the red cars", "Mis hermanas querían comprar los coches rojos")
    expected = {"My-Mis", "sisters-hermanas", "wanted-querían", "buy-comprar", "the-los", "red-rojos", "cars-coches"}
    assert found == expected


def test_words_that_look_alike_are_linked_without_a_list() -> None:
    assert "inflation-inflación" in words(SPANISH, "inflation again", "otra inflación")


def test_to_before_a_verb_stays_unlinked_by_its_tag() -> None:
    first, second = "ready to zigzag", "listo a zigzaguear"
    assert "to-a" in words(SPANISH, first, second)
    assert "to-a" not in words(SPANISH, first, second, ["JJ", "TO", "VB"])


def test_the_languages_may_come_in_either_order() -> None:
    first, second = ["a", "white", "house"], ["una", "casa", "blanca"]
    there = {(link.first, link.second) for link in SPANISH.links(first, second)}
    back = Linker(("es", "en")).links(second, first)
    assert {(link.second, link.first) for link in back} == there
    assert list(back) == sorted(back)


def test_tags_of_a_sentence_in_the_other_order_do_no_harm() -> None:
    assert words(Linker(("es", "en")), "casa", "house", ["NOUN"]) == {"casa-house"}


def test_a_regional_tag_has_the_data_of_its_language() -> None:
    assert words(Linker(("en-GB", "hi-Latn")), "water", "paani") == {"water-paani"}


def test_an_empty_sentence_has_no_links() -> None:
    assert HINDI.links([], ["paani"]) == () == HINDI.links(["water"], [])


def test_each_link_stands_once_in_order_and_says_how_sure_it_is_and_why() -> None:
    links = HINDI.links(
        ["He", "does", "not", "like", "loud", "music", "."], ["Usko", "tez", "sangeet", "pasand", "nahi", "hai", "."]
    )
    places = [(link.first, link.second) for link in links]
    assert places == sorted(set(places))
    assert all(0 < link.confidence <= 1 and link.reason for link in links)


def test_a_guess_is_less_sure_than_a_word_of_the_list() -> None:
    links = HINDI.links(["a", "purple", "house"], ["ek", "jamuni", "ghar"])
    sure = {link.first: link for link in links}
    assert sure[1].reason == "left over"
    assert sure[1].confidence < sure[2].confidence


def test_a_verb_group_is_less_sure_than_its_verb() -> None:
    sure = {link.second: link.confidence for link in HINDI.links(["help", "me"], ["meri", "madad", "karo"])}
    assert sure[2] < sure[1]


@pytest.mark.parametrize(
    ("english", "hindi"), [("the seeds of plants", "paudhon ke beej"), ("environmental pollution", "पर्यावरण प्रदूषण")]
)
def test_every_content_word_of_general_vocabulary_is_linked_by_the_list(english: str, hindi: str) -> None:
    links = HINDI.links(english.split(), hindi.split())
    assert sum(link.reason == "word list" for link in links) == 2


def test_irregular_spanish_forms_lead_back_to_the_word_list() -> None:
    assert words(SPANISH, "they chose", "eligieron") == {"chose-eligieron"}


def test_words_without_anything_known_around_them_stay_unlinked() -> None:
    assert words(HINDI, "zig zag", "bla blu") == set()


def test_leftovers_are_linked_beside_linked_neighbours() -> None:
    found = words(HINDI, "the zigged house and the zagged water", "blubba ghar aur tikki paani")
    assert {"zigged-blubba", "zagged-tikki"} <= found


@pytest.mark.parametrize(
    ("first", "second", "is_linked"),
    [
        ("Ravi helped", "Ravi ne madad ki", True),
        ("Ravi helped .", "Ravi ne madad ki .", True),
        ("Ravi had helped", "Ravi ne madad ki thi", True),
        ("Ravi thinks", "Ravi madad ki keemat", False),
    ],
)
def test_ki_goes_with_a_verb_only_where_the_group_ends(first: str, second: str, is_linked: bool) -> None:
    linker = Linker(("en", "hi"), lexicon=Lexicon.read(["helped\tmadad", "thinks\tmadad"]))
    assert any(found.endswith("-ki") for found in words(linker, first, second)) == is_linked


def test_a_preposition_on_the_wrong_side_of_what_it_governs_is_unsure() -> None:
    def sureness_of_at(second: str) -> float:
        links = SPANISH.links(["She", "looked", "at", "the", "sea"], second.split())
        return next(link.confidence for link in links if link.first == 2)

    assert sureness_of_at("Miraba a lo lejos el mar") > 0.85
    assert sureness_of_at("Miraba el mar a lo lejos") < 0.6


def test_a_subject_is_not_linked_to_an_article_or_an_object() -> None:
    tags = ["PRP", "MD", "VB", "DT", "NN"]
    assert "It-la" not in words(SPANISH, "It can destroy the house", "Puede destruir la ciudad", tags)
    assert "it-la" in words(SPANISH, "Maria saw it", "Maria la vio", ["NNP", "VBD", "PRP"])


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("activity", "actividad"),
        ("possibilities", "posibilidades"),
        ("fertility", "fertilidad"),
        ("symbolically", "simbólicamente"),
    ],
)
def test_words_from_latin_meet_by_their_endings(first: str, second: str) -> None:
    link = SPANISH.links([first, "zzz", "yyy"], ["qqq", "kkk", second])[0]
    assert (link.first, link.second, link.reason) == (0, 2, "similar spelling")


def test_no_more_words_are_remembered_however_many_sentences_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cswitch_core.linking.language.MOST_KNOWN", 10)
    language = Language()
    assert [language.keys(f"word{number}") for number in range(50)][-1] == {"word49": 1.0}
    assert len(language.known) <= 10


def test_a_word_in_devanagari_meets_its_spelling_in_either_reading() -> None:
    linker = Linker(("en", "hi"), lexicon=Lexicon.read(["zig\tupkaran", "zag\tjanvari", "zug\tsadken"]))
    assert words(linker, "zig zag zug", "उपकरण जनवरी सड़कें") == {"zig-उपकरण", "zag-जनवरी", "zug-सड़कें"}


def test_a_light_verb_with_nothing_before_it_stays_unlinked() -> None:
    assert not any(link.endswith(("-raha", "-rahe")) for link in words(HINDI, "the old water", "raha mein rahe paani"))


def test_a_light_verb_does_not_go_with_a_postposition() -> None:
    assert "in-raha" not in words(HINDI, "in Delhi", "Dilli mein raha")


def test_the_trial_pairs_need_few_clicks() -> None:
    linkers = {"hi": HINDI, "es": SPANISH}
    clicks = []
    for trial in read_pairs(TRIAL):
        found = linkers[trial.languages[1]].links(trial.l1_tokens, trial.l2_tokens)
        clicks.append(len({(link.first, link.second) for link in found} ^ set(trial.links)))
    assert sorted(clicks)[len(clicks) // 2] <= 1


@pytest.mark.parametrize("stray", ["अ़", "ा", "़", "्क"])
def test_stray_signs_of_devanagari_do_no_harm(stray: str) -> None:
    assert words(HINDI, "water", f"{stray} पानी") == {"water-पानी"}


# Lexicons


def test_a_researchers_word_list_links_languages_without_data() -> None:
    lexicon = Lexicon.read(["dog\tchien", "ice cream;glace", "cat,chat"])
    linker = Linker(("en", "fr"), lexicon=lexicon)
    assert {"dog-chien", "ice-glace", "cream-glace"} <= words(linker, "dog likes ice cream", "chien aime glace")
    assert "chien-dog" in words(Linker(("fr", "en"), lexicon=lexicon.mirrored()), "le chien", "the dog")
    assert "perro-hound" in words(Linker(("es", "en"), lexicon=Lexicon((("perro", "hound"),))), "un perro", "a hound")


def test_a_word_list_is_read_from_a_file_with_a_mark_at_its_start(tmp_path: Path) -> None:
    path = tmp_path / "words.tsv"
    path.write_text("\ufeffdog\tkutta\n\n# animals\ncat\tbilli\n", encoding="utf-8")
    assert Lexicon.read(path).entries == (("dog", "kutta"), ("cat", "billi"))


def test_every_bad_line_of_a_word_list_is_named(tmp_path: Path) -> None:
    path = tmp_path / "words.tsv"
    path.write_text("dog\tkutta\ncat\none\ttwo\tthree\nbird\t \n", encoding="utf-8")
    with pytest.raises(LexiconError) as caught:
        Lexicon.read(path)
    assert [(problem.line, problem.message) for problem in caught.value.problems] == [
        (2, "has 1 column instead of two"),
        (3, "has 3 columns instead of two"),
        (4, "a column is empty"),
    ]
    assert "apart by a tab" in str(caught.value)


def test_a_word_list_in_another_encoding_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "words.tsv"
    path.write_bytes("dog\tperro\nchild\tniño\n".encode("latin-1"))
    with pytest.raises(LexiconError, match=r"words\.tsv:2: .*UTF-8"):
        Lexicon.read(path)


# Learning


def test_a_corrected_link_is_proposed_the_next_time() -> None:
    first, second = "the zorp fell again", "phir blik gira tha kal"
    assert "zorp-kal" not in words(HINDI, first, second)
    learnt = learn([pair("a zorp", "ek kal", [(0, 0), (1, 1)])])
    assert "zorp-kal" in words(Linker(("en", "hi"), learnt=learnt), first, second)
    assert learnt.times_linked(("hi", "en"), "Kal", "Zorp") == 1


def test_more_corrections_are_surer() -> None:
    once = learn([pair("zorp", "blik", [(0, 0)])])
    often = once + once + once
    assert once.sureness(("en", "hi"), "zorp", "blik") < often.sureness(("en", "hi"), "zorp", "blik")
    assert once.sureness(("en", "hi"), "zorp", "other") == 0


def test_words_that_people_leave_unlinked_are_left_unlinked() -> None:
    learnt = learn([pair("of water", "ka paani", [(1, 1)])] * 6)
    first, second = "price of water", "paani ki keemat ka"
    assert any(link.startswith("of-") for link in words(HINDI, first, second))
    assert not any(link.startswith("of-") for link in words(Linker(("en", "hi"), learnt=learnt), first, second))


def test_what_was_learnt_can_be_pickled() -> None:
    learnt = learn([pair("water", "paani", [(0, 0)])])
    assert pickle.loads(pickle.dumps(learnt)) == learnt


def test_plain_text_teaches_translations_if_there_is_enough_of_it() -> None:
    nouns, verbs = ["zorp", "blik", "tass", "morn", "quib"], ["gal", "hep", "siv", "dur"]
    text = [([noun, verb], [f"{verb}a", f"{noun[::-1]}"]) for noun in nouns for verb in verbs] * 6
    assert learn_from_text(("en", "xx"), text[:20]) == Learnt()
    learnt = learn_from_text(("en", "xx"), text)
    linker = Linker(("en", "xx"), learnt=learnt)
    assert words(linker, "zorp hep", "hepa proz") == {"zorp-proz", "hep-hepa"}
    assert {link.reason for link in linker.links(["zorp", "hep"], ["hepa", "proz"])} == {"learnt"}


# A language pair of one's own


def test_a_folder_is_all_it_takes_to_add_a_language_pair(tmp_path: Path) -> None:
    folder = tmp_path / "en-xx"
    folder.mkdir()
    (folder / "function_words.tsv").write_text("of\tvu, ?ov\nnot\tne … pa\n", encoding="utf-8")
    (folder / "words.tsv").write_text("house, home\tdomo\ncity\turbo\n", encoding="utf-8")
    (folder / "pair.toml").write_text('not_alike = ["an"]\n[verb_groups]\nwords = "zu"\n', encoding="utf-8")
    (tmp_path / "xx").mkdir()
    (tmp_path / "xx" / "language.toml").write_text('endings = [["oj", "o"]]\n', encoding="utf-8")
    linker = Linker(("en", "xx"), folder=tmp_path)
    assert words(linker, "an house of city not", "an domoj zu vu urbo ne di pa") == {
        "house-domoj",
        "house-zu",
        "of-vu",
        "city-urbo",
        "not-ne",
        "not-pa",
    }


def test_a_folder_with_words_alone_will_do(tmp_path: Path) -> None:
    (tmp_path / "en-yy").mkdir()
    (tmp_path / "en-yy" / "words.tsv").write_text("house\tdomo\n", encoding="utf-8")
    assert words(Linker(("yy", "en"), folder=tmp_path), "domo", "house") == {"domo-house"}


def test_links_are_mirrored_with_all_they_say() -> None:
    assert ProposedLink(1, 2, 0.5, "word list").mirrored() == ProposedLink(2, 1, 0.5, "word list")


@pytest.mark.parametrize(
    ("first", "second", "links"),
    [
        ("out of the park", "fuera del parque", {"of-del", "the-del"}),
        ("I went to the doctor", "Fui al médico", {"to-al", "the-al"}),
        ("the teacher 's book", "el libro del profesor", {"the-del", "'s-del"}),
        ("near the village", "cerca del pueblo", {"near-cerca", "near-del", "the-del"}),
        ("he wants to sell it", "quiere venderlo", {"sell-venderlo", "it-venderlo"}),
        ("can you help me", "puedes ayudarme", {"help-ayudarme", "me-ayudarme"}),
    ],
)
def test_a_word_that_is_several_in_one_has_the_links_of_its_parts(first: str, second: str, links: set[str]) -> None:
    assert links <= words(SPANISH, first, second)


def test_a_word_that_ends_like_a_pronoun_is_whole() -> None:
    assert "him-Carlos" not in words(SPANISH, "I saw him with Carlos", "lo vi con Carlos")
    assert "we-irnos" not in words(SPANISH, "we have to leave", "tenemos que irnos")


def test_a_word_of_ones_own_list_is_found_in_all_its_parts_and_linked_once() -> None:
    found = Linker(("en", "es"), lexicon=Lexicon((("of", "del"),))).links(["of"], ["del"])
    assert [(link.first, link.second, link.reason) for link in found] == [(0, 0, "your word list")]


def test_a_subject_that_the_verb_implies_and_a_future_stay_without_a_link() -> None:
    assert words(SPANISH, "I will go tomorrow", "Iré mañana") == {"go-Iré", "tomorrow-mañana"}
    assert words(SPANISH, "We want to buy it", "Queremos comprarlo") == {
        "want-Queremos",
        "buy-comprarlo",
        "it-comprarlo",
    }


@pytest.mark.parametrize(
    ("first", "second", "link"),
    [
        ("she learned to swim", "aprendió a nadar", "to-a"),
        ("she tried to open it", "trató de abrirlo", "to-de"),
        ("I am going to call", "voy a llamar", "to-a"),
    ],
)
def test_to_goes_with_the_word_before_the_infinitive(first: str, second: str, link: str) -> None:
    assert link in words(SPANISH, first, second)


def test_to_stays_without_a_link_where_nothing_marks_the_infinitive() -> None:
    assert "to-a" not in words(SPANISH, "to swim", "a nado")
    assert "to-para" not in words(SPANISH, "to swim", "nadar para")


def test_a_corrected_link_of_a_contraction_is_proposed_the_next_time() -> None:
    corrected = pair("along the river", "orillas del rio", [(0, 0), (0, 1), (1, 1), (2, 2)], ("en", "es"))
    learnt = Linker(("en", "es"), learnt=learn([corrected]))
    assert {"along-del", "the-del"} <= words(learnt, "along the lake", "orillas del lago")
