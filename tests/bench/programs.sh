#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Programs of others: each is captured, what can be tuned of its heaviest launches is tuned for SECONDS,
# and the program runs by turns without and with `hone run`: a table of medians, and whether both printed
# the same. What is not installed is left out. The packages of Debian: python3-opencv, python3-pyfai,
# python3-silx, python3-pyopencl, python-pyopencl-doc, clfft-client, clpeak, clblast-utils.
#   HONE=build/release/bin/hone tests/bench/programs.sh [SECONDS] [ROUNDS] [NAME…]
set -euo pipefail
hone=$(realpath "${HONE:?is the path of the program}")
seconds=${1:-20}
rounds=${2:-5}
shift $(($# < 2 ? $# : 2))
names=("$@")
((${#names[@]} > 0)) || names=(opencv pyfai silx mandelbrot clfft clpeak clblast)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export HONE_DB=$folder/programs.db
export OPENCV_OPENCL_DEVICE=${OPENCV_OPENCL_DEVICE:-:CPU:} PYOPENCL_CTX=${PYOPENCL_CTX:-0}
# Programs that were built before are binaries, whose text nobody knows.
export PYOPENCL_NO_CACHE=1 OPENCV_OPENCL_CACHE_ENABLE=false
examples=/usr/share/doc/python-pyopencl-doc/examples
cd "$folder"

cat >opencv.py <<'PYTHON'
import hashlib
import cv2
import numpy
picture = cv2.UMat(numpy.random.RandomState(1).randint(0, 255, (512, 768, 3), numpy.uint8))
turn = numpy.float32([[0.9, 0.1, 3], [-0.1, 0.9, 40]])
told = hashlib.sha1()
for _ in range(20):
    for result in (cv2.bilateralFilter(picture, 7, 60, 60), cv2.warpAffine(picture, turn, (768, 512)),
                   cv2.resize(picture, (1500, 1000), interpolation=cv2.INTER_CUBIC)):
        told.update(result.get().tobytes())
print(told.hexdigest())
PYTHON
cat >pyfai.py <<'PYTHON'
import hashlib
import numpy
from pyFAI.azimuthalIntegrator import AzimuthalIntegrator
detector = AzimuthalIntegrator(dist=0.1, poni1=0.05, poni2=0.05, pixel1=1e-4, pixel2=1e-4, wavelength=1e-10)
frame = numpy.random.RandomState(5).poisson(100, (1024, 1024)).astype(numpy.float32)
told = hashlib.sha1()
for _ in range(20):
    result = detector.integrate1d_ng(frame, 1000, method=("full", "csr", "opencl"), error_model="poisson")
    told.update(result.intensity.tobytes())
print(told.hexdigest())
PYTHON
cat >silx.py <<'PYTHON'
import hashlib
import numpy
from silx.opencl.backprojection import Backprojection
rays = numpy.random.RandomState(7).rand(90, 192).astype(numpy.float32)
back = Backprojection(rays.shape)
told = hashlib.sha1()
for _ in range(10):
    told.update(back.filtered_backprojection(rays).tobytes())
print(told.hexdigest())
PYTHON
cat >mandelbrot.py <<PYTHON
import hashlib, runpy
import numpy
program = runpy.run_path("$examples/demo_mandelbrot.py")
x, y = numpy.meshgrid(numpy.linspace(-2.1, 0.7, 768), numpy.linspace(-1.2, 1.2, 512))
points = (x + 1j * y).ravel().astype(numpy.complex64)
told = hashlib.sha1()
for _ in range(20):
    told.update(program["calc_fractal_opencl"](points, 400).tobytes())
print(told.hexdigest())
PYTHON

# command NAME: sets `line` to the program's words; fails where it is not installed.
command_of() {
    case $1 in
        opencv) line=(/usr/bin/python3 opencv.py) && /usr/bin/python3 -c 'import cv2' ;;
        pyfai) line=(/usr/bin/python3 -W ignore pyfai.py) && /usr/bin/python3 -c 'import pyFAI' ;;
        silx) line=(/usr/bin/python3 silx.py) && /usr/bin/python3 -c 'import silx' ;;
        mandelbrot) line=(/usr/bin/python3 mandelbrot.py) && [[ -f $examples/demo_mandelbrot.py ]] ;;
        clfft) line=(clFFT-client -c -x 4096 -y 64 -p 20) && command -v clFFT-client >/dev/null ;;
        clpeak) line=(clpeak --kernel-latency) && command -v clpeak >/dev/null ;;
        clblast) line=(clblast_tuner_xaxpy -runs 1) && command -v clblast_tuner_xaxpy >/dev/null ;;
        *) return 1 ;;
    esac 2>/dev/null
}

# The options that a captured space asks for, in a comment of its own.
tune() {
    local options
    options=$(sed -n "s/^# hone tune .* --build-options '\(.*\)'$/\1/p" "$1")
    "$hone" tune "$1" --time-limit "${seconds}s" --quiet ${options:+--build-options "$options"} >/dev/null ||
        echo "$1: no config ran correctly" >&2
}

# seconds_of FILE COMMAND…: what it prints goes to the file.
seconds_of() {
    local start
    start=$(date +%s.%N)
    "${@:2}" >"$1" 2>/dev/null
    echo "$(date +%s.%N) - $start" | bc
}

middle() { sort -n | sed -n "$(((rounds + 1) / 2))p"; }

echo "| program | launches, heaviest first | time before | time after | results |"
echo "|---|---|--:|--:|---|"
for name in "${names[@]}"; do
    command_of "$name" || continue
    "$hone" capture --keep 3 -o "$folder/$name" --json -- "${line[@]}" >"$name.json" 2>/dev/null || true
    for space in "$folder/$name"/*/*.toml; do [[ -f $space ]] && tune "$space"; done
    : >before.txt && : >after.txt
    same=equal
    case $name in clfft | clpeak | clblast) same="prints times" ;; esac
    for ((i = 0; i < rounds; ++i)); do
        seconds_of plain.out "${line[@]}" >>before.txt
        seconds_of tuned.out "$hone" run --log "$folder/$name.log" -- "${line[@]}" >>after.txt
        [[ $same != equal ]] || cmp -s plain.out tuned.out || same=different
    done
    launches=$(python3 -c '
import json, sys
print("; ".join("{kernel} x {launches}, {work-group}".format(**each) for each in json.load(open(sys.argv[1]))[:3]))
' "$name.json" 2>/dev/null || echo "see $name.json")
    echo "| $name | $launches | $(middle <before.txt) s | $(middle <after.txt) s | $same |"
    [[ -s $name.log ]] && sort -u "$name.log" | sed 's/^/    /' >&2
done
