-- SPDX-License-Identifier: MIT
-- Removes all data about the person, the machine and the command. An import keeps its mark, but not
-- its file name.
UPDATE run
SET command = '', host = '', pid = 0, pci = '', uuid = '', options = '{}',
    origin = iif(source = 'import', 'import', '')
