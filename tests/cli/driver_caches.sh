# SPDX-License-Identifier: MIT
# [device] Programs built by a search are cached in hone's own folder, not among those of the user's
# applications, unless a driver's variable names another place.
source "$(dirname "$0")/check.bash"
export HONE_DB=$folder/a.db HONE_LOCKS=$folder HOME=$folder/home
unset XDG_CACHE_HOME HONE_CACHE POCL_CACHE_DIR CUDA_CACHE_PATH MESA_SHADER_CACHE_DIR
mkdir -p "$HOME"

files() { find "$1" -type f 2>/dev/null | wc -l; }
tune=(reduction_tree --size n=4096 --strategy random_sample --max-evals 2)

hone tune "${tune[@]}"
exits 0
kept=$(files "$HOME/.cache/hone/drivers")
(($(find "$HOME/.cache/hone/drivers" -mindepth 1 -maxdepth 1 -type d | wc -l) == 3)) \
    || complain "should have a folder for each driver that keeps programs"
[[ ! -d $HOME/.cache/pocl || $kept -gt $(files "$HOME/.cache/pocl") ]] \
    || complain "should not fill the user's cache"

export XDG_CACHE_HOME=$folder/other POCL_CACHE_DIR=$folder/pocl
mkdir -p "$POCL_CACHE_DIR"
hone tune "${tune[@]}" --fresh
exits 0
[[ ! -e $XDG_CACHE_HOME/hone/drivers/pocl ]] || complain "should use the folder that POCL_CACHE_DIR names"
[[ -d $XDG_CACHE_HOME/hone/drivers/nvidia ]] || complain "should make its folders in XDG_CACHE_HOME"
finish
