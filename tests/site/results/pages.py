"""The pages of results, by the end of their addresses."""

PARTS = (
    *("", "text/", "comments/", "sentences/", "models/", "pairs/", "phenomena/", "judges/", "judges/J01/", "groups/"),
    *("agreement/", "comparison/", "pictures/"),
)
PICTURES = ("sentences", "models", "means", "judges-by-sentences", "agreement", "progress")


def address(study, part=""):
    return f"/studies/{study.slug}/results/{part}"


def text(response):
    assert response.status_code == 200
    return response.content.decode()
