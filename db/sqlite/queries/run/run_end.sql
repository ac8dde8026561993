-- SPDX-License-Identifier: MIT
-- Ends a run. If it has ended before, only its state changes, not its time.
UPDATE run SET ended = iif(state = 'running', :ended, ended), state = :state WHERE id = :id
