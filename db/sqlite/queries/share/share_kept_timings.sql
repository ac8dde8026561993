-- SPDX-License-Identifier: MIT
-- Deletes rows that are rebuilt after ids have changed.
DELETE FROM timing
