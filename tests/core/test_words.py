"""Plain sentences are cut as parsers and pairs want them, and nothing of them is lost."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cswitch_core.words import words_of

SENTENCES = {
    ("en", "I can't believe it's $5.50 -- that's 20% off!"): ("I ca n't believe it 's $ 5.50 -- that 's 20 % off !"),
    ("en", "Mr. Smith left the U.S. on Jan. 5, 2020."): "Mr. Smith left the U.S. on Jan. 5 , 2020 .",
    ("en", "He said no."): "He said no .",
    ("en", "She got an A."): "She got an A .",
    ("en", "Tea, coffee, etc."): "Tea , coffee , etc.",
    ("en", "the boys' books"): "the boys ' books",
    ("en", "I don’t know ‘him’"): "I do n’t know ‘ him ’",
    ("en", "I'm gonna go :)"): "I 'm gon na go :)",
    ("en", "Wait...what?!"): "Wait ... what ? !",
    ("en", "hello,world (yes)"): "hello , world ( yes )",
    ("en", "Write to a.b@c.org, or see http://x.org/a?b=1."): "Write to a.b@c.org , or see http://x.org/a?b=1 .",
    ("en", "The '90s, 'em, rock 'n' roll"): "The '90s , 'em , rock 'n' roll",
    ("en", "'Tis a well-known 5-10 km/h"): "'T is a well-known 5-10 km/h",
    ("es", "¿Cómo estás, Sr. García?"): "¿ Cómo estás , Sr. García ?",
    ("es", "Fui al mar. Luego comí."): "Fui al mar . Luego comí .",
    ("hi", "Tum kahan ho|"): "Tum kahan ho |",
    ("hi", "मैं घर जाता हूँ।"): "मैं घर जाता हूँ ।",
    ("fr", "C'est qu'aujourd'hui l'eau manque."): "C' est qu' aujourd'hui l' eau manque .",
    ("it", "Un po', d'acqua"): "Un po' , d' acqua",
    ("ja", "東京タワーへ行く。"): "東京 タワー へ 行 く 。",
    ("zh", "我爱iPhone吗？"): "我 爱 iPhone 吗 ？",
    ("zh", "我 喜欢 茶 。"): "我 喜欢 茶 。",
    ("th", "เขากิน ข้าว"): "เขากิน ข้าว",
    ("en", "  "): "",
}


@pytest.mark.parametrize(("language", "text"), SENTENCES)
def test_a_sentence_is_cut_into_words_and_marks(language, text):
    assert " ".join(words_of(text, language)) == SENTENCES[language, text]


def test_a_region_does_not_change_how_english_is_cut():
    assert words_of("Don't.", "en-GB") == words_of("Don't.", "en")


@pytest.mark.parametrize("language", ["en", "fr", "hi", "zh", "ja"])
@given(text=st.text(alphabet="ab'’.,()?!$5%ü -“”東がーน้:/@#।é\u0301n't\u200d\t", max_size=30))
def test_no_sign_of_a_sentence_is_lost(language, text):
    joined = "".join(words_of(text, language))
    assert joined == "".join(unicodedata.normalize("NFC", text).split())
    assert all(words_of(text, language))
