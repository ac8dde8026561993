-- SPDX-License-Identifier: MIT
-- What says who measured, on which machine, by which command. An import says that it is one, and no file.
UPDATE run
SET command = '', host = '', pid = 0, pci = '', uuid = '', options = '{}',
    origin = iif(source = 'import', 'import', '')
