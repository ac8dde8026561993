-- SPDX-License-Identifier: MIT
-- Deletes all rows of `tuned`.
DELETE FROM tuned
