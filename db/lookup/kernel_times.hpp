// SPDX-License-Identifier: MIT
// All that is known of the times of one kernel on some devices, and the model that estimates from
// it what each config will take on another problem.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "db/estimate/time_model.hpp"
#include "db/lookup/catalog.hpp"
#include "db/lookup/model_config.hpp"

namespace hone::lookup {

/// Which measurements count: of one kernel version in one precision, on these devices.
struct TimesKey {
    std::size_t version = 0;
    std::string precision;
    std::vector<DeviceSimilarity> devices;  // of each device of the catalog; none: does not count
    std::string uuid;  // measurements on this board count, whatever its driver calls it
    std::int64_t compute_units = 0;
    Math math = Math::exact;  // measurements of relaxed programs count for relaxed ones alone

    // NOLINTNEXTLINE(modernize-use-nullptr): it is the comparison itself that has a zero
    auto operator<=>(const TimesKey&) const = default;
};

class KernelTimes {
  public:
    KernelTimes(const Catalog& catalog, const TimesKey& key);

    std::span<const ModelConfig> configs() const { return configs_; }
    /// The model, whose configs have these numbers; nullptr where nothing was measured.
    const prediction::TimeModel* model() const { return model_.get(); }
    const prediction::DevicePeaks& peaks() const { return peaks_; }
    /// For how many problems anything was timed.
    std::size_t problems() const;
    /// `variables` holds config and problem.
    std::optional<prediction::LaunchGeometry> launch_of(const Recipe& recipe,
                                                        const ProblemPoint& problem,
                                                        std::span<const Number> variables) const;

    /// What a config is expected to take, in log2 of nanoseconds.
    struct Estimate {
        std::size_t config;
        double expected;
    };
    /// The configs that an application may be told of for a problem, the fastest first. `variables` are those of
    /// the problem, without a config's values. The doubt of at most `looked_at` configs that may run is computed,
    /// of those that could be the fastest; the others are taken to be as doubtful as can be.
    std::vector<Estimate> estimates(const Recipe& recipe, const ProblemPoint& problem,
                                    std::vector<Number> variables,
                                    std::size_t looked_at = all_configs) const;

    /// log2 of the nanoseconds that the kernel may take for a problem: the least of all configs that may run, also
    /// of those that no application may be told of, each one standard deviation faster than expected. Nothing
    /// where none may run.
    std::optional<double> reached(const Recipe& recipe, const ProblemPoint& problem,
                                  std::vector<Number> variables) const;

    /// The configs that may be the fastest for a problem, and how sure that is.
    struct Contenders {
        std::vector<std::size_t> configs;
        std::vector<double> expected;  // log2 of nanoseconds, doubt included
        std::vector<double> advice;    // log2 of time: the part of it for advice that is ignored
        prediction::JointPrediction times;  // without it
        std::size_t timed = 0;              // configs of the kernel, at any problem
    };
    /// At most so many of those whose constraints hold, the fastest first. Planning asks this for many
    /// sizes, so the doubt of 48 configs alone is computed.
    Contenders contenders(const Recipe& recipe, const ProblemPoint& problem,
                          const std::vector<Number>& variables, std::size_t most) const;

  private:
    struct Measured;
    void collect(const Catalog& catalog, const TimesKey& key, std::vector<Measured>& all);
    ModelConfig& add(TunedRow row, const CoverConfig* cover, DeviceSimilarity similarity,
                     std::vector<Measured>& all);
    void rank(const Recipe& recipe, std::vector<Measured>& all) const;
    void sort_by_worth(const Recipe& recipe, std::vector<Measured>& all) const;
    void fit(const Catalog& catalog, std::vector<Measured> all);

    static constexpr std::size_t all_configs = ~std::size_t{0};
    struct Rough;
    std::vector<Estimate> with_doubt(std::vector<Rough> all,
                                     const std::function<double(std::size_t)>& expected,
                                     const std::function<bool(std::size_t)>& runs,
                                     std::size_t looked_at) const;

    std::vector<ModelConfig> configs_;
    std::map<std::pair<std::string, std::string>, std::size_t> index_;  // by config and options
    prediction::DevicePeaks peaks_;  // of the most similar device
    std::int64_t compute_units_;
    std::unique_ptr<prediction::TimeModel> model_;
};

/// The times of kernels that were asked for, made when they are first needed. Any thread may ask.
class TimesCache {
  public:
    const KernelTimes& of(const Catalog& catalog, const TimesKey& key);

  private:
    std::mutex mutex_;
    std::map<TimesKey, KernelTimes> times_;
};

}  // namespace hone::lookup
