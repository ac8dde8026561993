-- SPDX-License-Identifier: MIT
-- Whether trials were added after the last update of the table `tuned`.
SELECT count(*) FROM meta WHERE key = 'tuned_behind'
