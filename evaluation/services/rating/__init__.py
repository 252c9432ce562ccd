"""A judge's way through a study, from consent to the last sentence.

``participation`` leads through the steps, ``questionnaire`` asks about the judge, ``places`` reads what the judge's
page shows, ``recording`` stores the ratings, ``marking`` the words that sounded wrong.
"""
