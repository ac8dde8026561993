-- SPDX-License-Identifier: MIT
-- Every answer that any device ever gave.
SELECT * FROM probe
