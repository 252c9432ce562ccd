"""What a new study starts with: the paper's two criteria with its own labels, and texts in both languages."""

from __future__ import annotations

from evaluation.models import Criterion, Study

PAPER_LOW, PAPER_HIGH = 0, 5
# The upper half of the paper's scale, as its section 2.4 needs a sentence to be acceptable or not.
PAPER_CUT = 3
# The English anchors are the paper's own words (Bhat et al. 2017, section 4.2).
USAGE = {
    "en": {
        "name": "Likelihood of usage",
        "question": "How likely is it that you would hear or use this sentence?",
        "labels": {"0": "do not expect to hear or use ever", "5": "extremely likely to be heard/used"},
    },
    "hi": {
        "name": "प्रयोग की संभावना",
        "question": "इस वाक्य को सुनने या बोलने की कितनी संभावना है?",
        "labels": {
            "0": "कभी सुनने या बोलने की उम्मीद नहीं",
            "5": "सुने या बोले जाने की बहुत अधिक संभावना",
        },
    },
}
FLUENCY = {
    "en": {
        "name": "Fluency",
        "question": "How clear and fluent does this sentence sound?",
        "labels": {"0": "does not make sense or sound right", "5": "absolutely clear and fluent"},
    },
    "hi": {
        "name": "प्रवाह",
        "question": "यह वाक्य कितना स्पष्ट और सहज लगता है?",
        "labels": {"0": "न अर्थ बनता है, न सुनने में ठीक लगता है", "5": "पूरी तरह स्पष्ट और सहज"},
    },
}
PAPER_CRITERIA = {"usage": USAGE, "fluency": FLUENCY}

INSTRUCTIONS = {
    "en": (
        "You will see sentences that mix two languages, one at a time.\n\n"
        "- Say for each how it sounds **to you**. There are no right answers.\n"
        "- Go by your first impression; do not look anything up.\n"
        "- If you cannot judge a sentence, say so and go on."
    ),
    "hi": (
        "आपको एक-एक करके ऐसे वाक्य दिखाए जाएँगे जिनमें दो भाषाएँ मिली हुई हैं।\n\n"
        "- हर वाक्य के बारे में बताइए कि वह **आपको** कैसा लगता है। कोई उत्तर सही या ग़लत नहीं है।\n"
        "- अपनी पहली छाप पर चलिए; कहीं कुछ खोजिए नहीं।\n"
        "- यदि आप किसी वाक्य को परख नहीं सकते, तो वैसा बताकर आगे बढ़िए।"
    ),
}
# What every study says about pseudonyms and withdrawing, the page says by itself.
CONSENT = {
    "en": (
        "This study asks how sentences that mix languages sound to people who speak both.\n\n"
        "Taking part is voluntary, and you can stop at any time. Your ratings may be published, without your name."
    ),
    "hi": (
        "यह अध्ययन जानना चाहता है कि दो भाषाओं के मिले-जुले वाक्य दोनों भाषाएँ बोलने वालों को कैसे लगते हैं।\n\n"
        "भाग लेना आपकी इच्छा पर है, और आप कभी भी रुक सकते हैं। आपके दिए अंक आपके नाम के बिना प्रकाशित हो सकते हैं।"
    ),
}
# The pages' headings say thank you.
THANKS = {
    "en": "Your ratings have been saved. You can close this page.",
    "hi": "आपके अंक सहेज लिए गए हैं। आप यह पन्ना बंद कर सकते हैं।",
}
REFUSAL = {
    "en": "This study needs judges with another language background, so it ends here for you.",
    "hi": "इस अध्ययन को दूसरी भाषा-पृष्ठभूमि वाले लोगों की आवश्यकता है, इसलिए आपके लिए यह यहीं समाप्त होता है।",
}
QUESTIONS_ASKED = ("native_language", "other_languages", "age", "education", "grew_up")


def make_paper_criteria(study: Study) -> None:
    Criterion.objects.bulk_create(
        [
            Criterion(
                study=study, position=position, key=key, texts=texts, low=PAPER_LOW, high=PAPER_HIGH, cut=PAPER_CUT
            )
            for position, (key, texts) in enumerate(PAPER_CRITERIA.items())
        ]
    )
