# SPDX-License-Identifier: MIT
# The library's start from a database to the first answer, under valgrind: no invalid access, no
# uninitialized read, no leak. STARTUP is the program of startup.c, KERNELS the shipped database.
# Skipped without valgrind, and under the sanitizers, which are incompatible with it.
set -uo pipefail
if ! command -v valgrind >/dev/null; then
    echo "skipped: there is no valgrind here"
    exit 77
fi
if grep -qaE '__(asan|tsan)_init' "$STARTUP"; then
    echo "skipped: built with a sanitizer"
    exit 77
fi
valgrind --quiet --error-exitcode=9 --leak-check=full --show-leak-kinds=all --errors-for-leak-kinds=all \
    "$STARTUP" "$KERNELS"
