-- SPDX-License-Identifier: MIT
-- Configs that were wrong, failed a check at another size, crashed or hung, on any device. Failures
-- of the device itself, such as a lack of memory, are excluded: see views.sql.
SELECT DISTINCT r.kernel_id, f.config
FROM (SELECT run_id, config FROM trial WHERE outcome = 'wrong' AND message NOT GLOB '* gave -[24567]'
      UNION
      SELECT run_id, config FROM size_check WHERE outcome <> 'ok' AND message NOT GLOB '* gave -[24567]'
      UNION
      SELECT run_id, config FROM kill WHERE why NOT GLOB '* gave -[24567]') AS f
JOIN run AS r ON r.id = f.run_id
