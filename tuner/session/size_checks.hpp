// SPDX-License-Identifier: MIT
// Which other problems a config must be right on before anyone is told of it, and which configs were.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "spaces/candidates/candidates.hpp"
#include "tuner/measure/bench_setup.hpp"

namespace hone {

class SizeChecks {
  public:
    using Clock = std::function<double()>;  // seconds
    explicit SizeChecks(const BenchSetup& setup, Clock now = steady_seconds)
        : setup_(setup), now_(std::move(now)) {}

    /// Whether all problems said true of it before.
    bool known_right(const Config& config) const { return right_.contains(config); }
    /// Calls `check` with each problem that the config may be used for, until one says false.
    /// Whether all said true. Of the sizes that hone chose, a few are checked however long they
    /// take, and as many more as three seconds allow.
    bool all_right(const Config& config, const std::function<bool(const Problem&)>& check);
    /// Whether hone chose the sizes, so that a kernel need not accept them all.
    bool chosen();

  private:
    // A problem, and what constraints read of it: a config for aligned sizes alone need not be right on
    // others.
    struct Case {
        Problem problem;
        Names known;
        double elements;  // up to a factor
    };
    static double steady_seconds();
    void prepare();
    bool check_all(const Config& config, const std::function<bool(const Problem&)>& check);

    const BenchSetup& setup_;
    Clock now_;
    std::optional<std::vector<Case>> cases_;  // made when they are first needed
    bool chosen_ = false;
    std::size_t few_ = 0;
    std::set<Config> right_;
};

}  // namespace hone
