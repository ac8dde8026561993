-- SPDX-License-Identifier: MIT
-- The table `tuned` knows of all trials.
DELETE FROM meta WHERE key = 'tuned_behind'
