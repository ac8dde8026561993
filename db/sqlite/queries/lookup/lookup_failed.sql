-- SPDX-License-Identifier: MIT
-- Configs that were wrong, failed a check at another size or took too long there, crashed or hung,
-- on any device. Failures of the device itself, such as a lack of memory, are excluded.
SELECT DISTINCT r.kernel_id, f.config
FROM (SELECT run_id, config FROM trial WHERE outcome = 'wrong' AND at_fault <> 'device'
      UNION
      SELECT run_id, config FROM size_check WHERE outcome <> 'ok' AND at_fault <> 'device'
      UNION
      SELECT run_id, config FROM kill WHERE at_fault <> 'device') AS f
JOIN run AS r ON r.id = f.run_id
