-- SPDX-License-Identifier: MIT
-- Configs that were wrong, failed when they were checked at another size, crashed or hung, on any device.
SELECT DISTINCT r.kernel_id, f.config
FROM (SELECT run_id, config FROM trial WHERE outcome = 'wrong'
      UNION
      SELECT run_id, config FROM size_check WHERE outcome <> 'ok'
      UNION
      SELECT run_id, config FROM kill) AS f
JOIN run AS r ON r.id = f.run_id
