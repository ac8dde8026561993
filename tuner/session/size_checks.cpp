// SPDX-License-Identifier: MIT
// The problems come from the routine or the space; constraints say which configs they are for.
#include "tuner/session/size_checks.hpp"

#include <algorithm>

#include "kernels/workload/check_sizes.hpp"

namespace hone {

void SizeChecks::prepare() {
    if (cases_) return;
    cases_.emplace();
    const CheckSizes sizes = check_sizes(setup_.space, setup_.problem);
    chosen_ = sizes.chosen;
    for (const Problem& problem : sizes.problems)
        cases_->push_back({problem, known_names(setup_.device.device, problem)});
}

bool SizeChecks::chosen() {
    prepare();
    return chosen_;
}

bool SizeChecks::all_right(const Config& config, const std::function<bool(const Problem&)>& check) {
    prepare();
    for (const Case& each : *cases_)
        if (is_legal(setup_.space, config, each.known) && !check(each.problem)) return false;
    right_.insert(config);
    return true;
}

}  // namespace hone
