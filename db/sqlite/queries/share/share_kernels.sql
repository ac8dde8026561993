-- SPDX-License-Identifier: MIT
-- Which file brought a kernel.
UPDATE kernel SET origin = ''
