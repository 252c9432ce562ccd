"""Django's backend for SQLite, with a queue before the write lock: ``base`` is where Django looks for it."""
