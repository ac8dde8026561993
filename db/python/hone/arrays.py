# SPDX-License-Identifier: MIT
"""Describes PyOpenCL arrays as matrices and vectors in buffers. Views, transposes and slices are not copied. NumPy
arrays are copied to the device and back."""
import numpy
from pyopencl import array as cl_array

from .libhone import Matrix, Vector

# The default precision of each dtype.
PRECISIONS = {"float16": "f16", "bfloat16": "bf16", "float32": "f32", "float64": "f64", "int32": "i32"}
# The dtypes of each precision. bf16 is stored as bfloat16 (of ml_dtypes), or as its bits.
STORED_AS = {"f16": ("float16",), "bf16": ("bfloat16", "uint16"), "tf32": ("float32",), "tf32x3": ("float32",),
             "f32": ("float32",), "f64": ("float64",), "i32": ("int32",)}


def precision_of(precision, arrays):
    """Returns the given precision, or that of the elements. Raises TypeError for other element types."""
    names = [str(array.dtype) for array in arrays]
    chosen = PRECISIONS.get(names[0]) if precision is None else precision
    if chosen is None:
        raise TypeError(f"elements are {names[0]}; there are {', '.join(PRECISIONS)}")
    for name in names:
        if name not in STORED_AS.get(str(chosen), (name,)):
            raise TypeError(f"elements are {name}; {chosen} is stored as {STORED_AS[chosen][0]}")
    return chosen


def on_device(queue, array):
    """Returns a PyOpenCL array as it is, and copies a NumPy array to the device."""
    if isinstance(array, cl_array.Array):
        return array
    array = numpy.asarray(array)
    return cl_array.to_device(queue, array if array.flags.forc else numpy.ascontiguousarray(array))


def _place(name, array):
    """Returns the buffer of an array, and the array's offset in it, in elements."""
    if array.size == 0:
        return None, 0
    buffer = array.base_data
    if not hasattr(buffer, "int_ptr"):
        raise TypeError(f"{name} is not in a buffer")
    if array.offset % array.dtype.itemsize:
        raise ValueError(f"{name} begins within an element")
    return buffer.int_ptr, array.offset // array.dtype.itemsize


def _steps(name, array):
    """Returns the strides of each dimension, in elements."""
    steps = [stride // array.dtype.itemsize for stride in array.strides]
    if any(step < 0 or stride % array.dtype.itemsize for step, stride in zip(steps, array.strides)):
        raise ValueError(f"{name} has strides {array.strides}: they have to be whole elements, and not negative")
    return steps


def layout(name, array):
    """Returns whether a matrix is stored by rows, and its leading dimension. A matrix of one row or one column
    is stored both ways."""
    if len(array.shape) != 2:
        raise ValueError(f"{name} has {len(array.shape)} dimensions; a matrix has 2")
    (rows, columns), (down, right) = array.shape, _steps(name, array)
    if (right == 1 or columns <= 1) and (down >= columns or rows <= 1):
        return True, max(down, columns)
    if (down == 1 or rows <= 1) and (right >= rows or columns <= 1):
        return False, max(right, rows)
    raise ValueError(f"{name} has strides {array.strides}: along its rows or its columns, elements have to be "
                     "one behind the other")


def matrix(name, array, by_rows):
    """Describes a matrix for a product whose result is stored by rows, or by columns."""
    stored_by_rows, leading = layout(name, array)
    buffer, offset = _place(name, array)
    return Matrix(buffer, offset, leading, stored_by_rows != by_rows)


def in_one_order(x, y):
    """Whether equal indices of both arrays have equal offsets."""
    def steps(array):
        size = array.dtype.itemsize
        return [stride // size for stride, length in zip(array.strides, array.shape) if length > 1]
    return steps(x) == steps(y)


def vector(name, array):
    """Returns all elements of an array without gaps as a vector, in any order."""
    array_is_whole = array.size <= 1 or array.flags.forc or (array.ndim == 1 and _steps(name, array) == [1])
    if not array_is_whole:
        raise ValueError(f"{name} has gaps between its elements")
    return Vector(*_place(name, array))
