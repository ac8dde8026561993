// SPDX-License-Identifier: MIT
#include "tuner/catalog/values_around.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

namespace hone {

std::string values_around(std::int64_t usual) {
    if (usual == 0) return "[0, 1]";
    if (usual < 0) return fmt::format("[{}]", usual);
    std::set<std::int64_t> values{usual};
    for (const std::int64_t factor : {2, 4}) {
        values.insert(usual * factor);
        if (usual % factor == 0) values.insert(usual / factor);
    }
    return fmt::format("[{}]", fmt::join(values, ", "));
}

}  // namespace hone
