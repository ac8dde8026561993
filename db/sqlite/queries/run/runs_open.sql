-- SPDX-License-Identifier: MIT
-- Runs of a host that say they go on.
SELECT * FROM run WHERE state = 'running' AND host = :host
