# SPDX-License-Identifier: MIT
"""Matrix products and reductions of PyOpenCL's and NumPy's arrays on a device, beside what NumPy computes."""
import os
import subprocess
import sys
import tempfile
import threading
import unittest

try:
    import numpy
    import pyopencl
    from pyopencl import array as cl_array
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

import hone

CONTEXT = pyopencl.Context([pyopencl.get_platforms()[0].get_devices()[0]])
QUEUE = pyopencl.CommandQueue(CONTEXT)
OUT_OF_ORDER = pyopencl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE
TUNED = hone.Tuned()


def numbers(*shape, dtype="float32", seed=0):
    """Small multiples of 1/8: their sums of products are exact in f32."""
    count = int(numpy.prod(shape))
    every = (numpy.arange(seed, seed + count) * 37 + numpy.arange(count) // 7) % 17
    return (every / 8 - 1).reshape(shape).astype(dtype)


def on_device(array, queue=QUEUE):
    return cl_array.to_device(queue, array)


class Products(unittest.TestCase):
    def check(self, found, wanted, error=0):
        found = found.get() if isinstance(found, cl_array.Array) else found
        self.assertEqual(found.shape, wanted.shape)
        self.assertLessEqual(abs(found - wanted).max(), error)

    def test_sizes_and_precisions(self):
        for dtype in ("float32", "float64"):
            for m, n, k in ((1, 1, 1), (64, 64, 64), (37, 29, 43), (1, 100, 7), (200, 1, 33), (5, 130, 1)):
                a, b = numbers(m, k, dtype=dtype), numbers(k, n, dtype=dtype, seed=3)
                c = TUNED.gemm(QUEUE, on_device(a), on_device(b))
                self.assertEqual(c.dtype, a.dtype)
                self.check(c, a @ b)

    def test_transposes_and_columns(self):
        a, b = numbers(37, 43), numbers(43, 29)
        for left in (on_device(a), on_device(numpy.ascontiguousarray(a.T)).T, on_device(numpy.asfortranarray(a))):
            for right in (on_device(b), on_device(numpy.ascontiguousarray(b.T)).T):
                self.check(TUNED.gemm(QUEUE, left, right), a @ b)
                by_columns = cl_array.zeros(QUEUE, (29, 37), numpy.float32).T
                self.check(TUNED.gemm(QUEUE, left, right, out=by_columns), a @ b)

    def test_views_are_multiplied_where_they_lie(self):
        a, b, c = numbers(60, 70), numbers(70, 50, seed=5), numbers(40, 64)
        on_a, on_b, on_c = on_device(a), on_device(b), on_device(c)
        out = on_c[1:31, 7:27]
        TUNED.gemm(QUEUE, on_a[10:40, 3:36], on_b[2:35, 20:40], out=out, alpha=2, beta=-0.5)
        c[1:31, 7:27] = 2 * a[10:40, 3:36] @ b[2:35, 20:40] - 0.5 * c[1:31, 7:27]
        self.check(on_c, c)
        self.check(TUNED.gemm(QUEUE, on_a[:, 5:6], on_b[9:10]), a[:, 5:6] @ b[9:10])
        self.check(TUNED.gemm(QUEUE, on_a[3:20].T, on_b[1:18]), a[3:20].T @ b[1:18])

    def test_numpy_arrays_come_back_as_such(self):
        a, b, c = numbers(20, 33), numbers(33, 44), numbers(20, 44)
        for left in (a, numpy.asfortranarray(a), numpy.repeat(a, 2, axis=1)[:, ::2]):
            found = TUNED.gemm(QUEUE, left, b)
            self.assertIsInstance(found, numpy.ndarray)
            self.check(found, a @ b)
        wanted = 3 * a @ b + 2 * c
        self.assertIs(TUNED.gemm(QUEUE, a, b, out=c, alpha=3, beta=2), c)
        self.check(c, wanted)
        self.assertIsInstance(TUNED.gemm(QUEUE, on_device(a), b), cl_array.Array)

    def test_half_precisions_where_the_device_has_them_else_a_reason(self):
        a, b = numbers(16, 8), numbers(8, 24)
        bits = [(array.view(numpy.uint32) >> 16).astype(numpy.uint16) for array in (a, b)]
        try:
            c = TUNED.gemm(QUEUE, *bits, precision="bf16")
            self.check((c.astype(numpy.uint32) << 16).view(numpy.float32), a @ b, 0.05)
        except hone.Error as failure:
            self.assertIn("gemm", str(failure))
        try:
            self.check(TUNED.gemm(QUEUE, a.astype("float16"), b.astype("float16")), a @ b, 0.01)
        except hone.Error as failure:
            self.assertIn("gemm", str(failure))
        self.check(TUNED.gemm(QUEUE, a, b, precision="tf32"), a @ b, 0.01)

    def test_events(self):
        queue = pyopencl.CommandQueue(CONTEXT, properties=OUT_OF_ORDER)
        a, b = on_device(numbers(64, 64), queue), on_device(numbers(64, 64, seed=9), queue)
        go = pyopencl.UserEvent(CONTEXT)
        first = TUNED.gemm(queue, a, b, wait_for=[go])
        second = TUNED.gemm(queue, first, b)  # after the event of the first
        queue.flush()
        self.assertNotEqual(second.events[-1].command_execution_status, pyopencl.command_execution_status.COMPLETE)
        go.set_status(pyopencl.command_execution_status.COMPLETE)
        second.events[-1].wait()
        wanted = numbers(64, 64) @ numbers(64, 64, seed=9) @ numbers(64, 64, seed=9)
        self.check(second, wanted, 1e-3 * abs(wanted).max())

    def test_nothing_to_multiply(self):
        self.assertEqual(TUNED.gemm(QUEUE, numbers(0, 4), numbers(4, 3)).shape, (0, 3))
        self.assertEqual(TUNED.gemm(QUEUE, numbers(0, 0), numbers(0, 0)).shape, (0, 0))
        # No operand has an event to wait for.
        empty, whole = cl_array.empty(QUEUE, (0, 4), "float32"), cl_array.empty(QUEUE, (4, 4), "float32")
        self.assertEqual(TUNED.gemm(QUEUE, empty, whole).shape, (0, 4))
        self.assertEqual(TUNED.gemm(QUEUE, whole[:0], whole).shape, (0, 4))

    def test_mistakes(self):
        a, b = on_device(numbers(8, 6)), on_device(numbers(6, 4))
        whole = on_device(numpy.ones((4, 4), numpy.int32))
        flat, square = on_device(numbers(6)), on_device(numbers(4, 4))
        read_only = numpy.zeros((8, 4), numpy.float32)
        read_only.flags.writeable = False
        for error, words, call in (
                (ValueError, "a is 8 × 6 and b is 8 × 6", lambda: TUNED.gemm(QUEUE, a, a)),
                (ValueError, "b has 1 dimensions; a matrix has 2", lambda: TUNED.gemm(QUEUE, a, flat)),
                (ValueError, "out is 8 × 6, not 8 × 4", lambda: TUNED.gemm(QUEUE, a, b, out=a)),
                (ValueError, "C overlaps with A", lambda: TUNED.gemm(QUEUE, square, square, out=square)),
                (ValueError, "a has strides", lambda: TUNED.gemm(QUEUE, a[::2, ::2], b[:3])),
                (ValueError, "beta adds to out", lambda: TUNED.gemm(QUEUE, a, b, beta=1)),
                (TypeError, "elements are float64; f32 is stored as float32",
                 lambda: TUNED.gemm(QUEUE, a, b.astype(numpy.float64))),
                (TypeError, "alpha is None; it has to be a number", lambda: TUNED.gemm(QUEUE, a, b, alpha=None)),
                (TypeError, "beta is '2'; it has to be a number", lambda: TUNED.gemm(QUEUE, a, b, beta="2")),
                (TypeError, "alpha is .*; it has to be a number",
                 lambda: TUNED.gemm(QUEUE, a, b, alpha=numpy.complex64(2 + 3j))),
                (TypeError, "alpha is .*; it has to be a number", lambda: TUNED.gemm(QUEUE, a, b, alpha=numpy.str_("3"))),
                (TypeError, "queue is a Context; it has to be a pyopencl.CommandQueue",
                 lambda: TUNED.gemm(CONTEXT, a, b)),
                (TypeError, "queue is a Device", lambda: TUNED.reduce(QUEUE.device, a)),
                (TypeError, "device is a CommandQueue; it has to be a pyopencl.Device",
                 lambda: TUNED.find("gemm", QUEUE, "f32", M=3, N=4, K=5)),
                (TypeError, "device is a Context", lambda: TUNED.find("gemm", CONTEXT, "f32", M=3, N=4, K=5)),
                (TypeError, "an event of wait_for is a NoneType", lambda: TUNED.gemm(QUEUE, a, b, wait_for=[None])),
                (TypeError, "wait_for is one event; it has to be a list",
                 lambda: TUNED.gemm(QUEUE, a, b, wait_for=a.events[-1])),
                (ValueError, "out can only be read", lambda: TUNED.gemm(QUEUE, a, b, out=read_only)),
                (TypeError, "out is a list", lambda: TUNED.gemm(QUEUE, a, b, out=[[0]])),
                (TypeError, "precision is 3; it has to be a str", lambda: TUNED.gemm(QUEUE, a, b, precision=3)),
                (TypeError, "elements are uint8", lambda: TUNED.gemm(QUEUE, a.astype(numpy.uint8), b)),
                (hone.Error, "no precision is called 'f8'", lambda: TUNED.gemm(QUEUE, a, b, precision="f8")),
                (hone.Error, "gemm has no precision 'i32'", lambda: TUNED.gemm(QUEUE, whole, whole)),
                (hone.Error, "k has to be at least 1", lambda: TUNED.gemm(QUEUE, a[:, :0], b[:0]))):
            with self.assertRaisesRegex(error, words) as caught:
                call()
            if error is hone.Error:
                self.assertNotEqual(caught.exception.status, 0)

    def test_threads(self):
        a, b = numbers(96, 96), numbers(96, 96, seed=1)
        found = [None] * 4

        def multiply(index):
            queue = pyopencl.CommandQueue(CONTEXT)
            for _ in range(5):
                found[index] = TUNED.gemm(queue, a, b)

        threads = [threading.Thread(target=multiply, args=(i,)) for i in range(len(found))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for each in found:
            self.check(each, a @ b)


class Reductions(unittest.TestCase):
    def test_operations_and_precisions(self):
        for dtype, operation, compute in (
                ("float32", "sum", numpy.sum), ("float64", "sum", numpy.sum), ("int32", "max", numpy.max),
                ("float32", "asum", lambda x: abs(x).sum())):
            for count in (1, 100, 5000):
                x = (8 * numbers(count, seed=1)).astype(dtype)
                self.assertEqual(TUNED.reduce(QUEUE, on_device(x), operation=operation).get(), compute(x))
                self.assertEqual(TUNED.reduce(QUEUE, x, operation=operation), compute(x))

    def test_dot_products(self):
        x, y = numbers(5000, seed=1), numbers(5000, seed=2)
        self.assertEqual(TUNED.reduce(QUEUE, on_device(x), on_device(y), operation="dot").get(), x @ y)

    def test_elements_that_lie_in_different_orders(self):
        x = on_device(numbers(40, 40))
        with self.assertRaisesRegex(ValueError, "different orders"):
            TUNED.reduce(QUEUE, x, x.T, operation="dot")
        self.assertEqual(TUNED.reduce(QUEUE, x.T, x.T, operation="dot").get(), (numbers(40, 40) ** 2).sum())

    def test_shapes_and_places(self):
        x = numbers(40, 30)
        on_x, out = on_device(x), on_device(numbers(5))
        self.assertEqual(TUNED.reduce(QUEUE, on_x).get(), x.sum())
        self.assertEqual(TUNED.reduce(QUEUE, on_x[3:9].T).get(), x[3:9].sum())
        TUNED.reduce(QUEUE, on_x[7], out=out[2:3])
        wanted = numbers(5)
        wanted[2] = x[7].sum()
        self.assertTrue((out.get() == wanted).all())

    def test_mistakes(self):
        x = on_device(numbers(8, 6))
        for error, words, call in (
                (ValueError, "x has gaps", lambda: TUNED.reduce(QUEUE, x[:, 1:3])),
                (ValueError, "there is no operation 'mean'", lambda: TUNED.reduce(QUEUE, x, operation="mean")),
                (ValueError, "dot takes x and y", lambda: TUNED.reduce(QUEUE, x, operation="dot")),
                (ValueError, "sum takes x alone", lambda: TUNED.reduce(QUEUE, x, x)),
                (TypeError, "out is a list", lambda: TUNED.reduce(QUEUE, x, out=[0])),
                (ValueError, "result overlaps with x", lambda: TUNED.reduce(QUEUE, x, out=x[0, 3:4])),
                (ValueError, "out has 6 elements", lambda: TUNED.reduce(QUEUE, x, out=x[0])),
                (hone.Error, "no precision 'f16'", lambda: TUNED.reduce(QUEUE, numbers(9, dtype="float16"))),
                (hone.Error, "n has to be 1 or more", lambda: TUNED.reduce(QUEUE, x[:0]))):
            with self.assertRaisesRegex(error, words):
                call()


class Answers(unittest.TestCase):
    def test_what_was_tuned_is_told_and_run(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "own.db")
            subprocess.run([os.environ["HONE"], "tune", "reduction_last", "--size", "n=4096", "--max-evals", "2",
                            "--quiet", "--device", "0", "--db", file], check=True, capture_output=True)
            tuned = hone.Tuned([file])
            kernel = tuned.find("reduction", QUEUE.device, "f32", n=4096)
            self.assertEqual((kernel.name, kernel.match), ("reduction_last", "exact"))
            script = ("import hone, numpy, pyopencl, sys\n"
                      "queue = pyopencl.CommandQueue(pyopencl.Context([pyopencl.get_platforms()[0].get_devices()[0]]))\n"
                      "print(hone.Tuned(sys.argv[1:]).reduce(queue, numpy.ones(4096, numpy.float32)))\n")
            ended = subprocess.run([sys.executable, "-B", "-c", script, file], env={**os.environ, "HONE_LOG": "1"},
                                  check=True, capture_output=True, text=True)
            self.assertEqual(float(ended.stdout), 4096)
            self.assertIn("exact", ended.stderr)
            self.assertIn("reduction_last", ended.stderr)
            following = tuned.reject(kernel)
            self.assertNotEqual(following.config, kernel.config)

    def test_the_command_line_says_the_same(self):
        """`hone export --as env`, before anything is tuned and after, for sizes that nobody tuned, too."""
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "own.db")
            for tuned in (False, True):
                if tuned:
                    subprocess.run([os.environ["HONE"], "tune", "reduction", "--size", "n=4096", "--size", "n=70000",
                                    "--max-evals", "2", "--quiet", "--device", "0", "--db", file],
                                   check=True, capture_output=True)
                known = hone.Tuned([file])
                for count in (1, 1000, 4096, 4097, 70000, 1 << 22):
                    said = subprocess.run([os.environ["HONE"], "export", "reduction", "--as", "env", "--size",
                                           f"n={count}", "--device", "0", "--db", file],
                                          check=True, capture_output=True, text=True).stdout
                    told = known.find("reduction", QUEUE.device, "f32", n=count)
                    for line in (f"HONE_KERNEL='{told.name}'", f"HONE_MATCH='{told.match}'",
                                 f"HONE_OPTIONS='{told.build_options}'",
                                 f"HONE_GLOBAL0='{' '.join(map(str, told.launches[0].global_))}'"):
                        self.assertIn(line, said)

    def test_pyopencl_builds_an_answer(self):
        kernel = TUNED.find("reduction", QUEUE.device, "f32", n=1000)
        program = pyopencl.Program(CONTEXT, kernel.source).build(kernel.build_options.split())
        entries = {each.function_name for each in program.all_kernels()}
        self.assertTrue({launch.entry for launch in kernel.launches} <= entries)


unittest.main()
