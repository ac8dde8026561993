// SPDX-License-Identifier: MIT
#include "tuner/layer/check_record.hpp"

#include <map>

namespace hone::layer {

CheckRecord& record_of(const std::string& kind) {
    using Records = std::map<std::string, CheckRecord>;
    static auto* const all = new Records;  // NOLINT(cppcoreguidelines-owning-memory)
    return (*all)[kind];
}

}  // namespace hone::layer
