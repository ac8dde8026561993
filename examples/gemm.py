#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A matrix product that runs as it was tuned on this machine, in Python: gemm.py [SIZE [PRECISION]]
The arrays are PyOpenCL's; the result is checked with NumPy."""
import sys

import hone
import numpy
import pyopencl
from pyopencl import array

n = int(sys.argv[1]) if len(sys.argv) > 1 else 256
precision = sys.argv[2] if len(sys.argv) > 2 else "f32"
dtype = {"f16": numpy.float16, "f64": numpy.float64}.get(precision, numpy.float32)

context = pyopencl.create_some_context(interactive=False)
queue = pyopencl.CommandQueue(context)
numbers = (numpy.arange(n * n) % 17 / 8 - 1).reshape(n, n).astype(dtype)
a, b = array.to_device(queue, numbers), array.to_device(queue, numbers)

tuned = hone.Tuned()
kernel = tuned.find("gemm", queue.device, precision, M=n, N=n, K=n)
print(f"{kernel.name} {kernel.config}\n{kernel.match}: {kernel.reason}")

c = tuned.gemm(queue, a, b.T, precision=precision)
wanted = numbers.astype(float) @ numbers.T.astype(float)
right = abs(c.get() - wanted).max() <= 0.01 * abs(wanted).max()
print(f"the sum of its elements is {tuned.reduce(queue, c).get():g}," if precision in ("f32", "f64") else "",
      "right" if right else "WRONG")
sys.exit(not right)
