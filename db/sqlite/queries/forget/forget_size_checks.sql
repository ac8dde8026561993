-- SPDX-License-Identifier: MIT
-- Of one run, which is removed: its checks at other sizes.
DELETE FROM size_check WHERE run_id = :run_id
