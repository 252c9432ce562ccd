"""The results of a study: which ratings count, and every number recomputed from them when it is asked for.

`selection` says what counts, `counts` asks the database how often each scale point was given, and the tables,
agreement and comparison follow from those. Pages, exports and the API call the same functions.
"""
