"""python3 -m ptoconf MODULE:FUNCTION SET RESULTS: runs a function over a set, as `ptoconf.run` does."""

import argparse
import importlib
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
    except (ImportError, AttributeError, ValueError) as error:
        end(f"{arguments.implementation}: {error}; it names a function of a module, such as kernels:tcolsum")
    try:
        run(implementation, arguments.vectors, arguments.results, name=arguments.implementation, force=arguments.force)
    except (Failed, FileExistsError) as error:
        end(error)


if __name__ == "__main__":
    main()
