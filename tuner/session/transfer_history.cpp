// SPDX-License-Identifier: MIT
// A kernel is the same by its name, since a changed comment changes its id; what has changed more
// is seen by the first few trials.
#include "tuner/session/transfer_history.hpp"

#include <algorithm>

#include "tuner/catalog/store_text.hpp"

namespace hone {
namespace {

// The latest say enough, and reading them all would keep a long history's owner waiting.
constexpr std::size_t most_subjects = 8;

bool same_kernel(Store& store, const std::string& one, const std::string& other) {
    const auto kernels = store.kernels();
    return kernels.at(one).name == kernels.at(other).name;
}

}  // namespace

std::vector<Elsewhere> elsewhere_of(Store& store, const MeasurementKey& key, const Space& space,
                                    const Candidates& candidates) {
    std::vector<MeasurementKey> seen{key};
    std::vector<Elsewhere> all;
    for (const Run& run : store.runs()) {
        if (all.size() == most_subjects) break;
        if (run.key.precision != key.precision ||
            std::find(seen.begin(), seen.end(), run.key) != seen.end() ||
            !same_kernel(store, run.key.kernel, key.kernel))
            continue;
        seen.push_back(run.key);
        Elsewhere there;
        for (const Trial& trial : store.trials(run.key)) {
            const auto config = config_from(space, trial.config);
            if (!config || !candidates.contains(*config)) continue;
            const bool timed = trial.outcome == Outcome::ok && trial.time.known();
            there[*config] = timed ? std::optional(trial.time.median) : std::nullopt;
        }
        if (!there.empty()) all.push_back(std::move(there));
    }
    return all;
}

}  // namespace hone
