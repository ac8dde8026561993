-- SPDX-License-Identifier: MIT
-- Adds a device. For a known device, it updates the OpenCL version to that of the latest run,
-- because the version is not part of the id.
INSERT INTO device VALUES (
        :id, :name, :board, :vendor, :platform, :platform_version, :driver, :opencl_version, :type,
        :architecture, :vendor_id, :compute_units, :clock_mhz, :global_memory, :max_allocation,
        :cache, :local_memory, :local_is_dedicated, :constant_memory, :max_work_group, :max_items_x,
        :max_items_y, :max_items_z, :preferred_multiple, :warp, :registers, :timer_resolution_ns,
        :half, :fp64, :extensions)
ON CONFLICT (id) DO UPDATE SET opencl_version = excluded.opencl_version
WHERE opencl_version <> excluded.opencl_version
