-- SPDX-License-Identifier: MIT
-- A run is over, as far as it came.
UPDATE run SET state = :state, ended = :ended WHERE id = :id
