// SPDX-License-Identifier: MIT
// A result is identified by its device, kernel, precision and config.
#include "reports/fleet/doubts.hpp"

#include <algorithm>

namespace hone {

Doubts::Doubts(Store& store) {
    const Evidence evidence = load_evidence(store, {});
    FleetBuilder builder;
    for (const auto& [id, device] : evidence.devices)
        builder.add(evidence, id, evidence.labels.at(id));
    fleet_ = builder.take();
    doubtful_ = outliers(fleet_, beyond_limits(store));
}

bool Doubts::about(const Best& best) const {
    return std::ranges::any_of(doubtful_, [&](const Outlier& one) {
        if (fleet_.devices[one.device].id != best.key.device) return false;
        if (!one.family.empty() && one.family != best.routine + " " + best.key.precision)
            return false;
        return !one.config ||
               (one.config->kernel == best.kernel && one.config->config == best.trial.config);
    });
}

}  // namespace hone
