"""The study's own rows in the zip, from which a site gives the whole study back: the folder ``study/``.

``study.json`` has the format, the settings, the criteria and the collections; the other files have a row a line, in the
order in which they were stored, for results depend on that order where chance or floating point does. Rows name each
other by what people see (a judge's pseudonym and trial, a sentence's number, a criterion's key, a pair's place in its
file), never by the numbers of a database. What equals a column's default is left out.

No name, address, password, link or participant id is in it, and ages are the beginnings of their bands of five years.
"""

from evaluation.services.exports.study_rows.fields import FORMAT
from evaluation.services.exports.study_rows.writing import FOLDER, STUDY_FILE, row_files

__all__ = ["FOLDER", "FORMAT", "STUDY_FILE", "row_files"]
