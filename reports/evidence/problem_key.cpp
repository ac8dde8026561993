// SPDX-License-Identifier: MIT
// The text and the size of a problem for comparisons.
#include <cmath>
#include <nlohmann/json.hpp>

#include "reports/evidence/evidence.hpp"
#include "reports/text/describe.hpp"

namespace hone {

std::string ProblemKey::words() const {
    const std::string more = condition_words(conditions);
    const bool ordinary = more.empty() || more == "warm cache";
    return problem_words(routine, precision, problem) + (ordinary ? "" : ", " + more);
}

double ProblemKey::size() const {
    const auto arguments = stored_json(problem);
    if (!arguments.is_object()) return 0;
    double sum = 0;
    int count = 0;
    for (const auto& [name, value] : arguments.items()) {
        if (!value.is_number() || value.template get<double>() <= 1) continue;
        sum += std::log(value.template get<double>());
        ++count;
    }
    // Rounded, so that the geometric mean of equal extents is that extent.
    return count == 0 ? 0 : std::round(std::exp(sum / count) * 1e6) / 1e6;
}

}  // namespace hone
