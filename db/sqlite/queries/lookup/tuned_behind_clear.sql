-- SPDX-License-Identifier: MIT
-- Marks the table `tuned` as up-to-date.
DELETE FROM meta WHERE key = 'tuned_behind'
