# SPDX-License-Identifier: MIT
"""The version of the module. It works with libraries of its ABI that are not older."""

__version__ = "0.1.0"
ABI = 2


def numbers(version):
    """"0.1.0" as (0, 1, 0); what follows the digits of a part is left out."""
    digits = ["".join(c for c in part if c.isdigit()) for part in version.split(".")]
    return tuple(int(part or 0) for part in digits)


def fits(library):
    """Whether a library of this version has all functions that this module calls."""
    return numbers(library) >= numbers(__version__)
