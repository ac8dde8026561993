# SPDX-License-Identifier: MIT
"""The table of OpenCL calls that libhone makes (hone_opencl of <hone/opencl_calls.h>): libhone links no OpenCL, and is
handed the calls of the loader that PyOpenCL uses."""
import ctypes
import functools
import sys
from ctypes import c_int, c_size_t, c_uint64, c_void_p

# HONE_OPENCL_CALLS, in the same order.
CALLS = """clCreateProgramWithSource clCreateProgramWithBinary clBuildProgram clGetProgramInfo clGetProgramBuildInfo
clRetainProgram clReleaseProgram clCreateKernel clReleaseKernel clSetKernelArg clGetKernelArgInfo clCreateBuffer
clCreateSubBuffer clGetMemObjectInfo clReleaseMemObject clGetCommandQueueInfo clRetainCommandQueue
clReleaseCommandQueue clEnqueueNDRangeKernel clEnqueueReadBuffer clEnqueueCopyBufferRect
clEnqueueMarkerWithWaitList clRetainEvent clReleaseEvent clFlush clGetEventInfo clGetKernelWorkGroupInfo
clGetContextInfo""".split()

_CREATE_QUEUE = ctypes.CFUNCTYPE(c_void_p, c_void_p, c_void_p, ctypes.POINTER(c_int))


class Table(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("device_info", c_void_p), ("platform_info", c_void_p),
                ("create_queue", _CREATE_QUEUE), *((name, c_void_p) for name in CALLS)]


def _loader():
    """The OpenCL loader of this process: PyOpenCL may have brought one of its own."""
    with open("/proc/self/maps", encoding="utf-8", errors="replace") as maps:
        loaded = [line.split(None, 5)[5].strip() for line in maps if "libOpenCL" in line]
    return ctypes.CDLL(loaded[0] if loaded else "libOpenCL.so.1")


def _address(loader, name):
    return ctypes.cast(getattr(loader, name), c_void_p).value


def expected(name, given, kind):
    """What was given, where it is of this class of PyOpenCL; libhone would take any other handle for one."""
    pyopencl = sys.modules.get("pyopencl")
    wanted = getattr(pyopencl, kind) if pyopencl else ()
    if isinstance(given, wanted):
        return given
    raise TypeError(f"{name} is a {type(given).__name__}; it has to be a pyopencl.{kind}")


@functools.lru_cache(maxsize=None)
def table():
    """One for the process; the queue that it creates has no properties."""
    loader = _loader()
    create = loader.clCreateCommandQueue
    create.restype, create.argtypes = c_void_p, [c_void_p, c_void_p, c_uint64, ctypes.POINTER(c_int)]
    return Table(ctypes.sizeof(Table), _address(loader, "clGetDeviceInfo"), _address(loader, "clGetPlatformInfo"),
                 _CREATE_QUEUE(lambda context, device, status: create(context, device, 0, status)),
                 *(_address(loader, name) for name in CALLS))
