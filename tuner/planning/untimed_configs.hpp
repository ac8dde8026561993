// SPDX-License-Identifier: MIT
// The configs of a kernel that are worth timing for a problem: those that were timed for other
// problems. If few were timed for this problem, also their untimed neighbors.
#pragma once

#include <set>
#include <span>
#include <vector>

#include "db/lookup/config_features.hpp"
#include "db/lookup/ranking.hpp"

namespace hone {

/// The keys of the configs of a kernel that were timed for a problem; their twins have equal keys.
std::set<lookup::TwinKey::Key> timed_twins(const lookup::KernelTimes& times,
                                           const lookup::TwinKey& twin_key,
                                           const lookup::ProblemPoint& problem);

/// A config that was not timed for a problem.
struct UntimedConfig {
    std::size_t version = 0;  // of the kernel
    Settings config;
    double reached = 0;  // log2 of the nanoseconds that it may reach
};

/// Configs that were never timed on this device for the query's problem and may be about as fast as
/// its current answer: at most `most` of all kernels, by the time that they may reach.
std::vector<UntimedConfig> untimed_configs(const lookup::ConfigRanking& ranking, std::size_t most);

/// Those of one kernel.
class UntimedConfigs {
  public:
    /// `variables` has the values of the problem; those of the config are ignored.
    UntimedConfigs(const lookup::KernelTimes& times, const lookup::Recipe& recipe,
                   const lookup::ProblemPoint& problem, std::vector<Number> variables);

    /// At most `most` configs that may reach this time, in log2 of nanoseconds, the most promising
    /// first.
    std::vector<UntimedConfig> promising(double limit, std::size_t most) const;

  private:
    /// A config with its launch for the problem.
    struct Candidate {
        Settings config;
        std::vector<Number> parameters;
        prediction::ConfigLaunch launch;  // its config is the number in the model
        double mean = 0;                  // log2 of nanoseconds
        double advice = 0;                // log2 of time, for advice that it ignores
    };
    using Candidates = std::vector<Candidate>;

    Candidates known_elsewhere(std::span<const lookup::KernelTimes::ExpectedTime> estimates) const;
    Candidates neighbors(std::span<const lookup::KernelTimes::ExpectedTime> estimates,
                         prediction::TimeModel::ProblemPredictor& predictor) const;
    std::optional<Candidate> candidate(Settings config, std::vector<Number> parameters) const;
    bool is_searched() const;

    const lookup::KernelTimes& times_;
    const lookup::Recipe& recipe_;
    const lookup::ProblemPoint& problem_;
    std::vector<Number> variables_;
};

}  // namespace hone
