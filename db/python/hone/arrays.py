# SPDX-License-Identifier: MIT
"""Arrays of PyOpenCL as matrices and vectors in buffers: views, transposes and slices need no copy, and NumPy's
arrays are moved to the device and back."""
import numpy
from pyopencl import array as cl_array

from .libhone import Matrix, Vector

# The default precision of each dtype.
PRECISIONS = {"float16": "f16", "bfloat16": "bf16", "float32": "f32", "float64": "f64", "int32": "i32"}
# The dtypes of each precision. bf16 is stored as bfloat16 (of ml_dtypes), or as its bits.
STORED_AS = {"f16": ("float16",), "bf16": ("bfloat16", "uint16"), "tf32": ("float32",), "tf32x3": ("float32",),
             "f32": ("float32",), "f64": ("float64",), "i32": ("int32",)}


def precision_of(precision, arrays):
    """The precision that is said, or that of the elements; a TypeError where they are of other types."""
    names = [str(array.dtype) for array in arrays]
    chosen = PRECISIONS.get(names[0]) if precision is None else precision
    if chosen is None:
        raise TypeError(f"elements are {names[0]}; there are {', '.join(PRECISIONS)}")
    for name in names:
        if name not in STORED_AS.get(str(chosen), (name,)):
            raise TypeError(f"elements are {name}; {chosen} is stored as {STORED_AS[chosen][0]}")
    return chosen


def on_device(queue, array):
    """The array itself, or NumPy's on the device."""
    if isinstance(array, cl_array.Array):
        return array
    array = numpy.asarray(array)
    return cl_array.to_device(queue, array if array.flags.forc else numpy.ascontiguousarray(array))


def _place(name, array):
    """The buffer of an array, and where it begins there, in elements."""
    if array.size == 0:
        return None, 0
    buffer = array.base_data
    if not hasattr(buffer, "int_ptr"):
        raise TypeError(f"{name} is not in a buffer")
    if array.offset % array.dtype.itemsize:
        raise ValueError(f"{name} begins within an element")
    return buffer.int_ptr, array.offset // array.dtype.itemsize


def _steps(name, array):
    """Elements from one to the next, in each dimension."""
    steps = [stride // array.dtype.itemsize for stride in array.strides]
    if any(step < 0 or stride % array.dtype.itemsize for step, stride in zip(steps, array.strides)):
        raise ValueError(f"{name} has strides {array.strides}: they have to be whole elements, and not negative")
    return steps


def layout(name, array):
    """Whether a matrix is stored by rows, and the elements from line to line. A matrix of one row or one column is
    stored both ways."""
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
    """The array in a product whose result is stored by rows, or by columns."""
    stored_by_rows, leading = layout(name, array)
    buffer, offset = _place(name, array)
    return Matrix(buffer, offset, leading, stored_by_rows != by_rows)


def in_one_order(x, y):
    """Whether elements of both arrays that belong together lie at the same place."""
    def steps(array):
        size = array.dtype.itemsize
        return [stride // size for stride, length in zip(array.strides, array.shape) if length > 1]
    return steps(x) == steps(y)


def vector(name, array):
    """All elements of an array without gaps, in any order."""
    array_is_whole = array.size <= 1 or array.flags.forc or (array.ndim == 1 and _steps(name, array) == [1])
    if not array_is_whole:
        raise ValueError(f"{name} has gaps between its elements")
    return Vector(*_place(name, array))
