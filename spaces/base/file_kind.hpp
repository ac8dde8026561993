// SPDX-License-Identifier: MIT
// Only regular files are read: a FIFO blocks, and a device may never end.
#pragma once

#include <array>
#include <filesystem>
#include <string_view>
#include <utility>

namespace hone {

/// "folder", "FIFO", "device" or "socket" for an existing file that is not regular; else empty.
inline std::string_view special_kind(std::filesystem::file_status status) {
    using Type = std::filesystem::file_type;
    constexpr std::array<std::pair<Type, std::string_view>, 5> kinds{{{Type::directory, "folder"},
                                                                      {Type::fifo, "FIFO"},
                                                                      {Type::character, "device"},
                                                                      {Type::block, "device"},
                                                                      {Type::socket, "socket"}}};
    for (const auto& [type, name] : kinds)
        if (status.type() == type) return name;
    return {};
}

}  // namespace hone
