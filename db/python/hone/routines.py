# SPDX-License-Identifier: MIT
"""Matrix products and reductions of arrays, with one call each."""
import ctypes
import numbers

import numpy
import pyopencl
from pyopencl import array as cl_array

from . import arrays, opencl
from .libhone import Events, Vector, check, lib, precision_of

OPERATIONS = ("sum", "dot", "asum", "max")
_ROW_MAJOR, _COLUMN_MAJOR = 0, 1


def _events(wait_for):
    if wait_for is None:
        return []
    if isinstance(wait_for, pyopencl.Event):
        raise TypeError("wait_for is one event; it has to be a list of them")
    return [opencl.expected("an event of wait_for", event, "Event") for event in wait_for]


def _run(call, queue, out, operands, wait_for):
    """Calls with the events that the operands wait for, and adds the event of the call to the result."""
    waits = [*(event for operand in operands for event in operand.events), *wait_for]
    handles = (ctypes.c_void_p * len(waits))(*(event.int_ptr for event in waits))
    done = ctypes.c_void_p()
    check(call(Events(len(waits), handles, ctypes.pointer(done))))
    if done.value:
        out.add_event(pyopencl.Event.from_int_ptr(done.value, retain=False))
    return out


def _returned(queue, result, out, inputs):
    """Returns the result where the caller's arrays are: on the device, or as a NumPy array."""
    if isinstance(out, numpy.ndarray):
        out[...] = result.get(queue).reshape(out.shape)
        return out
    stays = out is not None or any(isinstance(given, cl_array.Array) for given in inputs)
    return result if stays else result.get(queue)


def _result(queue, out, shape, like):
    if out is None:
        return cl_array.empty(queue, shape, like.dtype, allocator=like.allocator)
    if tuple(out.shape) != shape:
        raise ValueError(f"out is {' × '.join(map(str, out.shape))}, not {' × '.join(map(str, shape))}")
    return arrays.on_device(queue, out)


def _number(name, value):
    if not isinstance(value, (numbers.Real, numpy.number)) or isinstance(value, numpy.complexfloating):
        raise TypeError(f"{name} is {value!r}; it has to be a number")
    return float(value)


def _check_out(out):
    if out is not None and not isinstance(out, (cl_array.Array, numpy.ndarray)):
        raise TypeError(f"out is a {type(out).__name__}; it has to be an array of PyOpenCL or of NumPy")
    if isinstance(out, numpy.ndarray) and not out.flags.writeable:
        raise ValueError("out can only be read")


def _sizes(a, b):
    for name, array in (("a", a), ("b", b)):
        arrays.layout(name, array)
    (m, k), (rows, n) = a.shape, b.shape
    if k != rows:
        raise ValueError(f"a is {m} × {k} and b is {rows} × {n}: {k} columns cannot be multiplied with {rows} rows")
    return m, n, k


def gemm(tuned, queue, a, b, *, out=None, alpha=1, beta=0, precision=None, wait_for=None):
    """Computes alpha * a @ b + beta * out with the answers of the handle `tuned`."""
    opencl.expected("queue", queue, "CommandQueue")
    wait_for = _events(wait_for)
    alpha, beta = _number("alpha", alpha), _number("beta", beta)
    _check_out(out)
    if beta != 0 and out is None:
        raise ValueError("beta adds to out, which was not given")
    inputs = (a, b)
    a, b = (arrays.on_device(queue, array) for array in inputs)
    m, n, k = _sizes(a, b)
    c = _result(queue, out, (m, n), a)
    number = precision_of(arrays.precision_of(precision, (a, b, c)))
    by_rows, _ = arrays.layout("out", c)
    in_c = [arrays.matrix(name, array, by_rows) for name, array in (("a", a), ("b", b), ("out", c))]

    def call(events):
        return lib.hone_gemm_tuned(ctypes.byref(opencl.table()), tuned, queue.int_ptr, number,
                                   _ROW_MAJOR if by_rows else _COLUMN_MAJOR, m, n, k, alpha, in_c[0], in_c[1],
                                   beta, in_c[2], events)

    return _returned(queue, _run(call, queue, c, (a, b, c), wait_for), out, inputs)


def reduce(tuned, queue, x, y=None, *, operation="sum", out=None, precision=None, wait_for=None):
    """Computes a sum, dot product, sum of magnitudes or maximum with the answers of the handle `tuned`."""
    opencl.expected("queue", queue, "CommandQueue")
    wait_for = _events(wait_for)
    if operation not in OPERATIONS:
        raise ValueError(f"there is no operation '{operation}'; there are {', '.join(OPERATIONS)}")
    _check_out(out)
    if (operation == "dot") != (y is not None):
        raise ValueError("dot takes x and y" if y is None else f"{operation} takes x alone")
    inputs = (x,) if y is None else (x, y)
    operands = [arrays.on_device(queue, array) for array in inputs]
    if len({array.shape for array in operands}) != 1:
        raise ValueError(f"x has the shape {operands[0].shape} and y {operands[1].shape}")
    if not arrays.in_one_order(operands[0], operands[-1]):
        raise ValueError("the elements of x and y lie in different orders")
    result = _result(queue, out, () if out is None else tuple(out.shape), operands[0])
    if result.size != 1:
        raise ValueError(f"out has {result.size} elements; the result is one")
    number = precision_of(arrays.precision_of(precision, (*operands, result)))
    in_c = [arrays.vector(name, array) for name, array in zip("xy", operands)]
    into: Vector = arrays.vector("out", result)

    def call(events):
        return lib.hone_reduce_tuned(ctypes.byref(opencl.table()), tuned, queue.int_ptr, number,
                                     OPERATIONS.index(operation), operands[0].size, in_c[0], in_c[-1], into, events)

    return _returned(queue, _run(call, queue, result, (*operands, result), wait_for), out, inputs)
