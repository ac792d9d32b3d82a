"""python3 -m ptoconf MODULE:FUNCTION SET RESULTS: runs a function over a set, as `ptoconf.run` does."""

import argparse
import importlib
import signal
import sys

from .batch import run
from .command import Failed, end


def main():
    """The command."""
    parser = argparse.ArgumentParser(prog="python3 -m ptoconf", description="Run a Python implementation over a vector set.",
                                     epilog="Then: ptoconf check --vectors SET --impl RESULTS")
    parser.add_argument("implementation", metavar="MODULE:FUNCTION", help="called with each tuple (ptoconf.Tuple)")
    parser.add_argument("vectors", metavar="SET", help="folder with a vector set, from ptoconf gen")
    parser.add_argument("results", metavar="RESULTS", help="folder to write")
    parser.add_argument("--force", action="store_true", help="replace results that are there")
    arguments = parser.parse_args()
    module, _, function = arguments.implementation.partition(":")
    sys.path.insert(0, "")
    try:
        implementation = getattr(importlib.import_module(module), function)
    except (ModuleNotFoundError, AttributeError, ValueError) as error:
        if getattr(error, "name", module) not in (module, function):
            raise  # what the module itself imports is not there
        end(f"{arguments.implementation}: {error}; it names a function of a module, such as kernels:tcolsum")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        run(implementation, arguments.vectors, arguments.results, name=arguments.implementation, force=arguments.force)
    except (Failed, OSError) as error:
        end(error)
    except KeyboardInterrupt:
        print("interrupted: no results were written", file=sys.stderr)
        sys.exit(130)
    print(f"next: ptoconf check --impl {arguments.results} --vectors {arguments.vectors}")


if __name__ == "__main__":
    main()
