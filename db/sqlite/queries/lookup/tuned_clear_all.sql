-- SPDX-License-Identifier: MIT
-- Forgets all that is kept of the view `best`.
DELETE FROM tuned
