"""A whole study out of the zip that an export made, on another site or on this one after it was lost.

``zip_file`` opens the zip and trusts nothing in it before every checksum holds; ``restoring`` stores its rows in one
transaction; ``verifying`` computes every table again and compares it with the zip's; ``bringing_in`` is what the page
and the command call.
"""

from evaluation.services.imports.studies.bringing_in import Outcome, bring_in, receive_study

__all__ = ["Outcome", "bring_in", "receive_study"]
