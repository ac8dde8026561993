-- SPDX-License-Identifier: MIT
-- A kernel, unless the same texts are known.
INSERT INTO kernel VALUES (
        :id, :name, :routine, :source, :space, :source_hash, :space_hash)
ON CONFLICT DO NOTHING
