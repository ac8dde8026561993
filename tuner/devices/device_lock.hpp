// SPDX-License-Identifier: MIT
// Two programs that time one device at once disturb each other's times. A lock file for each device
// of the machine prevents that. The lock is advisory, and the system drops it when its program
// ends.
#pragma once

#include <filesystem>
#include <string>

#include "db/model/device.hpp"

namespace hone {

/// The folder of the lock files: HONE_LOCKS, which is created, else the machine's folder for locks,
/// else the user's own.
std::filesystem::path lock_folder();

/// The name of a device's lock, the same under every driver: one for all CPUs of a machine, one for
/// each address on the bus.
std::string lock_name(const Device& device);

class DeviceLock {
  public:
    /// Opens the device's lock file without locking it.
    explicit DeviceLock(const Device& device, const std::filesystem::path& folder = lock_folder());
    ~DeviceLock();
    DeviceLock(const DeviceLock&) = delete;
    DeviceLock& operator=(const DeviceLock&) = delete;

    /// Tries to lock, and notes what the device is used for; false while another program holds the
    /// lock. Where no lock file can be used it always succeeds.
    bool try_lock(const std::string& what);
    /// Who holds it: "pid 1234 (hone tune gemm) since 2026-11-21 11:40".
    std::string holder() const;

  private:
    int file_;
    bool is_locked_ = false;  // by this object
};

}  // namespace hone
