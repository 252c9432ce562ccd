"""``manage.py load_pairs``: the same steps from the command line."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from evaluation.models import Collection, Pair, Upload
from tests.site.files import PAPER, SATURDAY, WASTE, jsonl


@pytest.fixture
def command(noor, tmp_path):
    def run(content: bytes, *options, name="paper.jsonl"):
        file = tmp_path / name
        file.write_bytes(content)
        output, errors = StringIO(), StringIO()
        try:
            call_command("load_pairs", str(file), *options, stdout=output, stderr=errors)
        finally:
            run.errors = errors.getvalue()
        return output.getvalue()

    return run


def test_it_loads_a_file_into_a_collection_of_its_name(command):
    count = len(PAPER.splitlines())
    assert f"paper: {count} new." in command(PAPER.encode())
    assert Collection.objects.get().name == "paper"
    assert Pair.objects.count() == count


def test_loading_again_changes_nothing(command):
    command(PAPER.encode())
    assert f"paper: {len(PAPER.splitlines())} unchanged." in command(PAPER.encode())


def test_it_loads_into_the_collection_asked_for(command):
    command(PAPER.encode(), "--collection", "Bhat et al.")
    assert Collection.objects.get().name == "Bhat et al."


def test_with_a_bad_row_it_loads_nothing_and_names_the_line(command):
    with pytest.raises(CommandError, match="Nothing was loaded"):
        command(jsonl(SATURDAY, WASTE | {"alignment": "0-77"}))
    assert "paper.jsonl:2: alignment: " in command.errors
    assert not Pair.objects.exists()
    assert not Collection.objects.exists()
    assert not Upload.objects.exists()


def test_it_skips_bad_rows_when_asked_to(command):
    command(jsonl(SATURDAY) + b"no json\n" + jsonl(WASTE), "--on-error", "skip")
    assert "paper.jsonl:2: line: " in command.errors
    assert Pair.objects.count() == 2


def test_it_shows_the_first_problems_of_a_very_bad_file(command):
    with pytest.raises(CommandError):
        command(b"no json\n" * 60)
    assert "10 more bad rows" in command.errors


@pytest.mark.parametrize(("content", "words"), [(b"", "empty"), (b"%PDF", "not a text file")])
def test_it_says_why_a_file_cannot_be_one(command, content, words):
    with pytest.raises(CommandError, match=words):
        command(content)


def test_a_file_that_is_not_there_is_named(noor):
    with pytest.raises(CommandError, match=r"nowhere.jsonl cannot be read: No such file"):
        call_command("load_pairs", "nowhere.jsonl")


def test_it_loads_for_the_person_named(command, meera):
    command(PAPER.encode(), "--owner", "meera")
    assert Collection.objects.get().owner == meera


def test_judges_own_no_pairs(command, asha):
    with pytest.raises(CommandError, match="no researcher or admin called asha"):
        command(PAPER.encode(), "--owner", "asha")


def test_without_an_admin_it_says_how_to_make_one(db, tmp_path):
    file = tmp_path / "paper.jsonl"
    file.write_text(PAPER, encoding="utf-8")
    with pytest.raises(CommandError, match="createsuperuser"):
        call_command("load_pairs", str(file))


@pytest.mark.parametrize("options", [(), ("--on-error", "skip")])
def test_a_wrong_header_is_said_once_and_leaves_nothing_behind(command, options):
    with pytest.raises(CommandError, match="no row of this file can be loaded"):
        command(b"l1_tree,alignment\n(NN oil),0-0\n(NN oil),0-0\n", *options, name="paper.csv")
    assert command.errors.count("paper.csv:1: header: the columns id, l1_lang") == 1
    assert not Collection.objects.exists()
    assert not Upload.objects.exists()


# -- Plain sentences -------------------------------------------------------------------------------------------------

PLAIN = b"English\tHindi\nRavi drinks hot tea.\tRavi garam chai peeta hai.\nMaria sings.\tMaria gaati hai.\n"


def test_plain_sentences_become_proposed_pairs(command):
    assert "plain: 2 new." in command(PLAIN, "--languages", "en,hi", name="plain.tsv")
    pair = Pair.objects.get(external_id="1")
    assert pair.is_proposed
    assert (pair.l1_lang, pair.l2_text) == ("en", "Ravi garam chai peeta hai.")


def test_plain_sentences_without_languages_are_refused_with_the_option_and_leave_nothing(command):
    with pytest.raises(CommandError, match="name their languages, such as --languages en,hi"):
        command(PLAIN, name="plain.tsv")
    assert not Upload.objects.exists()
    assert not Collection.objects.exists()


def test_a_header_that_pairs_do_not_have_is_named_as_well(command):
    with pytest.raises(CommandError, match="If it holds pairs, its header lacks their columns: id, l1_lang"):
        command(b"name,tree\n1,(NN oil)\n2,(NN oil)\n", name="paper.csv")
    assert not Upload.objects.exists()


def test_pairs_name_their_languages_themselves(command):
    with pytest.raises(CommandError, match="leave --languages out"):
        command(PAPER.encode(), "--languages", "en,hi")
    assert not Pair.objects.exists()
    assert not Upload.objects.exists()


def test_a_bad_row_of_plain_sentences_is_named_and_nothing_is_loaded(command):
    with pytest.raises(CommandError, match="Nothing was loaded"):
        command(PLAIN + b"She reads.\t\n", "--languages", "en,hi", name="plain.tsv")
    assert "plain.tsv:4: Hindi: the sentence is missing. Give the sentence in both languages" in command.errors
    assert not Pair.objects.exists()


def test_columns_files_and_a_word_list_are_taken_as_on_the_page(command, tmp_path):
    (tmp_path / "words.tsv").write_bytes(b"sings\tgaati\n")
    (tmp_path / "x.hi").write_bytes(b"Maria gaati\n")
    (tmp_path / "x.align").write_bytes(b"0-0 1-1\n")
    parallel = ["--languages", "en,hi", "--lexicon", str(tmp_path / "words.tsv")]
    command(b"Maria sings\n", str(tmp_path / "x.hi"), str(tmp_path / "x.align"), *parallel, name="x.en")
    assert Pair.objects.get().alignment == "0-0 1-1"
    assert Collection.objects.get().word_lists.get().entries == [["sings", "gaati"]]
    turned = b"1\tMaria gaati hai.\tMaria sings.\n"
    command(turned, "--languages", "en,hi", "--columns", "3,2,1", "--header", "no", name="turned.tsv")
    assert Pair.objects.get(collection__name="turned").l1_text == "Maria sings."


def test_a_word_list_that_is_not_there_leaves_nothing(command):
    with pytest.raises(CommandError, match="cannot be read: No such file"):
        command(PLAIN, "--languages", "en,hi", "--lexicon", "nowhere.tsv", name="plain.tsv")
    assert not Upload.objects.exists()
