# SPDX-License-Identifier: MIT
"""The table of OpenCL functions that libhone calls (hone_opencl of <hone/opencl_calls.h>). libhone does not link
OpenCL: it gets the functions of the loader that PyOpenCL uses."""
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
    """Finds the OpenCL loader of this process. PyOpenCL may contain its own."""
    with open("/proc/self/maps", encoding="utf-8", errors="replace") as maps:
        loaded = [line.split(None, 5)[5].strip() for line in maps if "libOpenCL" in line]
    return ctypes.CDLL(loaded[0] if loaded else "libOpenCL.so.1")


def _address(loader, name):
    return ctypes.cast(getattr(loader, name), c_void_p).value


def expected(name, given, kind):
    """Returns an object of this class of PyOpenCL, else raises TypeError: libhone cannot tell handles apart."""
    pyopencl = sys.modules.get("pyopencl")
    wanted = getattr(pyopencl, kind) if pyopencl else ()
    if isinstance(given, wanted):
        return given
    raise TypeError(f"{name} is a {type(given).__name__}; it has to be a pyopencl.{kind}")


@functools.lru_cache(maxsize=None)
def table():
    """Returns the table of the process. The queues that it creates have no properties."""
    loader = _loader()
    create = loader.clCreateCommandQueue
    create.restype, create.argtypes = c_void_p, [c_void_p, c_void_p, c_uint64, ctypes.POINTER(c_int)]
    return Table(ctypes.sizeof(Table), _address(loader, "clGetDeviceInfo"), _address(loader, "clGetPlatformInfo"),
                 _CREATE_QUEUE(lambda context, device, status: create(context, device, 0, status)),
                 *(_address(loader, name) for name in CALLS))
