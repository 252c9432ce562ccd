"""Two columns of plain text are read as researchers keep them: any names, any usual encoding, spreadsheets."""

from __future__ import annotations

from pathlib import Path

import pytest

from cswitch_core.readers import lines
from cswitch_core.readers.plain import PlainFile, PlainFileError, columns_of, kind_of_file, open_table, read_plain
from cswitch_core.readers.plain.encodings import decoded_lines, encoding_of
from cswitch_core.readers.plain.sheets import _text
from tests.core.plain_files import EN_HI, ROWS, read, spreadsheet, table, texts, written


@pytest.mark.parametrize(
    ("name", "separator"), [("p_tsv", "\t"), ("p_csv", ","), ("p_csv", ";"), ("p_txt", " ||| "), ("p_txt", "\t")]
)
def test_whatever_stands_between_the_columns(tmp_path, name, separator):
    assert texts(read(tmp_path, **{name: table(separator=separator)})) == ROWS


@pytest.mark.parametrize(
    ("header", "first_line"),
    [("English\tHindi", 2), ("Satz\tÜbersetzung", 2), ("source\ttarget", 2), ("", 1)],
)
def test_a_row_of_names_is_no_sentence(tmp_path, header, first_line):
    rows = read(tmp_path, p_tsv=(f"{header}\n" if header else "") + table())
    assert texts(rows) == ROWS
    assert [row.line for row in rows] == [first_line, first_line + 1, first_line + 2]
    assert [row.id for row in rows] == ["1", "2", "3"]


def test_a_short_sentence_in_the_first_row_is_no_name(tmp_path):
    assert len(read(tmp_path, p_tsv="Go home.\tGhar jao.\n" + table())) == 4
    assert len(read(tmp_path, p_tsv="Come\tAao\nGo\tJao\n")) == 2
    assert len(read(tmp_path, p_tsv="In English, please\tHindi mein nahin.\n" + table())) == 4


def test_columns_named_by_their_languages_are_found_in_any_order(tmp_path):
    rows = read(tmp_path, p_tsv="Hindi\tNote\tEnglish\nTel garam hai.\thot\tThe oil is hot.\n")
    assert texts(rows) == [("The oil is hot.", "Tel garam hai.")]
    assert (rows[0].note, rows[0].names) == ("hot", ("English", "Hindi"))


def test_a_column_called_id_gives_the_ids(tmp_path):
    rows = read(tmp_path, p_csv='id,text,translation\ns7,Oil burns.,Tel jalta hai.\n,"Oil, too",Tel bhi\n')
    assert [(row.id, *row.texts) for row in rows] == [
        ("s7", "Oil burns.", "Tel jalta hai."),
        ("2", "Oil, too", "Tel bhi"),
    ]


def test_a_preview_is_told_where_the_sentences_are(tmp_path):
    (file,) = written(tmp_path, p_tsv="Note\tHindi\tEnglish\nhot\tTel garam hai.\tThe oil is hot.\n")
    with file.path.open("rb") as source:
        columns = columns_of(open_table(source, file.name).head, EN_HI)
    assert (columns.places, columns.sides, columns.note) == ((2, 1), ("English", "Hindi"), 0)


def test_a_first_column_of_numbers_is_one_of_ids(tmp_path):
    rows = read(tmp_path, p_tsv="11\tOil burns.\tTel jalta hai.\n12\tGo now.\tAb jao.\n")
    assert [(row.id, row.texts[0]) for row in rows] == [("11", "Oil burns."), ("12", "Go now.")]


def asked(tmp_path, columns: tuple[str, ...], header="auto", content="a\tb\tc\nx 1 y\tx 2 y\tx 3 y\n"):
    return list(read_plain(written(tmp_path, p_tsv=content), EN_HI, columns=columns, header=header))


def test_columns_can_be_asked_for_by_name_and_by_number(tmp_path):
    assert asked(tmp_path, ("C", "a"))[0].texts == ("x 3 y", "x 1 y")
    assert asked(tmp_path, ("2", "3", "1"))[0].id == "x 1 y"
    assert asked(tmp_path, ("1", "2"), "no")[0].texts == ("a", "b")
    assert asked(tmp_path, (), "yes", "Oil burns.\tTel jalta hai.\nGo.\tJao.\n")[0].texts == ("Go.", "Jao.")


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (("a", "d"), "there is no column 'd'. Use a number from 1 to 3, or one of: a, b, c"),
        (("a", "9"), "there is no column '9'"),
        (("a", "a"), "a column is named twice"),
        (("a",), "1 are named. Name the two columns"),
    ],
)
def test_a_column_that_is_not_there_is_named(tmp_path, columns, message):
    with pytest.raises(PlainFileError) as caught:
        asked(tmp_path, columns)
    assert message in str(caught.value)


def test_rows_that_cannot_be_cut_say_nothing_about_the_columns(tmp_path, monkeypatch):
    monkeypatch.setattr("cswitch_core.readers.plain.encodings.MAX_LINE_BYTES", 60)
    long = "x" * 100 + "\n"
    assert texts(read(tmp_path, p_tsv=long + table()))[1:] == ROWS
    assert texts(read(tmp_path, p_tsv="Satz\tTranslat\n" + long + table()))[1:] == ROWS
    with pytest.raises(PlainFileError, match="the rows have one column"):
        read(tmp_path, p_tsv=long)


def test_the_first_of_two_columns_called_id_counts(tmp_path):
    rows = read(tmp_path, p_tsv="id\tEnglish\tHindi\tkey\ns7\tOil burns.\tTel jalta hai.\tk9\n")
    assert (rows[0].id, rows[0].texts) == ("s7", ("Oil burns.", "Tel jalta hai."))


def test_one_column_is_too_few(tmp_path):
    with pytest.raises(PlainFileError, match="the rows have one column"):
        read(tmp_path, p_txt="Oil burns\nTel jalta hai\n")
    with pytest.raises(PlainFileError, match="the file holds no row"):
        read(tmp_path, p_txt="\n \n")


@pytest.mark.parametrize(
    ("codec", "title"), [("utf-8", "UTF-8"), ("utf-8-sig", "UTF-8"), ("utf-16", "UTF-16"), ("cp1252", "Windows-1252")]
)
def test_the_usual_encodings_are_recognised_and_said(tmp_path, codec, title):
    rows = [("The child sleeps.", "El niño duerme."), ("It is “here”.", "Está “aquí”.")]
    (file,) = written(tmp_path, p_tsv=table(rows).encode(codec))
    with file.path.open("rb") as source:
        assert open_table(source, file.name).encoding == title
    assert texts(list(read_plain([file], ("en", "es")))) == rows


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
def test_utf16_is_recognised_without_its_mark(tmp_path, codec):
    assert texts(read(tmp_path, p_tsv=table().encode(codec))) == ROWS


def test_the_encoding_is_looked_for_in_the_whole_file(tmp_path):
    many = table([("The oil is hot.", "El aceite quema.")] * 3000) + "The child sleeps.\tEl niño duerme.\n"
    assert read(tmp_path, ("en", "es"), p_tsv=many.encode("cp1252"))[-1].texts[1] == "El niño duerme."


def test_whoever_stops_reading_early_may_close_the_file(tmp_path):
    (file,) = written(tmp_path, p_tsv=table())
    with file.path.open("rb") as source:
        lines_read = decoded_lines(source, encoding_of(source))
        assert next(lines_read).number == 1
    lines_read.close()
    assert source.closed


def test_one_damaged_line_does_not_turn_devanagari_into_windows_letters(tmp_path):
    good = table([("The oil is hot.", "तेल गरम है।")] * 5).encode()
    rows = read(tmp_path, p_tsv=good + b"Oil\xff burns.\tTel jalta hai.\n")
    assert rows[0].texts[1] == "तेल गरम है।"
    assert rows[5].texts[0] == "Oil\N{REPLACEMENT CHARACTER} burns."


def test_quotes_in_a_table_with_tabs_are_the_speakers_own(tmp_path):
    content = '"Go!" she said.\t"Jao!" usne kaha.\n"Go!"\tJao\n"say ""go"""\tkaho\n"Go"\t"Jao"\n"a\tb"\tc\n'
    assert texts(read(tmp_path, p_tsv=content)) == [
        ('"Go!" she said.', '"Jao!" usne kaha.'),
        ('"Go!"', "Jao"),
        ('say "go"', "kaho"),
        ("Go", "Jao"),
        ("a\tb", "c"),
    ]


def test_a_tab_inside_a_sentence_is_seen(tmp_path):
    rows = read(tmp_path, p_tsv=table() + "He\tgoes home\tWoh ghar jaata hai.\n")
    assert "row: the row has 3 cells, and the table 2 columns. Take the tab" in str(rows[3].problems[0])
    assert (rows[3].problems[0].line, rows[3].problems[0].pair_id) == (4, "4")


def test_a_row_that_cannot_be_cut_is_named(tmp_path, monkeypatch):
    rows = read(tmp_path, p_csv='a,b\n"x" y,z\nGo,Jao\n')
    assert "cannot be read" in str(rows[-2].problems[0])
    monkeypatch.setattr("cswitch_core.readers.plain.encodings.MAX_LINE_BYTES", 30)
    rows = read(tmp_path, p_tsv="Go\tJao\n" + "x" * 100 + "\tJao\n" + "x" * 100)
    assert [row.problems[0].message for row in rows[1:]] == ["the line has 105 bytes", "the line has 100 bytes"]
    assert lines.MAX_LINE_BYTES > 30


def test_a_spreadsheet_is_read_as_it_is(tmp_path):
    rows = read(tmp_path, p_xlsx=spreadsheet(("English", "Hindi"), *ROWS, ("", "")))
    assert texts(rows) == ROWS
    assert rows[0].line == 2
    assert texts(read(tmp_path, p=spreadsheet(*ROWS))) == ROWS
    assert [_text(7.0), _text(7.5), _text("x")] == ["7", "7.5", "x"]


def test_what_is_no_spreadsheet_is_said_to_be_none(tmp_path):
    with pytest.raises(PlainFileError, match="it cannot be read as a spreadsheet"):
        read(tmp_path, p_xlsx=b"PK\x03\x04 nothing")


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("p.jsonl", "", "pairs"),
        ("p.txt", '{"id": "1"}\n', "pairs"),
        ("p.csv", "id,l1_lang,l1_tree\n", "pairs"),
        ("p.csv", "id,alignment of planets,text\n", "table"),
        ("p.tsv", table(), "table"),
        ("p.txt", "", "table"),
        ("p.xlsx", "", "table"),
        ("p.parse", "(S)", "part"),
    ],
)
def test_pairs_and_plain_text_are_told_apart(tmp_path, name, content, kind):
    path = Path(tmp_path) / "file"
    path.write_text(content)
    assert kind_of_file(PlainFile(path, name)) == kind


def test_a_file_of_pairs_is_no_plain_text(tmp_path):
    with pytest.raises(PlainFileError, match="it holds pairs already"):
        read(tmp_path, p_csv="id,l1_lang,l1_tree\n")


def spreadsheet_columns(tmp_path, *rows, languages=EN_HI):
    (file,) = written(tmp_path, p_xlsx=spreadsheet(*rows))
    with file.path.open("rb") as source:
        return columns_of(open_table(source, file.name).head, languages)


NUMBERED = [
    (1, "The oil is hot.", "Tel garam hai.", "check"),
    (2, "She reads a book.", "Woh ek kitaab padhti hai.", ""),
]


@pytest.mark.parametrize("languages", [EN_HI, ("", "")])
def test_a_numbered_sheet_with_notes_is_recognised(tmp_path, languages):
    names = ("No.", "English sentence", "Hindi sentence", "Notes")
    columns = spreadsheet_columns(tmp_path, names, *NUMBERED, languages=languages)
    assert (columns.has_header, columns.places, columns.id, columns.note) == (True, (1, 2), 0, 3)


def test_columns_that_mention_a_language_are_found_in_any_order(tmp_path):
    swapped = [(number, hindi, english, note) for number, english, hindi, note in NUMBERED]
    names = ("Sr. No.", "Sentence (Hindi)", "text_en", "Remark")
    assert spreadsheet_columns(tmp_path, names, *swapped).places == (2, 1)
    assert spreadsheet_columns(tmp_path, names, *swapped, languages=("", "")).places == (1, 2)


def test_numbers_are_never_sentences(tmp_path):
    rows = [(english, 4, hindi) for _, english, hindi, _ in NUMBERED]
    columns = spreadsheet_columns(tmp_path, ("Satz", "Wörter", "Übersetzung"), *rows)
    assert (columns.places, columns.id) == ((0, 2), None)


def test_a_number_that_comes_twice_is_no_id(tmp_path):
    rows = [(7, english, hindi) for _, english, hindi, _ in NUMBERED]
    assert spreadsheet_columns(tmp_path, *rows).places == (1, 2)
    assert spreadsheet_columns(tmp_path, *rows).id is None
    assert spreadsheet_columns(tmp_path, ("No.", "English", "Hindi"), *rows).id is None


def test_of_several_columns_of_text_the_languages_decide(tmp_path):
    rows = [("statement", hindi, "x y", english) for _, english, hindi, _ in NUMBERED]
    assert spreadsheet_columns(tmp_path, *rows).places == (3, 1)
    assert spreadsheet_columns(tmp_path, *rows, languages=("qu", "ay")).places == (1, 2)


def test_a_sentence_about_languages_is_no_header(tmp_path):
    rows = read(tmp_path, p_tsv="Do you speak English?\tKya tum Hindi bolte ho?\n" + table())
    assert len(rows) == 4
