-- SPDX-License-Identifier: MIT
-- Nothing of a run is being tried any more.
DELETE FROM flight WHERE run_id = :run_id
