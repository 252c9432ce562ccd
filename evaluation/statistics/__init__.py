"""The numbers of a study, as plain functions of arrays: no tables, no pages, no Django.

Each module holds one idea and cites its source. A number that may not exist comes back as a `Figure`, which carries
either a value (with its interval and the n behind it) or the reason why there is none; nobody has to guess what an
empty cell means. scipy is imported inside the functions that need it, so that commands start fast; the server loads it
beforehand.
"""
