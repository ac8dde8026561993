-- SPDX-License-Identifier: MIT
-- What is made anew once ids have changed.
DELETE FROM tuned
