-- SPDX-License-Identifier: MIT
-- Removes all data about the person, the machine and the command. An import keeps its mark, but not
-- its file name. It also keeps the hash of its file and its part of it, because nothing else
-- distinguishes two imports of one kernel and size.
UPDATE run
SET command = '', host = '', pid = 0, pci = '', uuid = '',
    options = iif(source = 'import' AND length(json_extract(options, '$.file')) = 64 AND
                  json_extract(options, '$.file') NOT GLOB '*[^0-9a-f]*',
                  json_object('file', json_extract(options, '$.file'),
                              'part', CAST(json_extract(options, '$.part') AS INTEGER)),
                  '{}'),
    origin = iif(source = 'import', 'import', '')
