// SPDX-License-Identifier: MIT
// Tuning at first use, for applications that link hone::tuner beside hone::hone.
//
//   hone::Tuned tuned;
//   tuned.on_miss(hone::tuner(std::chrono::seconds(20)));
//   tuned.find("gemm", …);   // HONE_MODE=tune: a problem that no database has is tuned and stored
#pragma once

#include <chrono>
#include <filesystem>

#include "db/lookup/tuned.hpp"

namespace hone {

/// Returns a function that tunes a problem on a device of this machine for `time_limit`, checks
/// each config, and stores the results in the user's database. Work in progress at the limit may
/// take five seconds more, or twenty before the first result of a new device, since the driver then
/// compiles the reference. `space` is the file of your own kernel; without it, the kernels that come
/// with hone are tuned. The function reports a failure on stderr and returns false.
///
/// Results of your own kernel are returned only if the application calls
/// `Tuned::trust_databases()`, which allows kernels from databases to run.
Tuned::Tuner tuner(std::chrono::milliseconds time_limit, const std::filesystem::path& space = {});

}  // namespace hone
