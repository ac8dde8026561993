# SPDX-License-Identifier: MIT
"""The module without a device: how it finds and checks its library, what it says, and that pip installs it."""
import copy
import ctypes
import os
import pathlib
import pickle
import shutil
import subprocess
import sys
import tempfile
import types
import unittest
import unittest.mock

import hone
from hone import question, version

ROOT = pathlib.Path(__file__).parents[2]
CPU = {"name": "a processor", "vendor": "ACME", "type": "cpu", "compute_units": 8, "local_memory": 1 << 19,
       "max_work_group": 4096, "max_items_x": 4096, "max_items_y": 4096, "max_items_z": 4096, "fp64": True}


def python(script, **environment):
    """What a new interpreter says, and how it ends."""
    ended = subprocess.run([sys.executable, "-B", "-c", script], env={**os.environ, **environment},
                           capture_output=True, text=True, check=False)
    return ended.returncode, ended.stdout + ended.stderr


class Library(unittest.TestCase):
    def test_module_and_library_have_one_version(self):
        self.assertEqual(hone.__version__, hone.libhone_version())
        self.assertIn(f"project(hone VERSION {hone.__version__} ", (ROOT / "CMakeLists.txt").read_text())
        self.assertIn(f"set(HONE_ABI {version.ABI})", (ROOT / "db/CMakeLists.txt").read_text())

    def test_an_older_library_does_not_fit(self):
        for library, fits in (("0.1.0", True), ("0.1.1", True), ("0.10.0", True), ("1.0", True), ("0.0.9", False),
                              ("0.1.0-rc1", True), ("", False)):
            self.assertEqual(version.fits(library), fits, library)
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(ROOT / "db/python/hone", folder + "/hone")
            file = pathlib.Path(folder) / "hone/version.py"
            file.write_text(file.read_text().replace(f'"{hone.__version__}"', '"7.0.0"'))
            code, said = python("import hone", PYTHONPATH=folder)
        self.assertNotEqual(code, 0)
        self.assertIn(f"this module is hone 7.0.0, but {os.environ['HONE_LIBRARY']} is {hone.__version__}; "
                      "install both from one version", said)

    def test_a_missing_library_is_named(self):
        code, said = python("import hone", HONE_LIBRARY="/nonexistent/libhone.so.2")
        self.assertNotEqual(code, 0)
        self.assertIn("libhone.so.2 was not found", said)
        self.assertIn("let HONE_LIBRARY name the file", said)

    def test_neither_numpy_nor_pyopencl_is_needed_to_ask(self):
        code, said = python("import sys; sys.modules['numpy'] = sys.modules['pyopencl'] = None; import hone; "
                            "print(hone.Tuned().find('gemm', hone.Device(), 'f32', M=1, N=1, K=1).reason)")
        self.assertEqual(code, 0, said)

    def test_a_work_group_that_the_driver_chooses_is_none(self):
        sizes = (ctypes.c_size_t * 3)(64, 2, 1)
        given = ctypes.cast(sizes, ctypes.POINTER(ctypes.c_size_t))
        kernel = hone.Kernel.__new__(hone.Kernel)
        kernel._handle = None
        for local, launched in ((given, (64, 2)), (ctypes.POINTER(ctypes.c_size_t)(), None)):
            calls = {"hone_launch_dimensions": 2, "hone_launch_arguments": 0, "hone_launch_entry": b"own",
                     "hone_launch_local": local, "hone_launch_global": given}
            library = types.SimpleNamespace(**{name: lambda *_, answer=answer: answer for name, answer in calls.items()})
            with unittest.mock.patch("hone.kernel.lib", library):
                self.assertEqual(kernel._launch(0).local, launched)
                self.assertEqual(kernel._launch(0).global_, (64, 2))

    def test_it_is_found_beside_its_library(self):
        with tempfile.TemporaryDirectory() as folder:
            libraries = pathlib.Path(folder, "lib")
            module = libraries / "python3/dist-packages/hone"
            shutil.copytree(ROOT / "db/python/hone", module)
            (libraries / "triplet").mkdir()
            (libraries / "triplet/libhone.so.2").symlink_to(os.environ["HONE_LIBRARY"])
            code, said = python("import hone.libhone; print(hone.libhone.lib._name)", HONE_LIBRARY="",
                                PYTHONPATH=str(module.parent))
        self.assertEqual((code, said.strip()), (0, str(libraries.resolve() / "triplet/libhone.so.2")))


class Answers(unittest.TestCase):
    def test_answers_without_a_database(self):
        tuned = hone.Tuned([])
        kernel = tuned.find("gemm", hone.Device(**CPU), "f32", {"M": 64, "N": 64}, K=64)
        self.assertTrue(kernel)
        self.assertEqual((kernel.routine, kernel.precision, kernel.match), ("gemm", "f32", "defaults"))
        self.assertEqual({name: kernel.problem[name] for name in "MNK"}, dict.fromkeys("MNK", 64))
        self.assertIn(kernel.launches[0].entry, kernel.source)
        self.assertIn(kernel.name, repr(kernel))
        self.assertTrue(kernel.config)

    def test_what_was_not_measured_under_load_is_chosen_by_its_time(self):
        tuned = hone.Tuned([])
        frugal = tuned.find_objective("energy", "gemm", hone.Device(**CPU), "f32", M=64, N=64, K=64)
        self.assertIn("no energy under sustained load was measured", frugal.reason)
        fastest = tuned.find_objective("time", "gemm", hone.Device(**CPU), "f32", M=64, N=64, K=64)
        self.assertNotIn("sustained load", fastest.reason)
        self.assertEqual(frugal.config, fastest.config)
        with self.assertRaisesRegex(ValueError, "there are time, sustained, energy, edp"):
            tuned.find_objective("power", "gemm", hone.Device(**CPU), "f32", M=64, N=64, K=64)

    def test_answers_that_are_gone_take_no_memory(self):
        script = """
import hone, resource
tuned, device = hone.Tuned([]), hone.Device(name="x", type="gpu")
kept = tuned.find("gemm", device, "f32", M=5, N=5, K=5)
used = lambda: int(open("/proc/self/statm").read().split()[1]) * resource.getpagesize()
for n in range(1, 10001):
    tuned.find("gemm", device, "f32", M=n, N=n, K=n)
    if n == 5000: before = used()  # libhone's own cache is full
print((used() - before) >> 20, kept.problem["M"], kept.match)
"""
        code, said = python(script)
        self.assertEqual(code, 0, said)
        megabytes, size, match = said.split()
        self.assertLess(int(megabytes), 8)
        self.assertEqual((size, match), ("5", "defaults"))

    def test_what_libhone_owns_is_not_copied(self):
        tuned, device = hone.Tuned(), hone.Device(**CPU)
        kernel = tuned.find("gemm", device, "f32", M=64, N=64, K=64)
        for owner in (tuned, device, kernel, question.Problem({"M": 1})):
            for call in (copy.copy, copy.deepcopy, pickle.dumps):
                with self.assertRaisesRegex(TypeError, f"a hone.{type(owner).__name__} cannot be copied or pickled"):
                    call(owner)
        self.assertEqual(kernel.problem["M"], 64)

    def test_questions_that_cannot_be(self):
        tuned = hone.Tuned([])
        cpu = hone.Device(**CPU)
        for what, precision, problem, reason in (
                ("gemm", "f32", {"M": 8}, "gemm: N and K are missing"),
                ("gemm", "f32", {"M": 8, "N": 8, "K": 8, "k": 8}, "gemm has no argument 'k'; it has M, N, K"),
                ("gemm", "f8", {"M": 8, "N": 8, "K": 8}, "gemm has no precision 'f8'"),
                ("gem", "f32", {}, "no database has a kernel 'gem'"),
                ("gemm", "f32", {"M": 8.5, "N": 8, "K": 8}, "not 8.5"),
                ("gemm", "f32", {"M": 8, "N": 8, "K": 8, "lda": 8.0}, "as 'lda', not the real number 8"),
                ("reduction", "f32", {"n": 8, "operation": "prod"}, "takes sum, dot, asum or max as 'operation'"),
                ("reduction", "f32", {"n": 8, "operation": 3}, "takes a word as 'operation', not 3")):
            kernel = tuned.find(what, cpu, precision, problem)
            self.assertFalse(kernel)
            self.assertIn(reason, kernel.reason)

    def test_what_c_cannot_take(self):
        for mistake in ({"nam": "x"}, {"name": 3}, {"compute_units": "many"}):
            with self.assertRaisesRegex(hone.Error, "a device has no '" + next(iter(mistake))) as raised:
                hone.Device(**mistake)
            self.assertEqual(raised.exception.status, 1)
            self.assertIsInstance(raised.exception, ValueError)
        tuned = hone.Tuned([])
        with self.assertRaises(OverflowError):
            tuned.find("gemm", hone.Device(), "f32", M=1 << 70)
        with self.assertRaises(AttributeError):
            tuned.find("gemm", hone.Device(), "f32", M=None)

    def test_what_is_no_device_no_whole_number_and_no_text(self):
        tuned, cpu = hone.Tuned([]), hone.Device(**CPU)
        for error, words, call in (
                (TypeError, "device is a NoneType; it has to be a pyopencl.Device", lambda: tuned.find("gemm", None)),
                (TypeError, "device is a str", lambda: tuned.find("gemm", "cpu")),
                (TypeError, "local_memory is 1.5; it has to be a whole number", lambda: hone.Device(local_memory=1.5)),
                (ValueError, "what has a NUL character", lambda: tuned.find("gemm\0x", cpu)),
                (ValueError, "an argument has a NUL character", lambda: tuned.find("gemm", cpu, "f32", {"M\0": 1})),
                (ValueError, "operation has a NUL", lambda: tuned.find("reduction", cpu, n=8, operation="sum\0")),
                (ValueError, "name has a NUL character", lambda: hone.Device(name="a\0b")),
                (ValueError, "a file has a NUL character", lambda: hone.Tuned(["/tmp/a\0b"]))):
            with self.assertRaisesRegex(error, words):
                call()

    def test_databases_that_were_passed_over(self):
        with tempfile.NamedTemporaryFile(suffix=".db") as file:
            file.write(b"no database" * 100)
            file.flush()
            skipped = hone.Tuned([file.name]).skipped
        self.assertEqual([each[0] for each in skipped], [file.name])
        self.assertTrue(skipped[0][1])


class Pip(unittest.TestCase):
    def test_pip_installs_it_from_the_tree(self):
        for needed in ("pip", "setuptools", "wheel"):
            if python(f"import {needed}")[0] != 0:
                self.skipTest(f"there is no {needed}")
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(ROOT / "db/python", folder + "/tree")
            subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-build-isolation",
                            "--no-deps", "--target", folder + "/site", folder + "/tree"], check=True)
            code, said = python("import hone, importlib.metadata as m; print(hone.__file__, m.version('hone'))",
                                PYTHONPATH=folder + "/site")
        self.assertEqual((code, said.split()), (0, [folder + "/site/hone/__init__.py", hone.__version__]))


unittest.main()
