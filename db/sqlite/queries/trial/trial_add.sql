-- SPDX-License-Identifier: MIT
-- Adds a trial unless it is known.
INSERT INTO trial VALUES (
        :id, :run_id, :ordinal, :config, :purpose, :outcome, :started, :work_group, :launches,
        :local_memory, :registers_expected, :flops, :bytes, :build_ms, :registers, :spills,
        :private_memory, :local_memory_used, :max_work_group, :samples, :median_ns, :low_ns,
        :high_ns, :coverage, :checked_with, :error, :wrong_elements, :location, :nondeterministic,
        :reference_at_fault, :message, :at_fault)
ON CONFLICT DO NOTHING
