-- SPDX-License-Identifier: MIT
-- What the ids and seals of rows cover, in the order of their hash. Stored ids and seals depend on
-- it, so a list never changes for existing rows. A query names an expression in double braces, such
-- as {{seal_of_tuned}}, and calls the tables kernel, recipe and trial k, r and t.

id_of_kernel = fingerprint(k.name, k.routine, k.source, k.space);

id_of_trial = fingerprint(t.run_id, t.ordinal, t.config, t.outcome, t.samples, t.message);

seal_of_recipe = fingerprint(r.kernel_id, k.name, k.routine, k.source, r.text, r.at);

seal_of_tuned = fingerprint(device_id, kernel_id, precision, problem, conditions, config, trial_id, chosen, median_ns,
                            at, tool, uuid);

seal_of_timing = fingerprint(device_id, kernel_id, precision, problem, conditions, config, chosen, right_elsewhere,
                             median_ns, tool, uuid);

seal_of_cover = fingerprint(device_id, kernel_id, precision, config, problem, median_ns, best_ns, at);
