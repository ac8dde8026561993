-- SPDX-License-Identifier: MIT
-- Runs of a host that are marked as running.
SELECT * FROM run WHERE state = 'running' AND host = :host
