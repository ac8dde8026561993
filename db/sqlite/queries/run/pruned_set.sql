-- SPDX-License-Identifier: MIT
-- Sets the number of candidates that a rule has rejected or deferred so far.
INSERT INTO pruned VALUES (
        :run_id, :rule, :verdict, :count, :reason)
ON CONFLICT DO UPDATE SET count = excluded.count, reason = excluded.reason
