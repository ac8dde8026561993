// SPDX-License-Identifier: MIT
// Chooses one trial per config.
#include "reports/evidence/config_times.hpp"

#include "db/model/counting_trial.hpp"

namespace hone {
namespace {

ConfigTime time_of(const TrialSummary& trial) {
    const bool timed = trial.ok() && trial.time.median > 0;
    return timed ? ConfigTime{trial.time.median, Outcome::ok} : ConfigTime{0, trial.outcome};
}

}  // namespace

std::map<std::string, ConfigTime> config_times(const KernelResults& results) {
    std::map<std::string, TrialSummary> counting;
    for (const TrialSummary& trial : results.trials) add_newer(counting, trial.config, trial);
    std::map<std::string, ConfigTime> times;
    for (const auto& [config, trial] : counting) times.emplace(config, time_of(trial));
    if (results.best && results.best->time.median > 0)
        times[results.best->config] = {results.best->time.median, Outcome::ok};
    return times;
}

std::optional<ConfigTime> time_of(const KernelResults& results, const std::string& config) {
    if (results.best && results.best->config == config)
        return ConfigTime{results.best->time.median, Outcome::ok};
    std::map<std::string, TrialSummary> counting;
    for (const TrialSummary& trial : results.trials)
        if (trial.config == config) add_newer(counting, config, trial);
    return counting.empty() ? std::nullopt : std::optional(time_of(counting.at(config)));
}

}  // namespace hone
