-- SPDX-License-Identifier: MIT
-- The ladder by which an application's question is answered, from the most to the least that is known.
-- A rung takes what was tuned on a device that is at least this kin to the one that asks, for a problem
-- at most so many doublings away; among them the nearest. `trust` is what the answer is worth where
-- the distance is 0: it halves with every `half` doublings. The last rung needs nothing that was tuned.
WITH rung (match, kin, reach, trust, half, reason) AS (VALUES
    ('exact',        'driver',       0,   1.0,  1, 'tuned on this device for this problem'),
    ('near',         'driver',       4,   0.95, 4, 'tuned on this device for {problem}, {distance} doublings away'),
    ('driver',       'board',        4,   0.85, 4, 'tuned on this device under driver {driver} for {problem}, {distance} doublings away'),
    ('far',          'board',        1e9, 0.6,  4, 'tuned on this device, but for {problem}, {distance} doublings away'),
    ('architecture', 'architecture', 1e9, 0.7,  4, 'tuned on {device} of the same architecture for {problem}, {distance} doublings away'),
    ('vendor',       'vendor',       1e9, 0.4,  4, 'tuned on {device} of the same vendor for {problem}, {distance} doublings away'),
    ('portable',     'type',         1e9, 0.25, 4, 'tuned on {device}, which is a {type} too, for {problem}, {distance} doublings away'),
    ('standard',     'none',         1e9, 0.1,  4, 'the defaults of the kernel: nothing like it was tuned'))
SELECT match, kin, reach, trust, half, reason FROM rung
