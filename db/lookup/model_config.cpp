// SPDX-License-Identifier: MIT
#include "db/lookup/model_config.hpp"

#include <algorithm>

namespace hone::lookup {

bool ModelConfig::was_timed_for(const ProblemPoint& problem) const {
    return std::ranges::any_of(problems, [&](const TimedProblem& timed) {
        return timed.point.arguments == problem.arguments;
    });
}

}  // namespace hone::lookup
