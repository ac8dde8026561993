-- SPDX-License-Identifier: MIT
-- A merged run found a config wrong that was correct here. The local result counts.
SELECT 'run ' || d.run_id || ' of ' || d.origin || ': it found a config of kernel ' || k.name ||
       ' wrong that was right here: ' || d.config
FROM disagreement AS d
JOIN kernel AS k ON k.id = d.kernel_id
