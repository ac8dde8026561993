# SPDX-License-Identifier: MIT
"""An application on the device whose name contains the argument: it asks for a sum and a product as they were
tuned, runs both, and compares them with NumPy's."""
import sys

import numpy as np
import pyopencl as cl

import hone

device = next(device for platform in cl.get_platforms() for device in platform.get_devices()
              if sys.argv[1] in device.name)
queue = cl.CommandQueue(cl.Context([device]))
tuned = hone.Tuned()
random = np.random.default_rng(1)

for routine, problem in (("reduction", {"n": 4099}), ("gemm", {"M": 33, "N": 17, "K": 20})):
    answer = tuned.find(routine, device, "f32", **problem)
    print(f"{routine}: {answer.match}, {answer.name} {answer.config}")
    if answer.match != "exact":
        sys.exit(f"{routine}: {answer.reason}")

x = random.random(4099, dtype=np.float32)
if not np.isclose(tuned.reduce(queue, x), x.sum(dtype=np.float64), rtol=1e-5):
    sys.exit("the sum is wrong")
a, b = random.random((33, 20), dtype=np.float32), random.random((20, 17), dtype=np.float32)
if not np.allclose(tuned.gemm(queue, a, b), a @ b, rtol=1e-5):
    sys.exit("the product is wrong")
