"""Marks an implementation for the pytest plugin."""


def conformance(op, profile="portable", tier="smoke", **filters):
    """Makes a test function of an implementation: pytest generates the set, runs the function over it, and has a test for each
    form, dtype and rule. `filters` are options of `ptoconf gen`, such as form="plain" or dtype="f16,f32"."""

    def mark(implementation):
        implementation.ptoconf_options = {"op": op, "profile": profile, "tier": tier, **filters}
        return implementation

    return mark
