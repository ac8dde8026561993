# SPDX-License-Identifier: MIT
# [device] A database of another author is merged, or named with --db. Its kernel makes a folder
# when it runs: nothing builds, runs or exports it before the user allows it by name.
source "$(dirname "$0")/check.bash"
[[ $(uname -m) == x86_64 ]] || exit 0  # the kernel below makes a system call of this architecture
cd "$folder" || exit 1
export HONE_DEVICE=0
unset HONE_DB HONE_BUILD_OPTIONS

lacks_marker() { [[ ! -e marker ]] || complain "should not run a kernel of somebody else"; }
has_marker() { [[ -e marker ]] || complain "should run the kernel: else this test shows nothing"; }

mkdir theirs
cat >theirs/friendly.toml <<'END'
problem    = { n = 64 }
parameters = { WG = [1, 8] }
launch     = [{ entry = "fill", local = ["WG"], global = ["n"] }]
arguments  = [
    { name = "n", kind = "scalar", type = "int", value = "n" },
    { name = "y", type = "float", count = "n", fill = "output" },
]
check      = { reference = "fill", local = [1], global = ["n"] }
END
cat >theirs/friendly.cl <<'END'
kernel void fill(int n, global float* y) {
    char name[8] = "marker";
    long status = 83;  // mkdir(name, 0755)
    __asm__ volatile("syscall" : "+a"(status) : "D"(name), "S"(493L) : "rcx", "r11", "memory");
    y[get_global_id(0)] = n;
}
END
hone tune theirs/friendly.toml --db theirs.db --time-limit 3s --quiet
exits 0
has_marker
rm -rf marker
# Its author needs no permission.
cp theirs/friendly.cl .  # it has the reference
hone check --db theirs.db
[[ $out == *friendly* && $out != *--trust-databases* ]] || complain "should measure it again"
has_marker
rm -rf marker
mv theirs elsewhere

# If another user names the database, its kernels and commands are only data.
ours=$HOME/of_somebody_else
rm -rf "$ours"
mkdir "$ours"
theirs=$XDG_DATA_HOME
export XDG_DATA_HOME=$ours
for words in "check" "check friendly" "check --json" "export friendly" "export friendly --as json" "tune friendly" \
    "ladder friendly" "cover friendly" "why friendly --run"; do
    cp theirs.db named.db
    # shellcheck disable=SC2086
    hone $words --db named.db
    exits 1 2
    lacks_marker
    [[ $words == [lcw][ao][dv]* || $out$err == *named.db* || $err == *"another database"* ]] \
        || complain "should say whose it is"
done
for words in "best" "show" "db info" "db check" "report --as text" "why friendly"; do
    # shellcheck disable=SC2086
    hone $words --db named.db
    lacks_marker
done
XDG_DATA_HOME=$theirs hone tune --command 'mkdir marker' --parameters 'N=[1]' --name made --db commands.db --time-limit 3s
has_marker
rm -rf marker
for words in "check" "check made" "tune made"; do
    # shellcheck disable=SC2086
    hone $words --db commands.db
    lacks_marker
done
hone check --db named.db --trust-databases
has_marker
rm -rf marker
hone check --db named.db
[[ $out == *named.db*--trust-databases* ]] || complain "should ask again: a check chooses nothing"
lacks_marker
# A kernel named by its file is the user's own, in every database.
hone tune elsewhere/friendly.toml --db mine.db --time-limit 3s --quiet
exits 0
rm -rf marker
hone check --db named.db
has_marker
rm -rf marker
export XDG_DATA_HOME=$theirs

hone db add reduction_last --db lab.db
exits 0
hone db merge theirs.db --db lab.db
exits 0
for words in "check" "check friendly" "check --json" "export friendly" "export friendly --as json"; do
    # shellcheck disable=SC2086
    hone $words --db lab.db
    exits 1 2
    [[ $out$err == *theirs.db* || $err == *"another database"* ]] || complain "should say whose it is"
    [[ $out$err == *--trust-databases* ]] || complain "should say how it is allowed"
    lacks_marker
done
for words in "best" "show" "db info" "db check" "report --as text" "why friendly"; do
    # shellcheck disable=SC2086
    hone $words --db lab.db
    lacks_marker
done

# Allowed by name it is built, but still counts as foreign.
hone export friendly --db lab.db --trust-databases
exits 0
says "kernel void fill"
hone check --db lab.db --trust-databases
[[ $out =~ ("as before"|faster|slower)\ +friendly ]] || complain "should measure it again"
has_marker
rm -rf marker
hone check --db lab.db
exits 1
lacks_marker

finish
