# SPDX-License-Identifier: MIT
# [device] A user's own kernel, from its .cl to a first best: `new`, `why --run`, `tune`; by its
# name and by its file; and the remains of a failed attempt are forgotten.
source "$(dirname "$0")/check.bash"
on_one_core
mkdir -p "$HOME"
export HONE_DB=$folder/own.db
cd "$folder" || exit 1

cat >scale.cl <<'KERNEL'
#ifndef WG
#define WG 64  // work-items of a group
#endif
#ifndef PER_ITEM
#define PER_ITEM 2
#endif
kernel void scale(int n, float a, global const float* x, global float* y) {
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) y[i] = a * x[i];
}
KERNEL

hone new scale.cl
exits 0
says "wrote scale.toml"
hone new scale.cl
exits 2
tells "scale.toml is already there"
refused "is not the file of a kernel" new nothing.cl
refused "has no kernel 'scal'; did you mean scale?" new scale.cl --entry scal -o other.toml

hone space scale.toml --count
exits 0
for command in tune check-space space; do
    refused 'scale.cl: a kernel, not its space: `hone new scale.cl` writes one' "$command" scale.cl
done
: >empty.cl
refused "empty.cl has no kernel" new empty.cl
is "$err" "hone: empty.cl has no kernel"

# The factor of get_group_id in the text is the group's size; each buffer has its bytes.
cat >blur.cl <<'KERNEL'
#ifndef TX
#define TX 16
#endif
#ifndef TY
#define TY 8
#endif
kernel void blur(int w, int h, global const float* in, constant float* k, global float* out) {
    const int x = get_group_id(0) * TX + get_local_id(0), y = get_group_id(1)*TY + get_local_id(1);
    if (x < w && y < h) out[y * w + x] = k[0] * in[y * w + x];
}
KERNEL
hone new blur.cl
exits 0
grep -q '^local = \["TX", "TY"\]' blur.toml || complain "should have the groups TX and TY"
grep -q 'TX \* TY <= device.max_work_group' blur.toml || complain "should limit the group"
grep -q '^bytes = "12 \* w \* h"' blur.toml || complain "should count three buffers"
hone check-space blur.toml
exits 0
hone why scale.toml --run
exits 0
says "its result is right"
says "WG=64 PER_ITEM=2"

# A -D definition would override the config's value.
for redefined in -DWG=3 "-D WG=3" "-cl-mad-enable -DOTHER -DPER_ITEM"; do
    refused "the build options define" tune scale.toml --build-options="$redefined"
    refused "a parameter of scale" why scale.toml --build --build-options="$redefined"
done
hone check-space scale.toml --build-options=-DOTHER=3
exits 0

tune() { hone tune scale.toml --size n=4096 --max-evals 4 --quiet; }
tune
exits 0
is "$(told "SELECT DISTINCT checked_with FROM trial WHERE outcome = 'ok'")" "own reference"

# By its name and by its file.
for what in scale scale.toml; do
    hone best "$what"
    exits 0
    says "scale f32 n=4096"
    hone check "$what"
    exits 0 1
    says "scale"
    hone export "$what" --as env --size n=4096
    exits 0
    says "HONE_KERNEL='scale'"
    hone show "$what"
    exits 0
    says "scale f32 n=4096"
    hone export "$what" --as json
    exits 0
    says '"WG"'
done

first=$("$HONE" best scale --json | grep median)

# A later attempt is wrong: after forgetting it, the first best is listed again.
sed 's/a \* x\[i\]/(PER_ITEM == 77 ? 0 : NAN) * x[i] + get_group_id(0)/' scale.cl >wrong.cl
cp scale.cl right.cl
cp wrong.cl scale.cl
sed -i 's/reference = "scale"/reference = "plain"/' scale.toml
sed -n '/^kernel/,$p' right.cl | sed 's/void scale/void plain/' >>scale.cl
tune
exits 1
run=$("$HONE" show --json | grep -m1 '"run"' | cut -d'"' -f4)
hone db forget "$run"
exits 0
hone db check
exits 0
is "$("$HONE" best scale --json | grep median)" "$first"
cp right.cl scale.cl
refused "'nothing' is neither a kernel with runs nor the id of one run" db forget scale.toml nothing
is "$("$HONE" best scale --json | grep median)" "$first"  # all words, or none
hone db forget scale.toml
exits 0
hone best scale
exits 1
hone db check
exits 0
refused "'scale' is neither a kernel with runs nor the id of one run" db forget scale

# Without defaults: parameters are named, and the reference gets the first value of each.
cat >add.cl <<'KERNEL'
__kernel void add(__global float *c, __global const float *a, __global const float *b, int n) {
    int i = get_group_id(0) * block_size_x + get_local_id(0);
    if (i < n) c[i] = a[i] + b[i];
}
KERNEL
refused "what only -D defines needs a default" new add.cl
refused "--parameters 'block_size_x' is not NAME=[A,B]" new add.cl --parameters block_size_x
hone new add.cl --parameters 'block_size_x=[64,128]'
exits 0
hone check-space add.toml
exits 0
says "its result is right"
sed -i '/^parameters = {/d' add.toml
hone check-space add.toml
exits 2
tells "parameters = { NAME = 1 }"

# A reference in another file, with its own parameters and arguments.
cat >plain.cl <<'KERNEL'
kernel void plain(global const float* a, global const float* b, global float* c) {
    c[get_global_id(0)] = a[get_global_id(0)] + SIGN * b[get_global_id(0)];
}
KERNEL
sed -i 's/^reference = .*/reference = "plain"\nsource = "plain.cl"\nparameters = { SIGN = 1 }/
    s/^local = \[64\]/arguments = ["a", "b", "c"]\nlocal = [1]/' add.toml
sed -i '/^\[check\]/,$s/^global = .*/global = ["n"]/' add.toml
hone check-space add.toml
exits 0
sed -i 's/SIGN = 1/SIGN = -1/' add.toml
hone check-space add.toml
exits 1

# Images and samplers.
cat >mirror.cl <<'KERNEL'
#ifndef WG
#define WG 8
#endif
kernel void mirror(read_only image2d_t from, sampler_t at, write_only image2d_t to) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x < get_image_width(to) - CUT) write_imagef(to, (int2)(x, y), read_imagef(from, at, (int2)(y, x)));
}
kernel void plain(read_only image2d_t from, sampler_t at, write_only image2d_t to) {
    int x = get_global_id(0), y = get_global_id(1);
    write_imagef(to, (int2)(x, y), read_imagef(from, at, (int2)(y, x)));
}
KERNEL
sed -i 's/CUT/0/' mirror.cl
hone new mirror.cl
exits 0
sed -i 's/^\([wh]\) = 256/\1 = 64/' mirror.toml
hone check-space mirror.toml
exits 0
says "its result is right"
hone tune mirror.toml --max-evals 3 --quiet
exits 0
sed -i 's/get_image_width(to) - 0/get_image_width(to) - 1/' mirror.cl
hone check-space mirror.toml
exits 1
sed -i 's/type = "float4".*/type = "float4"\ncount = 3/' mirror.toml
refused "'size' stands in the place of 'count'" space mirror.toml
sed -i '/^count = 3$/d' mirror.toml

# An offset; the elements before it are unchanged.
cat >shift.cl <<'KERNEL'
kernel void shift(global float* y) { y[get_global_id(0)] = get_global_id(0); }
kernel void plain(global float* y) { if (get_global_id(0) >= 64) y[get_global_id(0)] = get_global_id(0); }
KERNEL
cat >shift.toml <<'SPACE'
problem    = { n = 192 }
parameters = { WG = [16, 32, 64] }
launch     = [{ entry = "shift", local = ["WG"], global = ["n - 64"], offset = [64] }]
arguments  = [{ name = "y", type = "float", count = "n", fill = "constant", value = -1, inout = true }]
check      = { reference = "plain", local = [64], global = ["n"], sizes = [] }
SPACE
hone check-space shift.toml
exits 0
sed -i 's/offset = \[64\]/offset = [32]/' shift.toml
hone check-space shift.toml
exits 1

# Drafted spaces that are right without edits: structs, buffers that are read and written, three
# dimensions.
cat >move.cl <<'KERNEL'
typedef struct { float4 at; float mass[2]; int id; } Body;
kernel void move(global Body* bodies, float4 by, int n) {
    int i = get_global_id(0);
    if (i < n) bodies[i].at += by * bodies[i].mass[1];
}
KERNEL
cat >box.cl <<'KERNEL'
kernel void box(global const float* x, global float* y, int rows, int columns, int depth) {
    int i = get_global_id(0), j = get_global_id(1), k = get_global_id(2);
    if (i < columns && j < rows && k < depth) y[(k * rows + j) * columns + i] = 2 * x[(k * rows + j) * columns + i];
}
KERNEL
for kernel in move box; do
    hone new $kernel.cl
    exits 0
    hone check-space $kernel.toml
    exits 0
    says "its result is right"
done
grep -q '^type = \["float4", "float", "float", "int"\]' move.toml || complain "should know the members"
# An image that no device supports is an error in its sizes.
sed -i 's/^w = .*/w = 100000/; s/^h = .*/h = 100000/' mirror.toml
refused "from takes 160,000,000,000 bytes" check-space mirror.toml
sed -i 's/^w = .*/w = 64/; s/^h = .*/h = 64/' mirror.toml

# Errors that only the compiled kernel shows: a name, and a type of the same size.
sed 's/^reference = .*/reference = "bix"/' box.toml >named.toml
sed -i 's/^\[problem\]/source = "box.cl"\n[problem]/' named.toml
refused "the text has no kernel 'bix'; did you mean box?" check-space named.toml
sed 's/^type = "int"/type = "float"/; s/^\[problem\]/source = "box.cl"\n[problem]/' box.toml >typed.toml
refused "argument 3 'rows': the space hands it 'float'; the kernel has 'int'" check-space typed.toml

# Tuned kernels go by their name in `space` too.
cd / || exit 1
hone space mirror --count
exits 0
is "$out" 5
cd "$folder" || exit 1
refused "'mirro' is neither a file nor a space" space mirro

# A file with the name of one of hone's routines is still the user's kernel.
cp scale.cl gemm.cl
hone new gemm.cl
exits 0
hone why gemm.toml --run --size n=100
exits 0
says "own_gemm"

# Sizes in the order of the file.
sed -i 's/^n = .*/zz = 3\nn = 1000\naa = 4/' scale.toml
sed -i 's/reference = "plain"/reference = "scale"/' scale.toml
hone why scale.toml
says "scale f32 zz=3 n=1000 aa=4"

finish
