// SPDX-License-Identifier: MIT
// What is no regular file has no text to read: a FIFO waits for ever, a device has no end.
#pragma once

#include <array>
#include <filesystem>
#include <string_view>
#include <utility>

namespace hone {

/// "folder", "FIFO", "device" or "socket" for what exists and is no regular file; else nothing.
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
