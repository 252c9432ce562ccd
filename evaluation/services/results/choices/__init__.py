"""The results of choices between two sentences.

- `made`: the choices that count, one row each, and what is known of the sentences;
- `preferences`: shares of one condition against another, the pull of the first place, each judge's consistency;
- `scales`: Bradley-Terry and Thurstone scales of conditions, models and sentences, and ratings beside choices;
- `mixed_model`: the logistic mixed model of each contrast, fitted in the background.
"""
