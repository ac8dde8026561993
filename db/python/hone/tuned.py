# SPDX-License-Identifier: MIT
"""The tuned results: queries, matrix products and reductions."""
import ctypes
import os
import weakref

from .kernel import Kernel
from .libhone import Owner, check, encoded, lib, needed, text, without_nul
from .question import Device, Problem

# In the order of hone_objective.
OBJECTIVES = ("time", "sustained", "energy", "edp")


class Tuned(Owner):
    """Reads the databases of the user, of the site and of hone; or only these files."""

    def __init__(self, files=None):
        if files is None:
            handle = lib.hone_open()
        else:
            if isinstance(files, (str, bytes, os.PathLike)):
                files = [files]
            names = [without_nul("a file", os.fsencode(file)) for file in files]
            handle = lib.hone_open_files((ctypes.c_char_p * len(names))(*names), len(names))
        self._handle = needed(handle)
        # Not at the end of the process: the driver may be unloaded by then.
        weakref.finalize(self, lib.hone_close, self._handle).atexit = False

    @property
    def skipped(self):
        """The databases that were skipped: pairs of a file and a reason."""
        return [(text(lib.hone_skipped_file(self._handle, i)), text(lib.hone_skipped_reason(self._handle, i)))
                for i in range(lib.hone_skipped(self._handle))]

    def trust_databases(self):
        """Also takes the texts of kernels from databases. A kernel is a program: call it only if every database that is
        read is your own."""
        check(lib.hone_trust_databases(self._handle))

    def set_source(self, kernel, source):
        """Sets the current source of a kernel. Answers for another text are then stale."""
        check(lib.hone_set_source(self._handle, encoded("kernel", kernel), encoded("source", source)))

    def find(self, what, device, precision="f32", problem=(), /, **more):
        """Returns the best answer for a routine, or for one kernel by its name:
        find("gemm", queue.device, "f32", M=512, N=512, K=512). `device` is PyOpenCL's or a hone.Device."""
        return self._find(lib.hone_find, what, device, precision, problem, more)

    def find_rewritten(self, what, device, precision="f32", problem=(), /, **more):
        """The same for callers that rewrite built programs as Kernel.rewrite says, as gemm and reduce do."""
        return self._find(lib.hone_find_rewritten, what, device, precision, problem, more)

    def find_objective(self, objective, what, device, precision="f32", problem=(), /, **more):
        """The best by another objective than the "time": the time under sustained load ("sustained"), its "energy", or
        energy times time ("edp"). If it was not measured for this problem, the fastest is returned, and the
        reason says so."""
        if objective not in OBJECTIVES:
            raise ValueError(f"no objective is called {objective!r}; there are {', '.join(OBJECTIVES)}")

        def call(*asked):
            return lib.hone_find_objective(*asked, OBJECTIVES.index(objective))
        return self._find(call, what, device, precision, problem, more)

    def _find(self, call, what, device, precision, problem, more):
        pairs = [*(problem.items() if hasattr(problem, "items") else problem), *more.items()]
        asked = Problem(pairs)
        asks = device if isinstance(device, Device) else Device.of(device)
        return self._given(call(self._handle, encoded("what", what), asks._handle, encoded("precision", precision),
                                asked._handle))

    def reject(self, kernel):
        """Returns the next answer, instead of one that could not be built or run."""
        return self._given(lib.hone_reject(self._handle, kernel._handle))

    def _given(self, handle):
        return Kernel(self, needed(handle))

    def gemm(self, queue, a, b, **options):
        """Computes alpha * a @ b + beta * out with the fastest known kernel for the device of the queue.

        Arrays are PyOpenCL's, or NumPy's, which are moved to the device; the result is of the same kind. Views,
        slices and transposes (a.T) are multiplied where they lie. Options: out, alpha, beta, wait_for (events), and
        precision ("f16", "bf16", "tf32", "tf32x3", "f32", "f64"), which else follows from the elements. The result
        carries the call's event: result.events[-1]. Throws an Error where libhone cannot do it, a ValueError or a
        TypeError for arrays that do not fit."""
        from . import routines  # needs PyOpenCL, which find() does not need
        return routines.gemm(self._handle, queue, a, b, **options)

    def reduce(self, queue, x, y=None, **options):
        """Computes the sum of all elements of x; or operation="asum", "max", or "dot" of x and y. Options: operation,
        out (an array of one element), wait_for, precision ("f32", "f64", "i32")."""
        from . import routines
        return routines.reduce(self._handle, queue, x, y, **options)
