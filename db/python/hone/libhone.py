# SPDX-License-Identifier: MIT
"""Loads libhone once: its search path, the signatures of its functions, and its failures as exceptions."""
import ctypes
import os
import pathlib
from ctypes import POINTER, byref, c_char_p, c_double, c_int, c_int64, c_size_t, c_uint, c_void_p

from . import version

NAME = f"libhone.so.{version.ABI}"


class Error(RuntimeError):
    """A call failed; the text is that of libhone. `status` is that of C: 1 a bad argument, 2 no kernel
    that can run, 3 no memory, 4 another failure, or a negative number of OpenCL."""

    def __init__(self, status, text):
        super().__init__(text)
        self.status = status


class BadArgument(Error, ValueError):
    """libhone refused an argument."""


class Owner:
    """Owns an object of libhone, and frees it."""

    def __reduce_ex__(self, protocol):
        raise TypeError(f"a hone.{type(self).__name__} cannot be copied or pickled")


class Matrix(ctypes.Structure):
    """hone_matrix"""
    _fields_ = (("buffer", c_void_p), ("offset", c_size_t), ("leading_dimension", c_size_t), ("transposed", c_int))


class Vector(ctypes.Structure):
    """hone_vector"""
    _fields_ = (("buffer", c_void_p), ("offset", c_size_t))


class Events(ctypes.Structure):
    """hone_events"""
    _fields_ = (("waits", c_uint), ("list", POINTER(c_void_p)), ("event", POINTER(c_void_p)))


def _texts(prefix, names):
    return {f"{prefix}_{name}": (c_char_p, [c_void_p]) for name in names.split()}


# Result type and argument types of each function.
_SIGNATURES = {
    "hone_version": (c_char_p, []),
    "hone_error_text": (c_char_p, []),
    "hone_error_status": (c_int, []),
    "hone_device_new": (c_void_p, []),
    "hone_device_set_text": (c_int, [c_void_p, c_char_p, c_char_p]),
    "hone_device_set_number": (c_int, [c_void_p, c_char_p, c_int64]),
    "hone_device_read": (c_void_p, [c_void_p, c_void_p, c_void_p]),
    "hone_device_free": (None, [c_void_p]),
    "hone_problem_new": (c_void_p, []),
    "hone_problem_set": (c_int, [c_void_p, c_char_p, c_int64]),
    "hone_problem_set_real": (c_int, [c_void_p, c_char_p, c_double]),
    "hone_problem_set_word": (c_int, [c_void_p, c_char_p, c_char_p]),
    "hone_problem_free": (None, [c_void_p]),
    "hone_open": (c_void_p, []),
    "hone_open_files": (c_void_p, [POINTER(c_char_p), c_size_t]),
    "hone_close": (None, [c_void_p]),
    "hone_trust_databases": (c_int, [c_void_p]),
    "hone_skipped": (c_size_t, [c_void_p]),
    "hone_skipped_file": (c_char_p, [c_void_p, c_size_t]),
    "hone_skipped_reason": (c_char_p, [c_void_p, c_size_t]),
    "hone_find": (c_void_p, [c_void_p, c_char_p, c_void_p, c_char_p, c_void_p]),
    "hone_find_rewritten": (c_void_p, [c_void_p, c_char_p, c_void_p, c_char_p, c_void_p]),
    "hone_find_objective": (c_void_p, [c_void_p, c_char_p, c_void_p, c_char_p, c_void_p, c_int]),
    "hone_reject": (c_void_p, [c_void_p, c_void_p]),
    "hone_kernel_free": (None, [c_void_p, c_void_p]),
    "hone_set_source": (c_int, [c_void_p, c_char_p, c_char_p]),
    "hone_kernel_match": (c_int, [c_void_p]),
    "hone_match_text": (c_char_p, [c_int]),
    "hone_kernel_confidence": (c_double, [c_void_p]),
    "hone_kernel_expected_ns": (c_double, [c_void_p]),
    **_texts("hone_kernel", "reason stale name routine precision source source_path build_options rewrite config problem"),
    "hone_kernel_launches": (c_size_t, [c_void_p]),
    "hone_launch_entry": (c_char_p, [c_void_p, c_size_t]),
    "hone_launch_dimensions": (c_uint, [c_void_p, c_size_t]),
    "hone_launch_local": (POINTER(c_size_t), [c_void_p, c_size_t]),
    "hone_launch_global": (POINTER(c_size_t), [c_void_p, c_size_t]),
    "hone_launch_arguments": (c_size_t, [c_void_p, c_size_t]),
    "hone_launch_argument": (c_char_p, [c_void_p, c_size_t, c_size_t]),
    "hone_kernel_extras": (c_size_t, [c_void_p]),
    "hone_extra_kind": (c_char_p, [c_void_p, c_size_t]),
    "hone_extra_name": (c_char_p, [c_void_p, c_size_t]),
    "hone_extra_type": (c_char_p, [c_void_p, c_size_t]),
    "hone_extra_bytes": (c_size_t, [c_void_p, c_size_t]),
    "hone_extra_value": (c_double, [c_void_p, c_size_t]),
    "hone_precision_of": (c_int, [c_char_p, POINTER(c_int)]),
    "hone_gemm_tuned": (c_int, [c_void_p, c_void_p, c_void_p, c_int, c_int, c_size_t, c_size_t, c_size_t, c_double,
                                Matrix, Matrix, c_double, Matrix, Events]),
    "hone_reduce_tuned": (c_int, [c_void_p, c_void_p, c_void_p, c_int, c_int, c_size_t, Vector, Vector, Vector,
                                  Events]),
    "hone_forget_programs": (None, []),
}


def candidates():
    """Yields where the library may be: the file in HONE_LIBRARY, the folder of an installed module, the system's search
    path."""
    named = os.environ.get("HONE_LIBRARY")
    if named:
        return [named]
    libraries = pathlib.Path(__file__).resolve().parents[3]  # LIB/python3/dist-packages/hone
    beside = [libraries / NAME, *sorted(libraries.glob("*/" + NAME))]
    return [*(str(file) for file in beside if file.exists()), NAME]


def _open():
    failures = []
    for file in candidates():
        try:
            return ctypes.CDLL(file)
        except OSError as error:
            failures.append(str(error))
    raise ImportError(f"{NAME} was not found ({'; '.join(failures)}); "
                      "install libhone, or let HONE_LIBRARY name the file")


def check_version(library):
    """Raises ImportError if the library is older than this module."""
    library.hone_version.restype = c_char_p
    found = library.hone_version().decode()
    if not version.fits(found):
        raise ImportError(f"this module is hone {version.__version__}, but {library._name} is {found}; "
                          "install both from one version")


def load():
    library = _open()
    check_version(library)
    for name, (gives, takes) in _SIGNATURES.items():
        call = getattr(library, name)
        call.restype, call.argtypes = gives, takes
    return library


lib = load()


def error_text():
    return (lib.hone_error_text() or b"").decode(errors="replace")


def check(status):
    """Raises an Error for every status but HONE_OK."""
    if status != 0:
        raise (BadArgument if status == 1 else Error)(status, error_text())


def needed(handle):
    """Returns the handle. Raises an Error if it is NULL."""
    if not handle:
        check(lib.hone_error_status())
    return handle


def text(given):
    return (given or b"").decode(errors="replace")


def encoded(name, given):
    """Converts a str for C."""
    if not isinstance(given, str):
        raise TypeError(f"{name} is {given!r}; it has to be a str")
    return without_nul(name, given.encode())


def without_nul(name, given):
    """Checks that a text has no zero byte, at which C would end it."""
    if b"\0" in given:
        raise ValueError(f"{name} has a NUL character: {given!r}")
    return given


def precision_of(name):
    """Returns the number of a precision."""
    number = c_int()
    check(lib.hone_precision_of(encoded("precision", name), byref(number)))
    return number.value
