// SPDX-License-Identifier: MIT
// Tuning at first use, for applications that link hone::tuner beside hone::hone.
//
//   hone::Tuned tuned;
//   tuned.on_miss(hone::tuner(std::chrono::seconds(20)));
//   tuned.find("gemm", …);   // with HONE_MODE=tune, what no database has is tuned now, and stored
#pragma once

#include <chrono>
#include <filesystem>

#include "db/lookup/tuned.hpp"

namespace hone {

/// Tunes a problem on a device of this machine for so long, each config checked, and stores it in
/// the user's database. What is under way when the time is over may go on for five seconds more, and
/// for twenty before the first result of a new device, whose driver compiles the reference then.
/// `space` is the file of a kernel of one's own; without it the kernels that come with hone are
/// tuned. What goes wrong is said on stderr and ends in "nothing new".
///
/// A kernel of one's own is answered where the application says that it may run what databases hold:
/// by `Tuned::trust_databases()`.
Tuned::Tuner tuner(std::chrono::milliseconds time_limit, const std::filesystem::path& space = {});

}  // namespace hone
