-- SPDX-License-Identifier: MIT
-- The fallback levels of an application's query, from the most to the least specific. A level
-- admits configs tuned on a device with at least this similarity to the one in the query, for a
-- problem at most `max_distance` away in log2; the nearest is taken. `confidence` is that of an
-- answer at distance 0; it is halved with every `halving_distance`. The last level needs no tuned
-- config.
WITH level (match, similarity, max_distance, confidence, halving_distance, reason) AS (VALUES
    ('exact',        'driver',       0,   1.0,  1, 'tuned on this device for this problem'),
    ('near',         'driver',       4,   0.95, 4, 'tuned on this device for {problem}, {distance} doublings away'),
    ('driver',       'board',        4,   0.85, 4, 'tuned on this device under driver {driver} for {problem}, {distance} doublings away'),
    ('far',          'board',        1e9, 0.6,  4, 'tuned on this device for {problem}, {distance} doublings away'),
    ('architecture', 'architecture', 1e9, 0.7,  4, 'tuned on {device} of the same architecture for {problem}, {distance} doublings away'),
    ('vendor',       'vendor',       1e9, 0.4,  4, 'tuned on {device} of the same vendor for {problem}, {distance} doublings away'),
    ('portable',     'type',         1e9, 0.25, 4, 'tuned on {device}, another {type}, for {problem}, {distance} doublings away'),
    ('defaults',     'none',         1e9, 0.1,  4, 'the default config of the kernel: no similar problem was tuned'))
SELECT match, similarity, max_distance, confidence, halving_distance, reason FROM level
