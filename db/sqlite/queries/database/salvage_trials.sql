-- SPDX-License-Identifier: MIT
-- Trials that do not match their ids.
DELETE FROM trial WHERE id <> fingerprint(run_id, ordinal, config, outcome, samples, message)
