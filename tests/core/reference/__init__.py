"""The models written a second and a third time, plainly, to compare the packed sets with."""
