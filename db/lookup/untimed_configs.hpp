// SPDX-License-Identifier: MIT
// The configs of a kernel that are worth timing for a problem: those that were timed for other
// problems. If few were timed for this problem, also their untimed neighbors.
#pragma once

#include <span>
#include <vector>

#include "db/lookup/kernel_times.hpp"

namespace hone::lookup {

/// A config that was not timed for a problem.
struct UntimedConfig {
    std::size_t version = 0;  // of the kernel
    Settings config;
    double reached = 0;  // log2 of the nanoseconds that it may reach
};

class UntimedConfigs {
  public:
    /// `variables` has the values of the problem; those of the config are ignored.
    UntimedConfigs(const KernelTimes& times, const Recipe& recipe, const ProblemPoint& problem,
                   std::vector<Number> variables);

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

    Candidates known_elsewhere(std::span<const KernelTimes::ExpectedTime> estimates) const;
    Candidates neighbors(std::span<const KernelTimes::ExpectedTime> estimates,
                         prediction::TimeModel::At& at) const;
    std::optional<Candidate> candidate(Settings config, std::vector<Number> parameters) const;
    bool is_searched() const;

    const KernelTimes& times_;
    const Recipe& recipe_;
    const ProblemPoint& problem_;
    std::vector<Number> variables_;
};

}  // namespace hone::lookup
