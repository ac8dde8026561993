// SPDX-License-Identifier: MIT
// Queries of a space's parameters and its ladder.
#include "spaces/space/space.hpp"

#include <algorithm>
#include <iterator>

namespace hone {

std::string_view word(Constraint::Kind kind) {
    switch (kind) {
        case Constraint::Kind::legality:
            return "legality";
        case Constraint::Kind::performance:
            return "performance";
        case Constraint::Kind::redundant:
            return "redundant";
    }
    return "";
}

std::optional<std::size_t> Space::index_of(std::string_view parameter) const {
    const auto found = std::ranges::find(parameters, parameter, &Parameter::name);
    if (found == parameters.end()) return std::nullopt;
    return static_cast<std::size_t>(found - parameters.begin());
}

bool LadderStep::is_for(std::string_view precision) const {
    return precisions.empty() || std::ranges::count(precisions, precision) > 0;
}

std::vector<LadderStep> Space::ladder_for(std::string_view precision) const {
    std::vector<LadderStep> all;
    std::ranges::copy_if(ladder, std::back_inserter(all),
                         [&](const LadderStep& step) { return step.is_for(precision); });
    return all;
}

}  // namespace hone
