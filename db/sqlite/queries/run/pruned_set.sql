-- SPDX-License-Identifier: MIT
-- How many a rule has kept from being tried, so far.
INSERT INTO pruned VALUES (
        :run_id, :rule, :verdict, :count, :reason)
ON CONFLICT DO UPDATE SET count = excluded.count, reason = excluded.reason
