-- SPDX-License-Identifier: MIT
-- Marks the table `tuned` as outdated, because trials were added.
INSERT OR IGNORE INTO meta VALUES ('tuned_behind', '1')
