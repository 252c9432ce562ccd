"""The web application: people load pairs, rate sentences, and read results."""

import os

# Matrices here are small. Two threads that share one wait for each other, up to a hundred times as long as one thread
# works where other processes want the cores as well. Read when numpy is imported, which is after this.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
