-- SPDX-License-Identifier: MIT
-- Removes a config from those in flight.
DELETE FROM in_flight WHERE run_id = :run_id AND config = :config
