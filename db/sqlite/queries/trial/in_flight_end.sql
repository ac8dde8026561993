-- SPDX-License-Identifier: MIT
-- A config is no longer in flight, whatever its outcome.
DELETE FROM in_flight WHERE run_id = :run_id AND config = :config
