-- SPDX-License-Identifier: MIT
-- Merges the counts of rules: the larger one is the later one.
INSERT INTO main.pruned SELECT * FROM other.pruned WHERE true
ON CONFLICT DO UPDATE SET count = excluded.count, reason = excluded.reason
WHERE excluded.count > count
