// SPDX-License-Identifier: MIT
#include "db/lookup/model_config.hpp"

#include <algorithm>

namespace hone::lookup {

const TimedProblem* ModelConfig::timing_of(const ProblemPoint& problem) const {
    const auto found = std::ranges::find_if(problems, [&](const TimedProblem& timed) {
        return timed.point.arguments == problem.arguments;
    });
    return found != problems.end() ? &*found : nullptr;
}

}  // namespace hone::lookup
