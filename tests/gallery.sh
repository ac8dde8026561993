# SPDX-License-Identifier: MIT
# Each kernel of examples/gallery, and the transpose: the tuned result is right, and a planted error
# is found.
source "$(dirname "$0")/cli/check.bash"
here=$(cd "$(dirname "$0")/../examples/gallery" && pwd)
on_one_core
mkdir -p "$HOME"
cp "$here"/* "$here"/../transpose.{toml,cl} "$folder"
cd "$folder" || exit 1

# kind NAME SIZES FAULT: FAULT is a sed command that makes the kernel wrong.
kind() {
    export HONE_DB=$folder/$1.db
    hone tune "$1.toml" --size "$2" --strategy random_sample --max-evals 2 --quiet --json
    exits 0
    is "$(told "SELECT config, outcome, message FROM trial WHERE outcome <> 'ok'")" ""
    is "$(told "SELECT * FROM size_check WHERE outcome <> 'ok'")" ""
    cp "$1.cl" right.cl
    sed -i "$3" "$1.cl"
    cmp -s "$1.cl" right.cl && complain "its fault changes nothing"
    hone why "$1.toml" --size "$2" --run
    exits 1
    says "not right: wrong"
}

kind stencil w=67,h=33,STEPS=3 's/y < h) to\[/y < h - 1) to[/'
kind nbody n=130 's/if (i < n) force\[i\] = sum/if (i < n) force[i] = sum + pull(own, tile[0], softening)/'
kind histogram n=5000,bins=16 's/own\[b\] > 0/own[b] > 1000/'
kind batched batch=33,SIDE=8 's/c\[base + cell\] = sum/c[base + cell] = cell > 62 ? 0 : sum/'
kind convolution w=67,h=33 's/x < w \&\& y < h/x < w \&\& y < h - 1/'
kind scan n=5000 's/total\[block - 1\]/total[block - 1] + 1/'
kind csr n=1000,most=8 '/^kernel void csr/,/^}/s/y\[row\] = sum/y[row] = row == 77 ? 0 : sum/'
kind softmax rows=32,columns=100 '/^kernel void softmax/,/^}/s/ \/ sum/ \/ (sum + 0.01f)/'
kind edges w=67,h=33 's/x >= get_image_width(result)) return/x >= get_image_width(result) - 1) return/'
kind axpy n=5000 's/from + i \* WG < n) y/from + i * WG < n - 1) y/'
kind bitonic n=1024 's/from + i \* WG < pairs)/from + i * WG < pairs - 1)/'
kind half rows=128,columns=64 '/^kernel void row/,/^}/s/c < columns/c < columns - V/'
kind transpose W=192,H=64 's/out\[(left + x) \* H + top + y\] =/out[(left + x) * H + top + (x \& y)] =/; s/= tile\[x\]\[y\]/= tile[x][x \& y]/'
kind particles n=1000 's/from + i \* WG < n) move/from + i * WG < n - 1) move/'

finish
