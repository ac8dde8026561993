// SPDX-License-Identifier: MIT
// Two programs that time one device at once time each other. A lock of the machine, one for each
// device, tells them; it is advice, and gone with the program that held it, however that ended.
#pragma once

#include <filesystem>
#include <string>

#include "db/model/device.hpp"

namespace hone {

/// Where the locks lie: HONE_LOCKS, which is made, else the machine's folder for locks, else the
/// user's own.
std::filesystem::path lock_folder();

/// What is one device, whatever driver shows it: all CPUs of a machine, or one place on its bus.
std::string lock_name(const Device& device);

class DeviceLock {
  public:
    /// Opens the device's lock, and does not take it yet.
    explicit DeviceLock(const Device& device, const std::filesystem::path& folder = lock_folder());
    ~DeviceLock();
    DeviceLock(const DeviceLock&) = delete;
    DeviceLock& operator=(const DeviceLock&) = delete;

    /// Takes it in the name of what is done there; false while another program has it. Where the
    /// system has no locks for us nobody else has them.
    bool take(const std::string& what);
    /// Who has it: "pid 1234 (hone tune gemm) since 2026-11-21 11:40".
    std::string holder() const;

  private:
    int file_;
};

}  // namespace hone
