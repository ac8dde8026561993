-- SPDX-License-Identifier: MIT
-- Sets trials that a wrong clock dated in the future to the current time, so that later trials are
-- newer.
UPDATE main.trial SET started = :now WHERE started > :now
