# SPDX-License-Identifier: MIT
"""Runs OpenCL kernels as hone has tuned them.

    import hone
    tuned = hone.Tuned()
    c = tuned.gemm(queue, a, b)          # arrays of PyOpenCL, or of NumPy
    total = tuned.reduce(queue, x)
    kernel = tuned.find("gemm", queue.device, "f32", M=512, N=512, K=512)
    print(kernel.name, kernel.config, kernel.reason)
"""
from .kernel import Extra, Kernel, Launch
from .libhone import Error, lib, text
from .question import Device
from .tuned import Tuned
from .version import __version__

__all__ = ["Device", "Error", "Extra", "Kernel", "Launch", "Tuned", "__version__", "forget_programs",
           "libhone_version"]


def libhone_version():
    """The version of libhone that is loaded."""
    return text(lib.hone_version())


def forget_programs():
    """Releases the programs that are kept in memory, which keep their contexts alive."""
    lib.hone_forget_programs()
