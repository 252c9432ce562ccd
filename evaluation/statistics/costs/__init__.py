"""What breaking a constraint costs: ratings of sentences with known broken sets in, costs with intervals out.

The model is that of docs/methods.md, *What breaking a constraint costs*: a cumulative link mixed model with one level
per clear broken set, switch points, the pairs' means, and slopes of judges and pairs.
"""
