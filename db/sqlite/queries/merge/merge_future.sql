-- SPDX-License-Identifier: MIT
-- What another clock dated in the future is taken for measured now: what is measured later is newer.
UPDATE main.trial SET started = :now WHERE started > :now
