from tests.site.safety.world import built_world, make, world  # noqa: F401  (fixtures)
