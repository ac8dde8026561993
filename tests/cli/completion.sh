# SPDX-License-Identifier: MIT
# The shells accept the completion scripts, and bash and fish complete with them.
source "$(dirname "$0")/check.bash"

for shell in bash zsh fish; do
    hone completion "$shell"
    exits 0
    is_silent
    says "completion of hone"
    if command -v "$shell" >/dev/null; then
        "$shell" -n <(printf '%s\n' "$out") || complain "is no script that $shell can read"
    fi
done

hone completion bash
eval "$out"

# completes WANTED WORDS...: bash offers WANTED for the last word.
completes() {
    local wanted=$1
    shift
    COMP_WORDS=(hone "$@")
    COMP_CWORD=$#
    _hone
    out="${COMPREPLY[*]-}"
    call="completion of: hone $*"
    [[ $out == "$wanted" ]] || complain "should be '$wanted'"
}

completes help he
completes space sp
completes "man" ma
completes "--version" --vers
completes "bash" completion b
completes "bash zsh fish" completion ""
completes "--help" man --h
completes "completion" help comple
completes "" man ""
completes "" unknown ""

if command -v zsh >/dev/null; then
    script=$("$HONE" completion zsh)
    out=$(zsh -fc "autoload -Uz compinit; compinit -D; $script"$'\n''print $_comps[hone]')
    call="loading the completion into zsh"
    [[ $out == _hone ]] || complain "should be '_hone'"
fi

if command -v fish >/dev/null; then
    hone completion fish
    script=$out
    out=$(fish --no-config -c "$script"$'\n''complete -C "hone completion b"')
    call="fish completion of: hone completion b"
    [[ $out == bash* ]] || complain "should be 'bash'"
fi

finish
