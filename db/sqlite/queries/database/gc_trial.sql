-- SPDX-License-Identifier: MIT
-- Removes one trial.
DELETE FROM trial WHERE id = :id
