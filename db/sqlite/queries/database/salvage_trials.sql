-- SPDX-License-Identifier: MIT
-- Trials that are not what their ids were made of.
DELETE FROM trial WHERE id <> fingerprint(run_id, ordinal, config, outcome, samples, message)
