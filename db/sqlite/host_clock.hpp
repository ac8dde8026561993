// SPDX-License-Identifier: MIT
// Here and now, as the database writes them down.
#pragma once

#include <cstdint>
#include <string>

namespace hone {

/// Milliseconds since 1970, UTC.
std::int64_t now_ms();

/// The name of this host.
std::string host_name();

}  // namespace hone
