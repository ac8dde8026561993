-- SPDX-License-Identifier: MIT
-- Forgets all that is kept of the view `timed`.
DELETE FROM timing
