"""Sentences with heads (word/tag/label/head) and the brackets that a person would draw over them."""

from __future__ import annotations

from cswitch_core.parsing import HeadWord


def parsed(sentence: str) -> list[HeadWord]:
    cells = (word.rsplit("/", 3) for word in sentence.split())
    return [HeadWord(text, tag, label, int(head)) for text, tag, label, head in cells]


# With spaCy's labels and Penn tags.
SPACY = {
    "He/PRP/nsubj/2 has/VBZ/aux/2 left/VBN/ROOT/2 ././punct/2": (
        "(S (NP (PRP He)) (VP (VBZ has) (VP (VBN left))) (. .))"
    ),
    "Who/WP/nsubj/1 came/VBD/ROOT/1 ?/./punct/1": "(SBARQ (WHNP (WP Who)) (SQ (VP (VBD came))) (. ?))",
    (
        "She/PRP/nsubj/1 opened/VBD/ROOT/1 the/DT/det/3 door/NN/dobj/1 and/CC/cc/1 called/VBD/conj/1 "
        "the/DT/det/7 dog/NN/dobj/5 ././punct/1"
    ): (
        "(S (NP (PRP She)) (VP (VP (VBD opened) (NP (DT the) (NN door))) (CC and) (VP (VBD called) (NP (DT "
        "the) (NN dog)))) (. .))"
    ),
    (
        "My/PRP$/poss/1 sister/NN/nsubj/5 and/CC/cc/1 her/PRP$/poss/4 husband/NN/conj/1 live/VBP/ROOT/5 "
        "in/IN/prep/5 Delhi/NNP/pobj/6 ././punct/5"
    ): (
        "(S (NP (NP (PRP$ My) (NN sister)) (CC and) (NP (PRP$ her) (NN husband))) (VP (VBP live) (PP (IN in) "
        "(NP (NNP Delhi)))) (. .))"
    ),
    (
        "Can/MD/aux/2 you/PRP/nsubj/2 tell/VB/ROOT/2 me/PRP/dobj/2 when/WRB/advmod/7 the/DT/det/6 "
        "bus/NN/nsubj/7 leaves/VBZ/advcl/2 ?/./punct/2"
    ): (
        "(SQ (MD Can) (NP (PRP you)) (VP (VB tell) (NP (PRP me)) (SBAR (WHADVP (WRB when)) (S (NP (DT the) "
        "(NN bus)) (VP (VBZ leaves))))) (. ?))"
    ),
    "I/PRP/nsubj/1 'm/VBP/ROOT/1 glad/JJ/acomp/1 you/PRP/nsubj/4 came/VBD/ccomp/2 ././punct/1": (
        "(S (NP (PRP I)) (VP (VBP 'm) (ADJP (JJ glad) (SBAR (S (NP (PRP you)) (VP (VBD came)))))) (. .))"
    ),
    (
        "I/PRP/nsubj/1 cooked/VBD/ROOT/1 dinner/NN/dobj/1 ,/,/punct/1 but/CC/cc/1 nobody/NN/nsubj/6 "
        "came/VBD/conj/1 ././punct/6"
    ): (
        "(S (S (NP (PRP I)) (VP (VBD cooked) (NP (NN dinner)))) (, ,) (CC but) (S (NP (NN nobody)) (VP (VBD "
        "came))) (. .))"
    ),
    (
        "The/DT/det/1 girl/NN/nsubj/6 sitting/VBG/acl/1 near/IN/prep/2 the/DT/det/5 window/NN/pobj/3 "
        "speaks/VBZ/ROOT/6 four/CD/nummod/8 languages/NNS/dobj/6 ././punct/6"
    ): (
        "(S (NP (NP (DT The) (NN girl)) (VP (VBG sitting) (PP (IN near) (NP (DT the) (NN window))))) (VP (VBZ"
        " speaks) (NP (CD four) (NNS languages))) (. .))"
    ),
    "He/PRP/nsubj/1 bought/VBD/ROOT/1 apples/NNS/dobj/1 and/CC/cc/2 oranges/NNS/conj/2 ././punct/1": (
        "(S (NP (PRP He)) (VP (VBD bought) (NP (NNS apples) (CC and) (NNS oranges))) (. .))"
    ),
    (
        "More/JJR/amod/2 than/IN/quantmod/2 fifty/CD/nummod/3 people/NNS/nsubj/4 came/VBD/ROOT/4 to/IN/prep/4"
        " the/DT/det/7 wedding/NN/pobj/5 ././punct/4"
    ): (
        "(S (NP (QP (JJR More) (IN than) (CD fifty)) (NNS people)) (VP (VBD came) (PP (IN to) (NP (DT the) "
        "(NN wedding)))) (. .))"
    ),
    "What/WP/dobj/5 do/VBP/aux/3 you/PRP/nsubj/3 want/VB/ROOT/3 to/TO/aux/5 eat/VB/xcomp/3 ?/./punct/3": (
        "(SBARQ (WHNP (WP What)) (SQ (VBP do) (NP (PRP you)) (VP (VB want) (S (VP (TO to) (VP (VB eat)))))) (. ?))"
    ),
    (
        "How/WRB/advmod/1 many/JJ/amod/2 people/NNS/nsubj/3 live/VBP/ROOT/3 in/IN/prep/3 this/DT/det/6 "
        "house/NN/pobj/4 ?/./punct/3"
    ): (
        "(SBARQ (WHNP (WRB How) (JJ many) (NNS people)) (SQ (VP (VBP live) (PP (IN in) (NP (DT this) (NN "
        "house))))) (. ?))"
    ),
    (
        "The/DT/det/1 woman/NN/nsubj/5 who/WP/nsubj/3 lives/VBZ/relcl/1 upstairs/RB/advmod/3 is/VBZ/ROOT/5 "
        "a/DT/det/7 nurse/NN/attr/5 ././punct/5"
    ): (
        "(S (NP (NP (DT The) (NN woman)) (SBAR (WHNP (WP who)) (S (VP (VBZ lives) (ADVP (RB upstairs)))))) "
        "(VP (VBZ is) (NP (DT a) (NN nurse))) (. .))"
    ),
    (
        "According/VBG/prep/7 to/IN/prep/0 the/DT/det/3 doctor/NN/pobj/1 ,/,/punct/7 she/PRP/nsubj/7 "
        "should/MD/aux/7 rest/VB/ROOT/7 for/IN/prep/7 a/DT/det/10 week/NN/pobj/8 ././punct/7"
    ): (
        "(S (PP (VBG According) (PP (IN to) (NP (DT the) (NN doctor)))) (, ,) (NP (PRP she)) (VP (MD should) "
        "(VP (VB rest) (PP (IN for) (NP (DT a) (NN week))))) (. .))"
    ),
    "Is/VBZ/ROOT/0 your/PRP$/poss/2 mother/NN/nsubj/0 at/IN/prep/0 home/NN/pobj/3 ?/./punct/0": (
        "(SQ (VBZ Is) (NP (PRP$ your) (NN mother)) (PP (IN at) (NP (NN home))) (. ?))"
    ),
    "The/DT/det/1 ticket/NN/nsubj/2 costs/VBZ/ROOT/2 $/$/nmod/4 12/CD/dobj/2 ././punct/2": (
        "(S (NP (DT The) (NN ticket)) (VP (VBZ costs) (NP ($ $) (CD 12))) (. .))"
    ),
    "A/DT/det/1 cup/NN/ROOT/1 of/IN/prep/1 tea/NN/pobj/2 ././punct/1": (
        "(FRAG (NP (NP (DT A) (NN cup)) (PP (IN of) (NP (NN tea)))) (. .))"
    ),
    (
        "John/NNP/poss/2 's/POS/case/0 car/NN/nsubjpass/5 is/VBZ/aux/5 being/VBG/auxpass/5 "
        "repaired/VBN/ROOT/5 ././punct/5"
    ): ("(S (NP (NP (NNP John) (POS 's)) (NN car)) (VP (VBZ is) (VP (VBG being) (VP (VBN repaired)))) (. .))"),
    "Ravi/NNP/ROOT/0 ,/,/punct/0 my/PRP$/poss/3 brother/NN/appos/0 ,/,/punct/0 and/CC/cc/0 Asha/NNP/conj/0": (
        "(FRAG (NP (NP (NP (NNP Ravi)) (, ,) (NP (PRP$ my) (NN brother))) (, ,) (CC and) (NP (NNP Asha))))"
    ),
    "Has/VBZ/aux/1 come/VBN/ROOT/1 the/DT/det/3 day/NN/nsubj/1 ././punct/1": (
        "(SINV (VP (VBZ Has) (VP (VBN come) (NP (DT the) (NN day)))) (. .))"
    ),
    "There/EX/expl/1 is/VBZ/ROOT/1 a/DT/det/3 man/NN/attr/1 to/TO/aux/5 see/VB/relcl/3": (
        "(S (NP (EX There)) (VP (VBZ is) (NP (NP (DT a) (NN man)) (SBAR (S (VP (TO to) (VP (VB see))))))))"
    ),
    "The/DT/det/1 film/NN/nsubj/2 good/JJ/ROOT/2 ././punct/2": "(S (NP (DT The) (NN film)) (ADJP (JJ good)) (. .))",
    "They/PRP/nsubj/2 can/MD/aux/2 read/VB/ROOT/2 and/CC/cc/2 write/VB/conj/2": (
        "(S (NP (PRP They)) (VP (MD can) (VP (VB read) (CC and) (VB write))))"
    ),
    "The/DT/det/1 poor/JJ/nsubj/2 wait/VBP/ROOT/2": "(S (NP (DT The) (JJ poor)) (VP (VBP wait)))",
    "The/DT/det/2 broken/VBN/amod/2 cup/NN/ROOT/2": "(FRAG (NP (DT The) (VBN broken) (NN cup)))",
    "He/PRP/nsubj/1 gave/VBD/ROOT/1 up/RP/prt/1": "(S (NP (PRP He)) (VP (VBD gave) (PRT (RP up))))",
    "Into/IN/prep/3 the/DT/det/2 room/NN/pobj/0 walked/VBD/ROOT/3 Ravi/NNP/nsubj/3 ././punct/3": (
        "(SINV (PP (IN Into) (NP (DT the) (NN room))) (VP (VBD walked)) (NP (NNP Ravi)) (. .))"
    ),
    "He/PRP/nsubj/1 left/VBD/ROOT/1 because/IN/prep/1 of/IN/pcomp/2 you/PRP/pobj/2": (
        "(S (NP (PRP He)) (VP (VBD left) (PP (IN because) (IN of) (NP (PRP you)))))"
    ),
    "He/PRP/nsubj/1 sings/VBZ/ROOT/1 loudly/RB/advmod/1 and/CC/cc/2 with/IN/conj/2 joy/NN/pobj/4": (
        "(S (NP (PRP He)) (VP (VBZ sings) (UCP (ADVP (RB loudly)) (CC and) (PP (IN with) (NP (NN joy))))))"
    ),
    "About/RB/advmod/1 fifty/CD/ROOT/1": "(FRAG (NP (QP (RB About) (CD fifty))))",
    "A/DT/det/3 slowly/RB/advmod/2 moving/VBG/amod/3 car/NN/ROOT/3": (
        "(FRAG (NP (DT A) (ADJP (RB slowly) (VBG moving)) (NN car)))"
    ),
    "The/DT/det/3 New/NNP/compound/2 York/NNP/compound/3 mayor/NN/ROOT/3": (
        "(FRAG (NP (DT The) (NNP New) (NNP York) (NN mayor)))"
    ),
    (
        "The/DT/det/1 man/NN/nsubj/7 to/IN/prep/5 whom/WP/pobj/2 I/PRP/nsubj/5 spoke/VBD/relcl/1 "
        "just/RB/advmod/7 left/VBD/ROOT/7"
    ): (
        "(S (NP (NP (DT The) (NN man)) (SBAR (WHPP (IN to) (WHNP (WP whom))) (S (NP (PRP I)) (VP (VBD "
        "spoke))))) (ADVP (RB just)) (VP (VBD left)))"
    ),
}

# With the labels and tags of Universal Dependencies.
UNIVERSAL = {
    "What/PRON/obl/3 are/AUX/aux/3 you/PRON/nsubj/3 thinking/VERB/root/3 of/ADP/case/0 ?/PUNCT/punct/3": (
        "(SBARQ (WHNP (WP What)) (SQ (VB are) (NP (PRP you)) (VP (VB thinking) (PP (IN of)))) (. ?))"
    ),
    "In/IN/case/1 winter/NN/obl/6 ,/,/punct/1 the/DT/det/5 doctor/NN/nmod:desc/5 Rao/NNP/nsubj/6 sleeps/VBZ/root/6 "
    "the/DT/det/8 longest/RBS/advmod/6 ././punct/6": (
        "(S (PP (IN In) (NP (NN winter))) (, ,) (NP (DT the) (NN doctor) (NNP Rao)) "
        "(VP (VBZ sleeps) (ADVP (DT the) (RBS longest))) (. .))"
    ),
    "He/PRP/nsubj/3 did/VBD/aux/3 not/RB/advmod/3 go/VB/root/3 to/IN/case/5 school/NN/obl/3 ././punct/3": (
        "(S (NP (PRP He)) (VP (VBD did) (RB not) (VP (VB go) (PP (IN to) (NP (NN school))))) (. .))"
    ),
    "I/PRP/nsubj/1 want/VBP/root/1 to/PART/mark/3 go/VB/xcomp/1": (
        "(S (NP (PRP I)) (VP (VBP want) (S (VP (TO to) (VP (VB go))))))"
    ),
    "The/DET/det/1 book/NOUN/nsubj/5 is/AUX/cop/5 in/ADP/case/5 the/DET/det/5 house/NOUN/root/5 ./PUNCT/punct/5": (
        "(S (NP (DT The) (NN book)) (VP (VB is) (PP (IN in) (NP (DT the) (NN house)))) (. .))"
    ),
    "She/PRON/nsubj/3 is/AUX/cop/3 very/ADV/advmod/3 happy/ADJ/root/3 here/ADV/advmod/3": (
        "(S (NP (PRP She)) (VP (VB is) (ADJP (RB very) (JJ happy) (ADVP (RB here)))))"
    ),
    (
        "He/PRON/nsubj/3 was/AUX/cop/3 my/PRON/nmod:poss/3 friend/NOUN/root/3 from/ADP/case/5 "
        "Delhi/PROPN/nmod/3 and/CCONJ/cc/8 a/DET/det/8 teacher/NOUN/conj/3"
    ): (
        "(S (NP (PRP He)) (VP (VB was) (NP (NP (NP (PRP$ my) (NN friend)) (PP (IN from) (NP (NNP Delhi)))) "
        "(CC and) (NP (DT a) (NN teacher)))))"
    ),
    (
        "The/DET/det/1 car/NOUN/nsubj:pass/5 of/ADP/case/3 Asha/PROPN/nmod/1 was/AUX/aux:pass/5 "
        "sold/VERB/root/5 ./PUNCT/punct/5"
    ): "(S (NP (NP (DT The) (NN car)) (PP (IN of) (NP (NNP Asha)))) (VP (VB was) (VP (VB sold))) (. .))",
    (
        "He/PRON/nsubj/1 came/VERB/root/1 and/CCONJ/cc/3 left/VERB/conj/1 ,/PUNCT/punct/7 but/CCONJ/cc/7 "
        "nobody/PRON/nsubj/7 cared/VERB/conj/1 ./PUNCT/punct/1"
    ): (
        "(S (S (NP (PRP He)) (VP (VB came) (CC and) (VB left))) (, ,) (CC but) (S (NP (PRP nobody)) (VP (VB "
        "cared))) (. .))"
    ),
    "It/PRON/nsubj/1 fell/VERB/root/1 out/ADP/case/4 of/ADP/case/4 bed/NOUN/obl/1": (
        "(S (NP (PRP It)) (VP (VB fell) (PP (IN out) (IN of) (NP (NN bed)))))"
    ),
    "Ravi/PROPN/nmod:poss/2 's/PART/case/0 house/NOUN/nsubj/3 burns/VERB/root/3": (
        "(S (NP (NP (NNP Ravi) (POS 's)) (NN house)) (VP (VB burns)))"
    ),
    "In/ADP/case/1 Delhi/PROPN/root/1": "(FRAG (PP (IN In) (NP (NNP Delhi))))",
    "Who/PRON/root/0 are/AUX/cop/0 you/PRON/nsubj/0 ?/PUNCT/punct/0": (
        "(SBARQ (WHNP (WP Who)) (SQ (VB are) (NP (PRP you))) (. ?))"
    ),
    (
        "He/PRON/nsubj/1 lives/VERB/root/1 in/ADP/case/3 Delhi/PROPN/obl/1 and/CCONJ/cc/6 in/ADP/case/6 "
        "Agra/PROPN/conj/3"
    ): "(S (NP (PRP He)) (VP (VB lives) (PP (PP (IN in) (NP (NNP Delhi))) (CC and) (PP (IN in) (NP (NNP Agra))))))",
    "She/PRON/nsubj/2 is/AUX/cop/2 tired/ADJ/root/2 and/CCONJ/cc/4 wants/VERB/conj/2 tea/NOUN/obj/4": (
        "(S (NP (PRP She)) (VP (VP (VB is) (ADJP (JJ tired))) (CC and) (VP (VB wants) (NP (NN tea)))))"
    ),
    (
        "He/PRON/nsubj/3 is/AUX/cop/3 a/DET/det/3 teacher/NOUN/root/3 and/CCONJ/cc/7 she/PRON/nsubj/7 "
        "is/AUX/cop/7 rich/ADJ/conj/3"
    ): (
        "(S (S (NP (PRP He)) (VP (VB is) (NP (DT a) (NN teacher)))) (CC and) "
        "(S (NP (PRP she)) (VP (VB is) (ADJP (JJ rich)))))"
    ),
    "Elle/PRON/nsubj/1 rit/VERB/root/1 parce/SCONJ/mark/5 que/SCONJ/fixed/2 Paul/PROPN/nsubj/5 dort/VERB/advcl/1": (
        "(S (NP (PRP Elle)) (VP (VB rit) (SBAR (IN parce) (IN que) (S (NP (NNP Paul)) (VP (VB dort))))))"
    ),
    (
        "Pierre/PROPN/nsubj/3 m'/PRON/iobj/3 a/AUX/aux:tense/3 donné/VERB/root/3 un/DET/det/5 livre/NOUN/obj/3 "
        "utile/ADJ/amod/5"
    ): "(S (NP (NNP Pierre)) (VP (NP (PRP m')) (VB a) (VP (VB donné) (NP (DT un) (NN livre) (JJ utile)))))",
    "Il/PRON/expl:subj/2 y/PRON/expl:comp/2 a/VERB/root/2 du/ADP/case/4 pain/NOUN/obj/2": (
        "(S (NP (PRP Il)) (VP (NP (PRP y)) (VB a) (PP (IN du) (NP (NN pain)))))"
    ),
    "Où/ADV/root/0 est/AUX/cop/0 la/DET/det/3 gare/NOUN/nsubj/0 ?/PUNCT/punct/0": (
        "(SBARQ (WHADVP (WRB Où)) (SQ (VB est) (NP (DT la) (NN gare))) (. ?))"
    ),
    "L'/DET/det/1 homme/NOUN/nsubj/4 qui/PRON/nsubj/3 rit/VERB/acl:relcl/1 part/VERB/root/4": (
        "(S (NP (NP (DT L') (NN homme)) (SBAR (WHNP (WP qui)) (S (VP (VB rit))))) (VP (VB part)))"
    ),
    "Yes/INTJ/discourse/2 ,/PUNCT/punct/2 go/VERB/root/2": "(S (INTJ (UH Yes)) (, ,) (VP (VB go)))",
}
