-- SPDX-License-Identifier: MIT
-- Every trial.
SELECT * FROM trial
