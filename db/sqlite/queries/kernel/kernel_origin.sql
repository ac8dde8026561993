-- SPDX-License-Identifier: MIT
-- Where the texts of a kernel came from; '' for here.
SELECT origin FROM kernel WHERE id = :id
