// SPDX-License-Identifier: MIT
// An objective that a device cannot measure is rejected before anything is built.
#include "tuner/cli/options/objective_option.hpp"

#include <fmt/format.h>

#include <set>

#include "spaces/base/error.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/worker/probe_device.hpp"

namespace hone::cli {

void declare_objective(po::options_description& options) {
    options.add_options()(
        "objective", single_value("OBJECTIVE")->default_value("time"),
        "what the best config has the least of: time, of a run after pauses; sustained, the time "
        "of a run under sustained load; energy, the joules of a run under sustained load; edp, "
        "energy "
        "times time");
}

std::vector<std::string> objective_names() {
    const auto words = words_of(Objective{});
    return {words.begin(), words.end()};
}

Objective objective_given(const po::variables_map& given) {
    if (given.count("objective") == 0) return Objective::time;
    return from_word<Objective>(word_of(given, "objective"));
}

void require_meter(Objective objective, const std::vector<LocalDevice>& devices) {
    if (objective == Objective::time || objective == Objective::sustained) return;
    constexpr std::chrono::seconds limit{30};
    std::set<std::string> asked;
    for (const LocalDevice& local : devices) {
        const Device& device = local.device;
        if (!asked.insert(device.name + device.pci + device.uuid).second) continue;
        const std::string why = meter_fault(local, limit);
        if (!why.empty())
            throw Error(Exit::environment,
                        fmt::format("the energy of {} cannot be measured: {}", device.name, why),
                        "use --objective sustained, which needs no meter");
    }
}

}  // namespace hone::cli
