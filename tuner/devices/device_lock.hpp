// SPDX-License-Identifier: MIT
// Two programs that time one device at once disturb each other's times. A lock file for each device
// prevents that. The lock is advisory, and the system releases it when its program ends.
#pragma once

#include <filesystem>
#include <string>

#include "db/model/device.hpp"

namespace hone {

/// The folder of the lock files: HONE_LOCKS, which is created if needed; else the machine's folder
/// for locks, else the user's.
std::filesystem::path lock_folder();

/// The name of a device's lock, independent of the driver: one for all CPUs of a machine, one for
/// each bus address.
std::string lock_name(const Device& device);

class DeviceLock {
  public:
    /// Opens the device's lock file without locking it.
    explicit DeviceLock(const Device& device, const std::filesystem::path& folder = lock_folder());
    ~DeviceLock();
    DeviceLock(const DeviceLock&) = delete;
    DeviceLock& operator=(const DeviceLock&) = delete;

    /// Tries to lock, and notes the purpose. Returns false while another program holds the lock.
    /// Always succeeds if no lock file can be used.
    bool try_lock(const std::string& what);
    /// The current holder: "pid 1234 (hone tune gemm) since 2026-11-21 11:40".
    std::string holder() const;

  private:
    int file_;
    bool is_locked_ = false;  // by this object
};

}  // namespace hone
