"""The results of choices between two sentences.

- `made`: the choices that count, one row each, and what is known of the sentences;
- `nested`: which models lie within others;
- `opposed`: what a choice puts against each other (models, parts of one model, conditions), and which choices take part
  in no contrast;
- `preferences`: shares of one against another, the pull of the first place, each judge's consistency;
- `scales`: Bradley-Terry and Thurstone scales of models or conditions and of sentences, and ratings beside choices;
- `mixed_model`: the logistic mixed model of each contrast, fitted in the background.
"""
