// SPDX-License-Identifier: MIT
// A kernel is the same by its name or a former one, since a changed comment changes its id; what
// has changed more is seen by the first few trials.
#include "tuner/session/transfer_history.hpp"

#include <algorithm>

#include "tuner/catalog/store_text.hpp"

namespace hone {
namespace {

// The latest keys are enough, and reading a long history would take too long.
constexpr std::size_t max_keys = 8;

}  // namespace

std::vector<TransferTrials> transfer_trials(Store& store, const MeasurementKey& key,
                                            const Space& space, const Candidates& candidates) {
    std::vector<MeasurementKey> seen{key};
    std::vector<TransferTrials> all;
    const auto kernels = store.kernels();
    for (const Run& run : store.runs()) {
        if (all.size() == max_keys) break;
        if (run.key.precision != key.precision ||
            std::find(seen.begin(), seen.end(), run.key) != seen.end() ||
            !is_named(space, kernels.at(run.key.kernel).name))
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
