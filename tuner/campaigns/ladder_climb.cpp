// SPDX-License-Identifier: MIT
// Describes two configs by the parameters in which they differ.
#include "tuner/campaigns/ladder_climb.hpp"

#include <fmt/format.h>

#include "db/sqlite/version.hpp"
#include "db/store/store.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/session/trial_fields.hpp"

namespace hone::cli {

std::vector<std::string> differences(const Space& space, const Config& requested,
                                     const Config& legal) {
    std::vector<std::string> parts;
    for (std::size_t p = 0; p < requested.size(); ++p) {
        if (requested[p] == legal[p]) continue;
        const auto& [name, values] = space.parameters[p];
        parts.push_back(fmt::format("{}={} instead of {}", name, text(values[legal[p]]),
                                    text(values[requested[p]])));
    }
    return parts;
}

Run begin_run(const BenchSetup& setup, Store& store, const std::string& what,
              const std::string& command) {
    Run run;
    run.key = measurement_key(setup, store);
    run.strategy = what;
    run.seed = static_cast<std::int64_t>(setup.seed);
    run.tool = this_tool();
    run.command = command;
    run.pci = setup.device.device.pci;
    run.uuid = setup.device.device.uuid;
    return store.start(run);
}

}  // namespace hone::cli
