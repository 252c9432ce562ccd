"""What each constraint costs the judges of a study.

- `material`: the ratings of a study's mixed sentences with their broken sets, theory by theory; its matches;
- `matches`: the paired answer, without a model, computed whenever the page is opened;
- `costs`: the model fitted in the background, as plain JSON, kept with what it was computed from;
- `as_json`: how its figures are kept; `weights`: fitted costs as a file that `cswitch generate --weights` reads.

The formulas are in `evaluation.statistics.costs`.
"""
