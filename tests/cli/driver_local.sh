# SPDX-License-Identifier: MIT
# [device] The driver's choice of a work-group as a candidate: for a kernel where it is the planted
# best, and for one where another group is. It is launched that way, and applications get it that
# way.
source "$(dirname "$0")/check.bash"
on_one_core
mkdir -p "$HOME"
export HONE_DB=$folder/a.db
cd "$folder" || exit 1

# kernel NAME BEST: groups other than BEST get useless work.
kernel() {
    cat >"$1.cl" <<KERNEL
#ifndef WG
#define WG 16
#endif
kernel void $1(global const float* x, global float* y) {
    y[get_global_id(0)] = 2 * x[get_global_id(0)];
    if (WG == $2) return;
    float kept = 0;
    for (volatile int i = 0; i < 2000; ++i) kept += i;
    if (kept < 0) y[get_global_id(0)] = kept;
}
KERNEL
    cat >"$1.toml" <<SPACE
[problem]
n = 16384
[parameters]
WG = [0, 16, 64]
[[launch]]
entry        = "$1"
local        = ["WG"]
global       = ["n"]
driver_local = "WG == 0"
[[arguments]]
name  = "x"
type  = "float"
count = "n"
[[arguments]]
name  = "y"
type  = "float"
count = "n"
fill  = "output"
[check]
reference    = "$1"
parameters   = { WG = 64 }
global       = ["n"]
driver_local = true
sizes        = []
SPACE
}
kernel drivers 0
kernel other 64

for name in drivers other; do
    hone tune $name.toml --strategy brute_force
    exits 0
    says "tried 3 of 3 candidates (3 ok)"
    says "times as fast as its defaults, WG=16 ("
done
says "best: other  WG=64"
hone best drivers
exits 0
says "WG=0"
hone tune drivers.toml --strategy brute_force --json
exits 0
says '"defaults": {'
hone tune drivers.toml --where 'WG == 16'
exits 0
says "these are its defaults"

# The driver makes the choice, as the launch shows.
launched() {
    hone capture --json -- "$HONE" why drivers.toml "WG=$1" --run
    exits 0
    says "\"work-items\": \"$2\""
}
launched 0 16384
[[ $out != *"of 16\""* ]] || complain "should launch the config alone"
launched 16 "16384 of 16"

# The description: no limit of groups applies, and no size is shown.
hone why drivers.toml WG=0
exits 0
says "the driver chooses the work-group"
hone space drivers.toml
exits 0
says "WG, or the driver's where WG == 0"
hone show drivers
exits 0
refused "T1 cannot express the 'driver_local' of 'drivers'" space drivers.toml --as t1

# Applications: the shell and C get no size.
hone export drivers --as env
exits 0
says "HONE_LOCAL0=''"
says "HONE_GLOBAL0='16384'"
hone export other --as env
exits 0
says "HONE_LOCAL0='64'"
cat >use.c <<'END'
#include "plans.h"
int main(void) {
    hone_drivers_f32_problem problem = hone_drivers_f32_default_problem();
    hone_drivers_f32_plan plan;
    if (!hone_drivers_f32(&problem, &plan)) return 1;
    return plan.launches[0].local[0] != 0 || plan.launches[0].global[0] != 16384 ||
           plan.launches[0].dimensions != 1;
}
END
hone export drivers --as header -o plans.h
exits 0
if command -v cc >/dev/null; then
    call="cc use.c"
    if ! cc -Wall -Wextra -Werror use.c -o use -lm || ! ./use; then
        complain "the header should compile and leave the group to the driver"
    fi
fi

# A size of 0 that is not declared as the driver's is still an error.
sed '1i source = "drivers.cl"
/^driver_local = "/d' drivers.toml >none.toml
hone tune none.toml --strategy brute_force
exits 2
tells "'WG' gives 0, which is not a size"
finish
