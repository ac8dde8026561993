// SPDX-License-Identifier: MIT
// A kernel is identified by its name or a former name, because a changed comment changes its id.
// The first few trials reveal larger changes.
#include "tuner/session/transfer_history.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "db/model/canonical_json.hpp"
#include "db/model/counting_trial.hpp"
#include "spaces/space/problem.hpp"
#include "tuner/catalog/store_text.hpp"

namespace hone {
namespace {

// The nearest keys are enough, and reading a long history would take too long.
constexpr std::size_t max_keys = 8;
// Another device counts like two doublings of a size, another word or flag like one, a related
// precision like half of one.
constexpr double other_device = 2;
constexpr double other_word = 1;
constexpr double other_precision = 0.5;

// Measurements of the config itself take precedence; otherwise the fastest of the configs that it
// replaces counts.
class TrialsHere {
  public:
    explicit TrialsHere(const Candidates& candidates) : candidates_(candidates) {}

    // `nanoseconds` is nullopt for a failure.
    void add(const Config& config, std::optional<double> nanoseconds) {
        const auto here = candidates_.replacement(config);
        if (!here) return;
        if (*here == config) {
            measured_[config] = nanoseconds;
        } else if (nanoseconds) {
            const auto [entry, is_new] = alike_.emplace(*here, nanoseconds);
            if (!is_new) entry->second = std::min(entry->second, nanoseconds);
        }
    }

    TransferTrials all() && {
        measured_.merge(alike_);
        return std::move(measured_);
    }

  private:
    const Candidates& candidates_;
    TransferTrials measured_, alike_;
};

// All other keys of this kernel in this precision and related ones, the latest first.
std::vector<MeasurementKey> other_keys(Store& store, const MeasurementKey& key,
                                       const Space& space) {
    std::vector<MeasurementKey> keys;
    const auto kernels = store.kernels();
    for (const Run& run : store.runs()) {
        const bool is_other = run.key != key && are_related(run.key.precision, key.precision) &&
                              is_named(space, kernels.at(run.key.kernel).name);
        if (is_other && std::ranges::find(keys, run.key) == keys.end()) keys.push_back(run.key);
    }
    return keys;
}

// Returns 0 for a word.
double size_of(const Setting& setting) {
    if (const auto* whole = std::get_if<std::int64_t>(&setting.second))
        return static_cast<double>(*whole);
    const auto* real = std::get_if<double>(&setting.second);
    return real ? *real : 0;
}

double distance(const Setting& one, const Setting& other) {
    if (size_of(one) > 0 && size_of(other) > 0)
        return std::abs(std::log2(size_of(one) / size_of(other)));
    return one == other ? 0 : other_word;
}

// The unit is a doubling of a size.
double distance(const MeasurementKey& one, const MeasurementKey& other) {
    double sum = one.device == other.device ? 0 : other_device;
    if (one.precision != other.precision) sum += other_precision;
    const Settings compared = settings_of(other.problem);
    for (const Setting& setting : settings_of(one.problem)) {
        const auto same = std::ranges::find(compared, setting.first, &Setting::first);
        if (same != compared.end()) sum += distance(setting, *same);
    }
    return sum;
}

// Among equally near keys the latest comes first.
std::vector<MeasurementKey> nearest_first(std::vector<MeasurementKey> keys,
                                          const MeasurementKey& key) {
    std::ranges::stable_sort(keys, {},
                             [&](const MeasurementKey& each) { return distance(each, key); });
    return keys;
}

// The trial that counts for each config. A failure of the device teaches nothing about a config.
std::map<Config, Trial> counting_trials(Store& store, const MeasurementKey& key,
                                        const Space& space) {
    std::map<Config, Trial> counting;
    for (const Trial& trial : store.trials(key)) {
        const auto config = config_from(space, trial.config);
        if (config && !is_device_failure(trial)) add_newer(counting, *config, trial);
    }
    return counting;
}

}  // namespace

std::vector<TransferTrials> transfer_trials(Store& store, const MeasurementKey& key,
                                            const Space& space, const Candidates& candidates) {
    std::vector<TransferTrials> all;
    for (const MeasurementKey& other : nearest_first(other_keys(store, key, space), key)) {
        if (all.size() == max_keys) break;
        TrialsHere here(candidates);
        for (const auto& [config, trial] : counting_trials(store, other, space)) {
            const bool timed = trial.outcome == Outcome::ok && trial.time.known();
            here.add(config, timed ? std::optional(trial.time.median) : std::nullopt);
        }
        TransferTrials trials = std::move(here).all();
        if (!trials.empty()) all.push_back(std::move(trials));
    }
    return all;
}

}  // namespace hone
