-- SPDX-License-Identifier: MIT
-- All measured properties of all devices.
SELECT * FROM probe
