"""What an implementation can answer other than to compute."""

import traceback

LONGEST = 1000


class Rejected(Exception):
    """The tuple is illegal: Rejected("why", rule="tcolsum/same-dtype"). A rule that is named has to be the right one."""

    def __init__(self, message="", rule=None):
        super().__init__(message)
        self.message, self.rule = message, rule


class Unsupported(Exception):
    """The implementation does not have this operation, form or type. Such cases are skipped, and the report says so."""


def answer(implementation, tuple_):
    """What an implementation does with a tuple, as fields of a line of results."""
    try:
        implementation(tuple_)
    except Rejected as rejected:
        rule = {} if rejected.rule is None else {"rule": rejected.rule}
        return {"outcome": "rejected", **rule, **said(rejected.message)}
    except (Unsupported, NotImplementedError) as unsupported:
        return {"outcome": "unsupported", **said(str(unsupported))}
    except Exception as error:  # a mistake in it is no rejection
        place = traceback.extract_tb(error.__traceback__)[-1]
        return {"outcome": "crashed", **said(f"{type(error).__name__}: {error}, at {place.filename}:{place.lineno}")}
    return {"outcome": "ok"}


def said(message):
    """The message of a line of results, if there is one."""
    return {"message": message[:LONGEST]} if message else {}
