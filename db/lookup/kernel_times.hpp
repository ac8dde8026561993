// SPDX-License-Identifier: MIT
// All measured times of one kernel on some devices, and the model that estimates from them the time
// of each config for another problem.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "db/lookup/catalog.hpp"
#include "db/lookup/model_config.hpp"
#include "db/prediction/time_model.hpp"

namespace hone::lookup {

/// Selects measurements: those of one kernel version in one precision, on these devices.
struct TimesKey {
    std::size_t version = 0;
    std::string precision;
    std::vector<DeviceSimilarity> devices;  // per device of the catalog; none: excluded
    std::string uuid;  // measurements on this board count, under any device name
    std::int64_t compute_units = 0;
    Math math = Math::exact;  // measurements of relaxed programs count only for relaxed ones

    // NOLINTNEXTLINE(modernize-use-nullptr): it is the comparison itself that has a zero
    auto operator<=>(const TimesKey&) const = default;
};

class KernelTimes {
  public:
    KernelTimes(const Catalog& catalog, const TimesKey& key);

    std::span<const ModelConfig> configs() const { return configs_; }
    /// The model, which uses these config numbers; null without measurements.
    const prediction::TimeModel* model() const { return model_.get(); }
    const prediction::DevicePeaks& peaks() const { return peaks_; }
    /// `variables` has the values of config and problem.
    std::optional<prediction::LaunchGeometry> launch_of(const Recipe& recipe,
                                                        const ProblemPoint& problem,
                                                        std::span<const Number> variables) const;

    /// The expected time of a config, in log2 of nanoseconds.
    struct ExpectedTime {
        std::size_t config;
        double expected;
    };
    /// The configs that an application may get for a problem, the fastest first. `variables` has
    /// the values of the problem; those of the config are ignored. The uncertainty is computed for
    /// at most `looked_at` runnable configs that could be the fastest; all others get the maximal
    /// uncertainty.
    std::vector<ExpectedTime> expected_times(const Recipe& recipe, const ProblemPoint& problem,
                                             std::vector<Number> variables,
                                             std::size_t looked_at = all_configs) const;

  private:
    struct Measured;
    struct MeasuredLaunch;
    class Estimates;
    void collect(const Catalog& catalog, const TimesKey& key, std::vector<Measured>& all);
    ModelConfig& add(TunedRow row, const CoverConfig* cover, DeviceSimilarity similarity,
                     std::vector<Measured>& all);
    void rank(const Recipe& recipe, std::vector<Measured>& all) const;
    void sort_by_worth(const Recipe& recipe, std::vector<Measured>& all) const;
    std::vector<MeasuredLaunch> launches_of(const Catalog& catalog,
                                            const std::vector<Measured>& all) const;
    void fit(const Catalog& catalog, std::vector<Measured> all);
    const Recipe& recipe_of_all(const Catalog& catalog) const;

    static constexpr std::size_t all_configs = ~std::size_t{0};

    std::vector<ModelConfig> configs_;
    std::map<std::pair<std::string, std::string>, std::size_t> index_;  // by config and options
    prediction::DevicePeaks peaks_;  // of the most similar device
    std::int64_t compute_units_;
    std::unique_ptr<prediction::TimeModel> model_;
};

/// The times of the kernels queried so far, each read on first use. Thread-safe.
class TimesCache {
  public:
    const KernelTimes& of(const Catalog& catalog, const TimesKey& key);

  private:
    std::mutex mutex_;
    std::map<TimesKey, KernelTimes> times_;
};

}  // namespace hone::lookup
