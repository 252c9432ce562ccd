"""Checking proposed pairs: which comes first, what is stored, who did it, and what nobody may overwrite."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from django.utils.html import strip_tags

from evaluation.models import AuditEntry, Item, Pair, PairState
from evaluation.services import generation
from evaluation.services.errors import Refused
from evaluation.services.pairs import correcting, workbench
from evaluation.services.pairs.trouble import reasons
from tests.site.factories import make_study
from tests.site.files import SATURDAY, jsonl, long_pair
from tests.site.pairs.proposed_pairs import CROSSED, GOOD, SPARSE

TREE = SATURDAY["l1"]["tree"]


@pytest.fixture
def proposed(load):
    load(jsonl(CROSSED, SPARSE, GOOD, SATURDAY), collection="Proposed")
    return {pair.external_id: pair for pair in Pair.objects.select_related("collection")}


@pytest.fixture
def meeras(client_of, meera):
    return client_of(meera)


def words(answer) -> str:
    return " ".join(strip_tags(answer.text).split())


# -- States ----------------------------------------------------------------------------------------------------------


def test_pairs_with_confidences_are_proposed_and_those_made_by_hand_are_checked(proposed):
    assert {name: pair.state for name, pair in proposed.items()} == {
        "crossed": PairState.PROPOSED,
        "sparse": PairState.PROPOSED,
        "good": PairState.PROPOSED,
        "paper-1": PairState.CHECKED,
    }
    assert proposed["crossed"].confidence == CROSSED["confidence"]
    assert proposed["paper-1"].confidence == []


def test_a_checked_pair_says_by_whom_and_when(meera, proposed):
    saved = correcting.check_pair(pair=proposed["crossed"], actor=meera, alignment=SATURDAY["alignment"])
    saved.refresh_from_db()
    assert (saved.state, saved.checked_by) == (PairState.CHECKED, meera)
    assert saved.checked_at is not None
    assert (saved.alignment, saved.confidence, saved.unsure_links) == (SATURDAY["alignment"], [], 0)
    assert saved.mixed_sentences == generation.sentences(saved, "EC0").count - 2
    actions = AuditEntry.objects.filter(action__startswith="pair.").values_list("action", flat=True)
    assert set(actions) == {"pair.corrected", "pair.checked"}


def test_a_pair_accepted_as_it_is_keeps_its_links(meera, proposed):
    saved = correcting.check_pair(pair=proposed["good"], actor=meera)
    assert (saved.pk, saved.alignment, saved.state) == (proposed["good"].pk, GOOD["alignment"], PairState.CHECKED)


def test_a_checked_pair_can_be_put_back(meera, proposed):
    correcting.check_pair(pair=proposed["good"], actor=meera)
    reopened = correcting.reopen_pair(pair=proposed["good"], actor=meera)
    assert (reopened.state, reopened.checked_by, reopened.checked_at) == (PairState.PROPOSED, None, None)


@pytest.mark.both_databases
def test_the_table_keeps_no_checker_of_a_proposed_pair(meera, proposed):
    with pytest.raises(IntegrityError, match="pair_proposed_has_no_checker"), transaction.atomic():
        Pair.objects.filter(pk=proposed["good"].pk).update(checked_by=meera)


def test_a_pair_in_a_study_gets_a_new_version_only_if_something_changed(meera, proposed):
    study = make_study(meera, items=0)
    for number, name in enumerate(("good", "crossed")):
        Item.objects.create(study=study, number=number, pair=proposed[name], text="x", tokens=[])
    same = correcting.check_pair(pair=proposed["good"], actor=meera)
    assert (same.pk, same.version, same.state) == (proposed["good"].pk, 1, PairState.CHECKED)
    new = correcting.check_pair(pair=proposed["crossed"], actor=meera, alignment=SATURDAY["alignment"])
    old = Pair.objects.get(pk=proposed["crossed"].pk)
    assert (new.version, new.state) == (2, PairState.CHECKED)
    assert (old.alignment, old.is_current, old.state) == (CROSSED["alignment"], False, PairState.PROPOSED)


def test_a_proposal_loaded_again_does_not_replace_what_somebody_checked(meera, proposed, load):
    correcting.check_pair(pair=proposed["crossed"], actor=meera, alignment=SATURDAY["alignment"])
    upload = load(jsonl(CROSSED, SPARSE, GOOD), collection="Proposed")
    proposed["crossed"].refresh_from_db()
    assert (proposed["crossed"].alignment, proposed["crossed"].state) == (SATURDAY["alignment"], PairState.CHECKED)
    assert upload.summary == {"new": 0, "same": 3, "update": 0, "version": 0}


def test_another_tree_of_the_same_words_is_stored(meera, proposed):
    tree = TREE.replace("VBG", "JJ")
    assert correcting.check_pair(pair=proposed["crossed"], actor=meera, tree=tree).l1_tree == tree


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"tree": TREE.replace("boring", "dull")}, "must hold the words of the sentence in their order: Saturday is"),
        ({"tree": TREE[:-1]}, "never close"),
        ({"alignment": "0-99"}, "0-99"),
        ({"alignment": ""}, "it is empty"),
    ],
)
def test_what_cannot_be_is_refused_in_words_and_nothing_is_stored(meera, proposed, changes, said):
    with pytest.raises(Refused, match=said):
        correcting.check_pair(pair=proposed["crossed"], actor=meera, **changes)
    assert Pair.objects.get(external_id="crossed").is_proposed


def test_who_checks_second_is_told_even_if_the_first_changed_nothing(meera, noor, proposed):
    pair = proposed["good"]
    seen = pair.stamp
    correcting.check_pair(pair=pair, actor=noor, seen=seen)
    with pytest.raises(correcting.Meanwhile, match="Noor has checked this pair meanwhile"):
        correcting.check_pair(pair=pair, actor=meera, alignment="0-0", seen=seen)


def test_a_change_that_nobody_checked_is_noticed_too(meera, proposed):
    pair = proposed["good"]
    seen = pair.stamp
    Pair.objects.filter(pk=pair.pk).update(digest="1" * 64)
    with pytest.raises(correcting.Meanwhile, match="Somebody has changed this pair"):
        correcting.check_pair(pair=pair, actor=meera, seen=seen)


def test_another_researchers_pairs_are_not_checked(kiran, proposed):
    with pytest.raises(Refused, match="Meera's"):
        correcting.check_pair(pair=proposed["good"], actor=kiran)


# -- The queue -------------------------------------------------------------------------------------------------------


def test_the_worst_come_first_each_with_its_reasons(proposed):
    queue = list(workbench.waiting(proposed["good"].collection))
    assert [pair.external_id for pair in queue] == ["sparse", "crossed", "good"]
    assert {reason.name for reason in reasons(queue[0])} >= {"unlinked", "unsure"}
    assert "2 unsure links" in [reason.words for reason in reasons(queue[1])]


def test_what_is_left_is_counted_with_the_reasons(meera, proposed):
    progress = workbench.progress(proposed["good"].collection)
    assert (progress.total, progress.checked, progress.left) == (4, 1, 3)
    assert progress.waiting_for["unsure"] == 2
    correcting.check_pair(pair=proposed["crossed"], actor=meera)
    assert workbench.progress(proposed["good"].collection).left == 2


def test_empty_and_huge_sets_are_reasons():
    assert [reason.name for reason in reasons(Pair(mixed_sentences=0))] == ["empty"]
    assert [reason.name for reason in reasons(Pair(mixed_sentences=1e9, torn_phrases=1))] == ["torn", "huge"]
    assert reasons(Pair(mixed_sentences=20)) == []


def test_how_often_such_pairs_needed_a_change_is_said_where_it_was_measured():
    measured = Pair(l1_lang="en", l2_lang="es", confidence=[0.9], trouble=0.5)
    assert [reason.name for reason in reasons(measured)] == ["average", "chance"]
    unknown = Pair(l1_lang="en", l2_lang="fr", confidence=[0.9], trouble=0.5)
    assert [reason.name for reason in reasons(unknown)] == ["average"]


def test_a_pair_whose_sentences_cannot_be_counted_in_time_is_stored_uncounted(load, monkeypatch):
    monkeypatch.setattr("evaluation.services.pairs.trouble.SECONDS_COUNTING", 0)
    pair = long_pair(2)
    load(jsonl(pair | {"confidence": [0.9] * len(pair["alignment"].split())}))
    stored = Pair.objects.get()
    assert (stored.state, stored.mixed_sentences) == (PairState.PROPOSED, None)


def test_after_the_last_comes_what_was_skipped(proposed):
    sparse, crossed, good = (proposed[name] for name in ("sparse", "crossed", "good"))
    assert workbench.next_after(sparse, trouble=sparse.trouble) == crossed
    assert workbench.next_after(good, trouble=good.trouble) == sparse


# -- Pages -----------------------------------------------------------------------------------------------------------


def test_the_queue_page_says_what_is_left_and_why(meeras, proposed):
    answer = meeras.get(f"/pairs/collections/{proposed['good'].collection_id}/queue/")
    assert "1 of 4 pairs checked, 3 left" in words(answer)
    assert "Unsure links (2)" in words(answer)
    assert "content words without a link count most" in words(answer)
    assert "links 97 % sure on average" in words(answer)
    assert "about 2 in 10 test pairs like it needed a change" in words(answer)
    filtered = meeras.get(f"/pairs/collections/{proposed['good'].collection_id}/queue/?show=unlinked")
    assert "sparse" in filtered.text
    assert ">good<" not in filtered.text


def test_no_more_pairs_no_more_queries(meeras, proposed, load, django_assert_max_num_queries):
    load(jsonl(*(CROSSED | {"id": f"more-{number}"} for number in range(30))), collection="Proposed")
    for part in ("queue", "health"):
        with django_assert_max_num_queries(9):
            assert meeras.get(f"/pairs/collections/{proposed['good'].collection_id}/{part}/").status_code == 200
    with django_assert_max_num_queries(6):
        assert meeras.get(f"/pairs/{proposed['good'].pk}/workbench/").status_code == 200


def test_accepting_goes_on_to_the_next_pair_and_ends_at_the_queue(meeras, proposed):
    for name, following in (("sparse", "crossed"), ("crossed", "good")):
        answer = meeras.post(f"/pairs/{proposed[name].pk}/workbench/", sent(proposed[name]))
        before = f"?before={proposed[name].pk}"
        assert answer.url == f"/pairs/{proposed[following].pk}/workbench/{before}"
    answer = meeras.post(f"/pairs/{proposed['good'].pk}/workbench/", sent(proposed["good"]), follow=True)
    assert "Every pair of this collection is checked." in words(answer)
    assert f"Checked: “{proposed['good'].l1_text}”" in words(answer)
    assert 'href="/studies/new/?collection=' in answer.text


def sent(pair: Pair, **changes: str) -> dict[str, str]:
    return {"alignment": pair.alignment, "tree": pair.l1_tree, "seen": pair.stamp} | changes


def test_what_was_typed_stays_on_the_page_that_refuses_it(meeras, proposed):
    pair = proposed["crossed"]
    answer = meeras.post(f"/pairs/{pair.pk}/workbench/", sent(pair, alignment="0-0 99-1"))
    assert answer.status_code == 400
    assert "link 99-1 points at" in words(answer)
    assert 'value="0-0 99-1"' in answer.text


def test_a_colleague_is_sent_to_the_pairs_own_page(client_of, kiran, proposed):
    pair = proposed["crossed"]
    assert client_of(kiran).get(f"/pairs/{pair.pk}/workbench/").url == f"/pairs/{pair.pk}/"
    assert client_of(kiran).post(f"/pairs/{pair.pk}/workbench/", sent(pair)).url == f"/pairs/{pair.pk}/"
    assert Pair.objects.get(pk=pair.pk).is_proposed


def test_the_preview_shows_what_links_and_tree_come_to(meeras, proposed):
    pair = proposed["crossed"]
    answer = meeras.post(f"/pairs/{pair.pk}/workbench/preview/", sent(pair, alignment=SATURDAY["alignment"]))
    assert "EC0 22 sentences" in words(answer)
    assert "ML2 28 sentences" in words(answer)
    answer = meeras.post(f"/pairs/{pair.pk}/workbench/preview/", sent(pair, alignment="0-0 1-2 2-5 3-1 4-3 5-4"))
    assert "The links tear apart:" in words(answer)
    assert "It may be normal word order" in words(answer)
    pair.refresh_from_db()
    assert pair.alignment == CROSSED["alignment"]


FORGOT = {
    "id": "forgot",
    "l1": {"lang": "en", "tree": "(S (NP (PRP I)) (VP (VBD forgot) (NP (PRP$ my) (NNS keys))))"},
    "l2": {"lang": "es", "tokens": ["Olvidé", "mis", "llaves"]},
    "alignment": "1-0 2-1 3-2",
    "confidence": [0.9, 0.9, 0.9],
}


def test_the_preview_names_the_words_that_need_no_link(meeras, load):
    load(jsonl(FORGOT))
    pair = Pair.objects.get()
    alignment, tree = FORGOT["alignment"], FORGOT["l1"]["tree"]
    said = words(meeras.post(f"/pairs/{pair.pk}/workbench/preview/", {"alignment": alignment, "tree": tree}))
    assert "Without a link, and rightly so if the other sentence has no word for them: I, said with forgot" in said
    linked = {"alignment": f"0-0 {alignment}", "tree": tree}
    assert "Without a link" not in words(meeras.post(f"/pairs/{pair.pk}/workbench/preview/", linked))


@pytest.mark.parametrize("page", ["workbench/preview/", "figures/"])
def test_a_link_that_is_not_used_is_named_with_the_reason(meeras, proposed, page):
    pair, alignment = proposed["sparse"], "0-0 1-1 2-3 2-6 4-4 5-5"
    asked = meeras.get if page == "figures/" else meeras.post
    answer = asked(f"/pairs/{pair.pk}/{page}", sent(pair, alignment=alignment))
    assert "This link is not used: bought – kharida. &#x27;kharida&#x27; does not stand beside" in words(answer)
    assert "content word" not in words(answer)
    assert 'data-link="2-6"' in answer.text


def test_links_of_words_that_stand_together_are_all_used(meeras, proposed):
    pair = proposed["good"]
    assert "not used" not in words(meeras.post(f"/pairs/{pair.pk}/workbench/preview/", sent(pair)))
    assert "not used" not in words(meeras.get(f"/pairs/{pair.pk}/"))


def test_the_preview_never_counts_more_whole_sentences_than_there_are(meeras, proposed):
    pair = proposed["crossed"]
    shown = words(meeras.post(f"/pairs/{pair.pk}/workbench/preview/", sent(pair, alignment="0-0")))
    counts = workbench.preview(pair, alignment="0-0", tree=TREE).models[0].counts
    assert counts.seen_whole <= counts.seen
    assert f"{counts.seen:,} sentences {counts.seen_whole:,} of them with no word missing or said twice" in shown


def test_with_pairs_to_check_the_collection_asks_for_that_first(meeras, proposed):
    page = meeras.get(f"/pairs/collections/{proposed['crossed'].collection_id}/").text
    assert 'class="button primary" href="/pairs/collections/' in page
    assert 'class="button primary" href="/pairs/load/' not in page


def test_a_preview_of_what_cannot_be_says_so(meeras, proposed):
    answer = meeras.post(f"/pairs/{proposed['crossed'].pk}/workbench/preview/", {"alignment": "0-0", "tree": "(S"})
    assert answer.status_code == 400
    assert "holds no word" in words(answer) or "never close" in words(answer)


def test_the_pairs_page_says_its_state_and_puts_it_back(meeras, proposed):
    pair = proposed["good"]
    assert "proposed, nobody has checked it yet" in words(meeras.get(f"/pairs/{pair.pk}/"))
    meeras.post(f"/pairs/{pair.pk}/workbench/", sent(pair))
    assert "checked by Meera" in words(meeras.get(f"/pairs/{pair.pk}/"))
    answer = meeras.post(f"/pairs/{pair.pk}/reopen/", follow=True)
    assert "among those to check again" in words(answer)
    assert "proposed" in words(meeras.get(f"/pairs/collections/{pair.collection_id}/"))


def test_starting_opens_the_worst_pair_and_an_empty_queue_says_so(meeras, meera, proposed, load):
    number = proposed["good"].collection_id
    assert meeras.get(f"/pairs/collections/{number}/queue/start/").url == f"/pairs/{proposed['sparse'].pk}/workbench/"
    assert meeras.get(f"/pairs/{proposed['sparse'].pk}/workbench/skip/").url.startswith(
        f"/pairs/{proposed['crossed'].pk}/workbench/"
    )
    for name in ("sparse", "crossed", "good"):
        correcting.check_pair(pair=proposed[name], actor=meera)
    assert meeras.get(f"/pairs/collections/{number}/queue/start/").url == f"/pairs/collections/{number}/queue/"
