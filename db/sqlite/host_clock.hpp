// SPDX-License-Identifier: MIT
// Here and now, as the database writes them down.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace hone {

/// Milliseconds since 1970, UTC.
std::int64_t now_ms();

/// When the process of this number was started, in milliseconds since 1970; nothing where the system
/// does not say.
std::optional<std::int64_t> process_started_ms(std::int64_t pid);

/// The name of this host.
std::string host_name();

}  // namespace hone
