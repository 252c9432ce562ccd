"""How much room the words of a scale get, and in which direction its points run."""

from evaluation.models import Criterion
from evaluation.pages.rating.scales import direction_of, label_rooms, scale


def rooms(pattern: str) -> list[int]:
    """``rooms("x--x")``: words at the first and the last of four points."""
    return label_rooms([sign.replace("-", "") for sign in pattern])


def test_words_at_the_ends_share_the_row():
    assert rooms("x----x") == [6, 0, 0, 0, 0, 6]
    assert rooms("xx") == [2, 2]


def test_words_in_the_middle_get_as_much_as_those_at_the_ends():
    assert rooms("x----x----x") == [7, 0, 0, 0, 0, 8, 0, 0, 0, 0, 7]
    assert rooms("x-x-x") == [3, 0, 4, 0, 3]


def test_words_at_every_point_get_a_step_each():
    assert rooms("xxxxxxx") == [2] * 7


def test_words_at_some_points_get_the_room_up_to_their_neighbours():
    assert rooms("--x----") == [0, 0, 10, 0, 0, 0, 0]
    assert rooms("x------") == [12, 0, 0, 0, 0, 0, 0]
    assert rooms("-------") == [0] * 7
    assert rooms("-x-x--") == [0, 4, 0, 4, 0, 0]


def test_no_labels_ever_meet():
    for size in range(2, 12):
        for bits in range(1, 2**size):
            labels = ["x" if bits >> point & 1 else "" for point in range(size)]
            check_apart(label_rooms(labels), size)


def check_apart(found: list[int], size: int) -> None:
    end = 0
    for point, room in enumerate(found):
        if room:
            begin = {0: 0, size - 1: 2 * size - room}.get(point, 2 * point + 1 - room // 2)
            assert begin >= end
            assert room >= 2
            end = begin + room
    assert end <= 2 * size


def with_labels(labels: dict[int, str], high: int = 6) -> Criterion:
    return Criterion(key="usage", low=0, high=high, texts={"en": {"labels": {str(k): v for k, v in labels.items()}}})


def test_the_scales_of_a_page_run_in_the_direction_that_fits_all_of_them():
    ends = scale(with_labels({0: "never", 6: "always"}), "en", None)
    some = scale(with_labels(dict.fromkeys(range(7), "rather unlikely")), "en", None)
    many = scale(with_labels(dict.fromkeys(range(11), "rather unlikely"), high=10), "en", None)
    bare = scale(with_labels({}), "en", None)
    assert direction_of([ends, bare]) == "as-row"
    assert direction_of([ends, some]) == direction_of([some, ends]) == "as-row-if-wide"
    assert direction_of([ends, some, many]) == "as-column"
    assert direction_of([]) == "as-row"
