-- SPDX-License-Identifier: MIT
-- The config is through, whatever became of it.
DELETE FROM flight WHERE run_id = :run_id AND config = :config
