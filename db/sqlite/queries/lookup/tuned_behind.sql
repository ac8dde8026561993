-- SPDX-License-Identifier: MIT
-- Whether trials were added that the table `tuned` does not know of yet.
SELECT count(*) FROM meta WHERE key = 'tuned_behind'
