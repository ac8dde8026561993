# SPDX-License-Identifier: MIT
# One line of faults.txt, by its name: a kernel is tuned while the driver fails as in that line. In
# every case the run ends by itself with a documented exit code and a reason, the database is
# intact, and no failed config is the best.
source "$(dirname "$0")/../cli/check.bash"
here=$(cd "$(dirname "$0")" && pwd)
: "${LAYER:?is the path of the layer}"
mkdir -p "$HOME"

line=$(grep -F "$1 " "$here/faults.txt" | head -1)
IFS='|' read -r _ faults_of_driver expected <<<"$line"

count() { told "SELECT count(*) FROM trial WHERE purpose <> 'final' AND $1"; }

export HONE_DB=$folder/a.db HONE_TEST_FAULTS=$faults_of_driver HONE_TEST_FAULTS_STATE=$folder
export OPENCL_LAYERS=$LAYER HONE_LOCKS=$folder
if [[ $expected == *disguise=* ]]; then
    disguise=${expected#*disguise=}
    export HONE_TEST_DISGUISE=$here/disguises/${disguise%% *}
fi
# A separate cache shows what was built in this run. Drivers other than PoCL do not use it.
if [[ $expected == *cached:* ]]; then export POCL_CACHE_DIR=$folder/pocl; fi
# The limits end hanging runs, but allow for runs that are slow because of parallel tests.
deadline=15s
if [[ $faults_of_driver == *hang* ]]; then deadline=2s; fi
# These faults also meet the workers that build ahead, which are there on several cores only. And on one
# core with other work the host's clock is chosen more often.
case "$1:$faults_of_driver:$expected" in
    "no fault at all:"* | *clBuild* | *clCreate* | *clGetDeviceIDs* | *crash* | *hang* | *:" device "* | *clock=device*) ;;
    *) on_one_core ;;
esac
began=$SECONDS
tuned=("$here/add.toml" --strategy brute_force)
if [[ $expected == *tuned=* ]]; then
    other=${expected#*tuned=}
    other=${other%% *}
    tuned=("${other%@*}" --size "${other#*@}" --strategy random_sample --max-evals 3)
fi
hone tune "${tuned[@]}" --timeout "$deadline" --build-timeout "$deadline"
took=$((SECONDS - began))
unset OPENCL_LAYERS HONE_TEST_FAULTS HONE_TEST_DISGUISE

[[ $code == [0-3] ]] || complain "should end with 0, 1, 2 or 3"
[[ $code == 0 || -n $err ]] || complain "should say why"
((took < 60)) || complain "should end within a minute, not after $took s"
for wish in $expected; do
    case $wish in
        disguise=* | tuned=*) ;;
        exit=*) exits "${wish#*=}" ;;
        clock=device | clock=host)
            is "$(told "SELECT group_concat(DISTINCT clock) FROM run")" "${wish#*=}"
            ;;
        says:*)
            words=${wish#*:}
            tells "${words//_/ }"
            ;;
        answers:*)
            words=${wish#*:}
            says "${words//_/ }"
            ;;
        unsaid:*)
            words=${wish#*:}
            [[ $out != *"${words//_/ }"* ]] || complain "should not answer '${words//_/ }'"
            ;;
        trial:*)
            words=${wish#*:}
            messages=$'\n'$(told "SELECT message FROM trial")
            [[ $messages == *$'\n'"${words//_/ }"* ]] || complain "should say '${words//_/ }' of a config, not$messages"
            ;;
        cached:*)
            [[ $(told "SELECT DISTINCT platform FROM device") != *Portable* ]] \
                || grep -rqF "${wish#*:}" "$folder/pocl" || complain "should have built '${wish#*:}'"
            ;;
        *=*) [[ $(count "outcome = '${wish%=*}'") == "${wish#*=}" ]] || complain "should have $wish" ;;
        *+) (($(count "outcome = '${wish%+}'") > 0)) || complain "should have one ${wish%+} at least" ;;
        *) complain "nobody knows '$wish'" ;;
    esac
done

# Stored data are intact, and the reported best was right.
if [[ -e $HONE_DB ]]; then
    [[ $(count "outcome <> 'ok' AND id IN (SELECT trial_id FROM finalist)") == 0 ]] \
        || complain "should choose nothing that failed"
    # Each failure stores whether the device is at fault, by the error code of the driver.
    is "$(told "SELECT message, at_fault FROM trial
                WHERE outcome <> 'ok' AND (message GLOB '* gave -[24567]') <> (at_fault = 'device')")" ""
    hone db check
    exits 0
fi
finish
