-- SPDX-License-Identifier: MIT
-- Trials were added that the table `tuned` does not know of yet.
INSERT OR IGNORE INTO meta VALUES ('tuned_behind', '1')
