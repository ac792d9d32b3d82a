"""What an implementation can answer other than to compute."""

import pathlib
import sysconfig
import traceback

LONGEST = 1000
_OTHERS = (str(pathlib.Path(__file__).parent), sysconfig.get_path("purelib"), sysconfig.get_path("platlib"), sysconfig.get_path("stdlib"))


class Rejected(Exception):
    """The tuple is illegal: Rejected("why", rule="tcolsum/same-dtype"). A rule that is named has to be the right one."""

    def __init__(self, message="", rule=None):
        if rule is not None and not isinstance(rule, str):
            raise TypeError(f"the rule of a rejection is a string such as 'tcolsum/same-dtype', not {rule!r}")
        super().__init__(message)
        self.message, self.rule = str(message), rule


class Unsupported(Exception):
    """The implementation does not have this operation, form or type. What the profile requires fails all the same."""


def answer(implementation, tuple_):
    """What an implementation does with a tuple, as fields of a line of results."""
    try:
        returned = implementation(tuple_)
        if returned is not None:
            raise TypeError(f"{type(returned).__name__} was returned; outputs are written in place")
    except Rejected as rejected:
        rule = {} if rejected.rule is None else {"rule": rejected.rule}
        return {"outcome": "rejected", **rule, **said(rejected.message)}
    except (Unsupported, NotImplementedError) as unsupported:
        return {"outcome": "unsupported", **said(str(unsupported))}
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a mistake in it is no rejection, and it does not end the run
        return {"outcome": "crashed", **said(f"{type(error).__name__}: {error}{place(error)}")}
    return {"outcome": "ok"}


def place(error):
    """Where an exception was raised: the innermost line that is not in a library."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if not frame.filename.startswith(_OTHERS)]
    return "".join(f", at {frame.filename}:{frame.lineno}" for frame in (own or frames)[-1:])


def said(message):
    """The message of a line of results, if there is one."""
    return {"message": message[:LONGEST]} if message else {}
