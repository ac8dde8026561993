-- SPDX-License-Identifier: MIT
-- Counts of rules: the larger one knows more.
INSERT INTO main.pruned SELECT * FROM other.pruned WHERE true
ON CONFLICT DO UPDATE SET count = excluded.count, reason = excluded.reason
WHERE excluded.count > count
