# SPDX-License-Identifier: MIT
# The state of a user after the first README: results for a few sizes, and results of other machines
# to merge and to import.
set -euo pipefail
hone tune reduction_last
hone tune gemm --sizes 32,48
hone db export --db other.db --as csv -o results.csv
