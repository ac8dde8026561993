# SPDX-License-Identifier: MIT
"""The device and the problem of a query."""
import numbers
import weakref

from . import opencl
from .libhone import Owner, check, encoded, lib, needed


class Device(Owner):
    """A device by its fields, as in struct hone::Device: Device(name="…", driver="…", local_memory=49152, …)."""

    def __init__(self, **fields):
        self._keep(needed(lib.hone_device_new()))
        for name, value in fields.items():
            self._set(name, value)

    @classmethod
    def of(cls, device):
        """Reads all OpenCL properties of a pyopencl.Device that hone uses."""
        device = opencl.expected("device", device, "Device")
        calls = opencl.table()
        made = cls.__new__(cls)
        made._keep(needed(lib.hone_device_read(device.int_ptr, calls.device_info, calls.platform_info)))
        return made

    def _keep(self, handle):
        self._handle = handle
        weakref.finalize(self, lib.hone_device_free, handle)

    def _set(self, name, value):
        if isinstance(value, str):
            done = lib.hone_device_set_text(self._handle, encoded("name", name), encoded(name, value))
        elif not hasattr(value, "__index__"):
            raise TypeError(f"{name} is {value!r}; it has to be a whole number")
        else:
            done = lib.hone_device_set_number(self._handle, encoded("name", name), whole(value))
        needed(done)


class Problem(Owner):
    """The arguments of a problem, from a mapping or from pairs: whole numbers, real numbers and words. If an
    argument is set twice, the last value counts."""

    def __init__(self, settings):
        self._handle = needed(lib.hone_problem_new())
        weakref.finalize(self, lib.hone_problem_free, self._handle)
        for name, value in settings.items() if hasattr(settings, "items") else settings:
            self._set(encoded("an argument", name), value)

    def _set(self, name, value):
        if isinstance(value, str):
            check(lib.hone_problem_set_word(self._handle, name, encoded(name.decode(), value)))
        elif isinstance(value, numbers.Real) and not isinstance(value, numbers.Integral):
            check(lib.hone_problem_set_real(self._handle, name, float(value)))
        else:
            check(lib.hone_problem_set(self._handle, name, whole(value)))


def whole(value):
    """Checks that a number fits into 64 bits."""
    number = value.__index__()
    if -2**63 <= number < 2**63:
        return number
    raise OverflowError(f"{number} is more than a problem counts")
