-- SPDX-License-Identifier: MIT
-- One trial.
SELECT * FROM trial WHERE id = :id
