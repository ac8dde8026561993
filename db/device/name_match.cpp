// SPDX-License-Identifier: MIT
// A part of a name matches, because drivers write longer names than people do.
#include "db/device/name_match.hpp"

#include <algorithm>

namespace hone {

std::string lower(std::string_view text) {
    std::string small(text);
    for (char& c : small)
        if ('A' <= c && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return small;
}

bool name_matches(const Device& device, std::string_view word) {
    const std::string wanted = lower(word);
    const std::string* const names[] = {&device.name, &device.board, &device.vendor,
                                        &device.platform};
    return std::ranges::any_of(names, [&](const std::string* name) {
        return lower(*name).find(wanted) != std::string::npos;
    });
}

}  // namespace hone
