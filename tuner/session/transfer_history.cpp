// SPDX-License-Identifier: MIT
// Kernels are matched by name, since any edit changes the id; the first few trials show how much
// has changed.
#include "tuner/session/transfer_history.hpp"

#include <algorithm>

#include "tuner/catalog/store_text.hpp"

namespace hone {
namespace {

// The latest keys are enough, and reading a long history would take too long.
constexpr std::size_t max_keys = 8;

bool same_kernel(Store& store, const std::string& one, const std::string& other) {
    const auto kernels = store.kernels();
    return kernels.at(one).name == kernels.at(other).name;
}

}  // namespace

std::vector<TransferTrials> transfer_trials(Store& store, const MeasurementKey& key,
                                            const Space& space, const Candidates& candidates) {
    std::vector<MeasurementKey> seen{key};
    std::vector<TransferTrials> all;
    for (const Run& run : store.runs()) {
        if (all.size() == max_keys) break;
        if (run.key.precision != key.precision ||
            std::find(seen.begin(), seen.end(), run.key) != seen.end() ||
            !same_kernel(store, run.key.kernel, key.kernel))
            continue;
        seen.push_back(run.key);
        TransferTrials trials;
        for (const Trial& trial : store.trials(run.key)) {
            const auto config = config_from(space, trial.config);
            if (!config || !candidates.contains(*config)) continue;
            const bool timed = trial.outcome == Outcome::ok && trial.time.known();
            trials[*config] = timed ? std::optional(trial.time.median) : std::nullopt;
        }
        if (!trials.empty()) all.push_back(std::move(trials));
    }
    return all;
}

}  // namespace hone
