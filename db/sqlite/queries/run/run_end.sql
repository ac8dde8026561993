-- SPDX-License-Identifier: MIT
-- A run is over, as far as it came. One that was over before only changes its state, not its time.
UPDATE run SET ended = iif(state = 'running', :ended, ended), state = :state WHERE id = :id
