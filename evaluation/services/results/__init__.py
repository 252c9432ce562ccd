"""The results of a study: which ratings count, and every number, computed from the ratings whenever a page is opened.

What counts:
- `selection`: the study's rules about what counts, and excluding judges, sentences and answers by hand;
- `answer_rules`, `exclusions`: those rules applied: whom and what they leave out, each with the reason.

Numbers per sentence, model, pair, phenomenon, judge and group of judges (mean, sigma, ...):
- `scale_counts` has the database count how often each scale point was given, per sentence or per judge;
- `tables` adds those counts up into the rows of each table, one `evaluation.statistics.summary.Summary` per criterion;
- `sentence_page` gives one page of the table of sentences, filtered and sorted;
- `formatting` writes a number as it is shown.

Statistics that need every single rating:
- `rating_arrays` reads the ratings that count as arrays, `rated_items` the mean of each sentence;
- `agreement` between judges; `comparison` of models, with `contrasts`, `set_sizes` and `mixed_model`;
- `picture_data` and `pictures` for the charts.

For people:
- `wording` says results as sentences, `study_summary` sums a study up, `comments` has what judges wrote and marked.

The formulas are in `evaluation.statistics`. Pages, exports and the API call the same functions.
"""
