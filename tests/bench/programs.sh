#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Third-party programs: each is captured, the tunable ones of its heaviest launches are tuned for
# SECONDS, and the program runs by turns without and with `hone run`. Prints a table of medians, and
# whether both outputs are equal. Programs that are not installed are left out. The packages of
# Debian: ffmpeg, darktable, hashcat, python3-opencv, python3-pyfai, python3-silx, python3-pyopencl,
# python-pyopencl-doc, clfft-client, clpeak, clblast-utils. If they are unpacked below a folder
# instead (dpkg-deb -x), PROGRAMS_ROOT is that folder; Python and its modules are taken from it if
# it has a Python.
#   HONE=build/release/bin/hone tests/bench/programs.sh [SECONDS] [ROUNDS] [NAME…]
set -euo pipefail
hone=$(realpath "${HONE:?is the path of the program}")
seconds=${1:-20}
rounds=${2:-5}
shift $(($# < 2 ? $# : 2))
names=("$@")
((${#names[@]} > 0)) ||
    names=(ffmpeg_average ffmpeg_denoise ffmpeg_convolve darktable hashcat opencv pyfai silx mandelbrot
        clfft clpeak clblast)
root=${PROGRAMS_ROOT:-}
folder=${PROGRAMS_FOLDER:-$(mktemp -d)} # all output; removed unless it was named
mkdir -p "$folder"
[[ -n ${PROGRAMS_FOLDER:-} ]] || trap 'rm -rf "$folder"' EXIT
export HONE_DB=$folder/programs.db
export OPENCV_OPENCL_DEVICE=${OPENCV_OPENCL_DEVICE:-:CPU:} PYOPENCL_CTX=${PYOPENCL_CTX:-0}
# Programs in a driver's cache are binaries, whose text is unknown.
export PYOPENCL_NO_CACHE=1 OPENCV_OPENCL_CACHE_ENABLE=false
examples=/usr/share/doc/python-pyopencl-doc/examples
[[ ! -d $root$examples ]] || examples=$root$examples
cd "$folder"

cat >filters.py <<'PYTHON'
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
cat >integration.py <<'PYTHON'
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
cat >backprojection.py <<'PYTHON'
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

# A program of the packages, with their libraries if they are only unpacked.
program() {
    line=("$@")
    [[ -n $root ]] || { command -v "$1" >/dev/null && return; }
    line=(env "LD_LIBRARY_PATH=$libraries" "$root/usr/bin/$1" "${@:2}")
    [[ -x $root/usr/bin/$1 ]]
}
# A Python script, if this module is available.
script() {
    local own=$root/usr/bin/python3.11
    line=(/usr/bin/python3)
    [[ -z $root || ! -x $own ]] || line=(env "PYTHONHOME=$root/usr" "LD_LIBRARY_PATH=$libraries"
        "PYTHONPATH=$root/usr/lib/python3/dist-packages" "$own")
    "${line[@]}" -W ignore -c "import $1" || return 1
    line+=(-W ignore "${@:2}")
}
libraries=
if [[ -n $root ]]; then
    # The C++ compiler's libraries are the system's, with which hone's layer was built.
    find "$root" \( -name 'libstdc++.so.6*' -o -name 'libgcc_s.so.1' \) -delete
    libraries=$(find "$root/usr/lib" "$root/lib" -name '*.so.*' -printf '%h\n' 2>/dev/null | sort -u |
        grep -v -E '/(darktable|gtk|gdk|gio|perl)' | paste -sd: || true)
    libraries+=:$root/usr/lib/x86_64-linux-gnu/pulseaudio
    # Outside of /usr, hashcat looks for its files next to itself.
    ln -sf "$root"/usr/share/hashcat/* "$root"/usr/lib/hashcat/* "$root/usr/bin" 2>/dev/null || true
fi

# Pictures, and frames of them, for the programs that need some.
picture() {
    program ffmpeg -loglevel error -y -f lavfi -i 'testsrc2=s=1200x800,noise=alls=20:all_seed=7' \
        -frames:v 1 "$folder/picture.png" || return 1
    [[ -f $folder/picture.png ]] || "${line[@]}" 2>/dev/null
}
# filter FRAMES FILTER: a filter of ffmpeg on the device.
filter() {
    picture && program ffmpeg -hide_banner -loglevel error -y -init_hw_device "opencl=o:${FFMPEG_OPENCL:-0.0}" \
        -filter_hw_device o -loop 1 -i "$folder/picture.png" -frames:v "$1" \
        -vf "format=yuv420p,hwupload,$2,hwdownload,format=yuv420p" -f md5 -
}

cat >darktable.xmp <<'XMP'
<?xml version="1.0" encoding="UTF-8"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:darktable="http://darktable.sf.net/" darktable:xmp_version="5"
 darktable:raw_params="0" darktable:auto_presets_applied="1" darktable:history_end="1" darktable:iop_order_version="2">
<darktable:history><rdf:Seq><rdf:li darktable:num="0" darktable:operation="nlmeans" darktable:enabled="1"
 darktable:modversion="2" darktable:params="00000040000048420000003f0000803f" darktable:multi_name=""
 darktable:multi_priority="0"/></rdf:Seq></darktable:history>
</rdf:Description></rdf:RDF></x:xmpmeta>
XMP
# Prints a hash of the picture. A CPU has to be allowed explicitly, and PoCL 3.1 does not find the
# files that the kernels include, so they are also put into the cache.
cat >darktable.sh <<'SHELL'
rm -f developed.pfm
"$@" --core --configdir "$PWD/darktable" --cachedir "$PWD/darktable-cache" --library :memory: \
    $DARKTABLE_FOLDERS --conf opencl=TRUE >darktable.out 2>&1
if grep -q '^cldevice_v4_pthread[a-z0-9]*=.* 1 [0-9.]* [0-9.]*$' darktable/darktablerc; then
    sed -i 's/^\(cldevice_v4_pthread[a-z0-9]*=.*\) 1 \([0-9.]* [0-9.]*\)$/\1 0 \2/' darktable/darktablerc
    exec bash "$0" "$@"
fi
md5sum <developed.pfm
SHELL
develop() {
    local data=$root/usr/share/darktable modules=$root/usr/lib/x86_64-linux-gnu/darktable
    picture && program darktable-cli "$folder/picture.png" "$folder/darktable.xmp" developed.pfm || return 1
    mkdir -p "${POCL_CACHE_DIR:=$folder/pocl}" && export POCL_CACHE_DIR
    cp "$data"/kernels/*.{h,cl} "$POCL_CACHE_DIR"
    line=(env "DARKTABLE_FOLDERS=--datadir $data --moduledir $modules" bash "$folder/darktable.sh" "${line[@]}")
}

# command NAME: sets `line` to the program's words; fails if it is not installed.
command_of() {
    case $1 in
        opencv) script cv2 filters.py ;;
        pyfai) script pyFAI integration.py ;;
        silx) script silx backprojection.py ;;
        mandelbrot) script pyopencl mandelbrot.py && [[ -f $examples/demo_mandelbrot.py ]] ;;
        ffmpeg_average) filter "${FRAMES:-20}" avgblur_opencl=sizeX=9 ;;
        ffmpeg_denoise) filter "$((${FRAMES:-20} / 5))" nlmeans_opencl=s=3:p=5:r=7 ;;
        ffmpeg_convolve) filter "${FRAMES:-20}" convolution_opencl='0m=1 2 1 2 4 2 1 2 1:0rdiv=1/16' ;;
        darktable) develop ;;
        hashcat) program hashcat --force --quiet --potfile-disable -O -m 0 -a 3 --backend-ignore-cuda \
            "$(printf 7654321 | md5sum | cut -c1-32)" '?d?d?d?d?d?d?d' ;;
        clfft) program clFFT-client -c -x 4096 -y 64 -p 20 ;;
        clpeak) program clpeak --kernel-latency ;;
        clblast) program clblast_tuner_xaxpy -runs 1 ;;
        *) return 1 ;;
    esac 2>/dev/null
}

# The tuning options that a captured space suggests in a comment.
tune() {
    local options
    options=$(sed -n "s/^# hone tune .* --build-options '\(.*\)'$/\1/p" "$1")
    "$hone" tune "$1" --time-limit "${seconds}s" --quiet ${options:+--build-options "$options"} >/dev/null ||
        echo "$1: no config ran correctly" >&2
}

# seconds_of FILE COMMAND…: the command's output goes to the file.
seconds_of() {
    local start
    start=$(date +%s%N)
    "${@:2}" >"$1" 2>"$1.errors" || {
        same=failed
        echo "$name: $(tail -1 "$1.errors")" >&2
    }
    awk -v ns="$(($(date +%s%N) - start))" 'BEGIN { printf "%.3f\n", ns / 1e9 }'
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
