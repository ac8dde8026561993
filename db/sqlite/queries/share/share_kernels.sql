-- SPDX-License-Identifier: MIT
-- Removes the origins of kernels, which are file names.
UPDATE kernel SET origin = ''
