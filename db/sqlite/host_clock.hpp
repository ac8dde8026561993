// SPDX-License-Identifier: MIT
// Time and host in the form that the database stores.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace hone {

/// Milliseconds since 1970, UTC.
std::int64_t now_ms();

/// Nanoseconds since 1970, UTC.
std::int64_t now_ns();

/// The start time of the process with this id, in milliseconds since 1970; nullopt if the system
/// does not report it.
std::optional<std::int64_t> process_started_ms(std::int64_t pid);

/// The name of this host.
std::string host_name();

}  // namespace hone
