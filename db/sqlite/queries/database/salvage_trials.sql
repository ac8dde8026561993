-- SPDX-License-Identifier: MIT
-- Trials that do not match their ids.
DELETE FROM trial AS t WHERE t.id <> {{id_of_trial}}
