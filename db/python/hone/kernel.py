# SPDX-License-Identifier: MIT
"""An answer of libhone: how to run a kernel for one problem on one device, and how reliable the answer is."""
import re
import weakref
from typing import NamedTuple

from .libhone import Owner, lib, text


class Launch(NamedTuple):
    """One launch of a kernel: its sizes in each dimension, and its arguments."""
    entry: str
    local: tuple  # None if the driver chooses, as in PyOpenCL
    global_: tuple
    arguments: tuple  # by name, in the order of the entry's signature


class Extra(NamedTuple):
    """An argument that belongs to the way of computing: a "scratch" buffer or "local" memory of so many bytes, or a
    "scalar" of a type and a value."""
    kind: str
    name: str
    type: str
    bytes: int
    value: float


def _value(word):
    """Converts a text to an int or a float, if it is one."""
    for number in (int, float):
        try:
            return number(word)
        except ValueError:
            pass
    return word


def _settings(joined):
    """"M=64 alpha=0.5 KIND=fast" as a dict. A word may have blanks in it."""
    pairs = (part.split("=", 1) for part in re.split(r" (?=\w+=)", joined) if part)
    return {name: _value(value) for name, value in pairs}


def _give_back(tuned, handle):
    lib.hone_kernel_free(tuned._handle, handle)


def _read(call):
    return property(lambda self: text(call(self._handle)), doc=call.__name__)


class Kernel(Owner):
    """An answer of find(). It is true if there is a kernel to run."""

    def __init__(self, tuned, handle):
        self._tuned = tuned  # owns the handle
        self._handle = handle
        weakref.finalize(self, _give_back, tuned, handle).atexit = False

    name = _read(lib.hone_kernel_name)
    routine = _read(lib.hone_kernel_routine)
    precision = _read(lib.hone_kernel_precision)
    source = _read(lib.hone_kernel_source)
    source_path = _read(lib.hone_kernel_source_path)
    build_options = _read(lib.hone_kernel_build_options)
    rewrite = _read(lib.hone_kernel_rewrite)  # target to rewrite the built program for, or ""
    reason = _read(lib.hone_kernel_reason)
    stale = _read(lib.hone_kernel_stale)

    @property
    def match(self):
        """"exact", "near", "driver", "far", "architecture", "vendor", "portable", "defaults" or "none"."""
        return text(lib.hone_match_text(lib.hone_kernel_match(self._handle)))

    @property
    def confidence(self):
        return lib.hone_kernel_confidence(self._handle)

    @property
    def expected_ns(self):
        """The expected time of all launches in nanoseconds; 0 if it is unknown."""
        return lib.hone_kernel_expected_ns(self._handle)

    @property
    def config(self):
        return _settings(text(lib.hone_kernel_config(self._handle)))

    @property
    def problem(self):
        """The complete problem: arguments that were not given have their defaults."""
        return _settings(text(lib.hone_kernel_problem(self._handle)))

    @property
    def launches(self):
        return [self._launch(index) for index in range(lib.hone_kernel_launches(self._handle))]

    def _launch(self, index):
        dimensions = lib.hone_launch_dimensions(self._handle, index)
        count = lib.hone_launch_arguments(self._handle, index)
        local = lib.hone_launch_local(self._handle, index)
        return Launch(text(lib.hone_launch_entry(self._handle, index)),
                      tuple(local[:dimensions]) if local else None,
                      tuple(lib.hone_launch_global(self._handle, index)[:dimensions]),
                      tuple(text(lib.hone_launch_argument(self._handle, index, i)) for i in range(count)))

    @property
    def extras(self):
        return [Extra(text(lib.hone_extra_kind(self._handle, i)), text(lib.hone_extra_name(self._handle, i)),
                      text(lib.hone_extra_type(self._handle, i)), lib.hone_extra_bytes(self._handle, i),
                      lib.hone_extra_value(self._handle, i))
                for i in range(lib.hone_kernel_extras(self._handle))]

    def __bool__(self):
        return self.match != "none"

    def __repr__(self):
        return f"<hone.Kernel {self.name or 'none'}: {self.reason}>"
