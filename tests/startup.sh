# SPDX-License-Identifier: MIT
# The library's way from a database to the first answer under valgrind: no false access, nothing read that
# was never written, nothing left behind. STARTUP is the program of startup.c, KERNELS the database that
# comes with hone. Skipped where there is no valgrind, and under the sanitizers, which do not go with it.
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
