-- SPDX-License-Identifier: MIT
-- The best of a subject, or nothing.
SELECT d.name, d.driver, k.name, k.routine, b.chosen,
       b.device_id, b.kernel_id, b.precision, b.problem, b.conditions,
       b.id, b.run_id, b.ordinal, b.config, b.purpose, b.outcome, b.started, b.work_group,
       b.launches, b.local_memory, b.registers_expected, b.flops, b.bytes, b.build_ms, b.registers,
       b.spills, b.private_memory, b.local_memory_used, b.max_work_group, b.samples, b.median_ns,
       b.low_ns, b.high_ns, b.coverage, b.checked_with, b.error, b.wrong_elements, b.place,
       b.nondeterministic, b.reference_at_fault, b.message
FROM best AS b
JOIN device AS d ON d.id = b.device_id
JOIN kernel AS k ON k.id = b.kernel_id
WHERE b.device_id = :device_id AND b.kernel_id = :kernel_id AND b.precision = :precision
  AND b.problem = :problem AND b.conditions = :conditions
