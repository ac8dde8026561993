// SPDX-License-Identifier: MIT
// Selects the other problems on which a config must be right before applications get it, and
// records the configs that passed.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "spaces/candidates/candidates.hpp"
#include "tuner/measure/bench_setup.hpp"

namespace hone {

/// The checks that configs passed in this process. A kernel that is tuned at many sizes is mostly
/// checked at the same other sizes. Thread-safe.
class PassedChecks {
  public:
    /// `where` identifies the device, the kernel as it is built, and the problem.
    bool contains(const std::string& where, const Config& config) const;
    void add(const std::string& where, const Config& config);

  private:
    mutable std::mutex mutex_;
    std::map<std::string, std::set<Config>> passed_;
};

class SizeChecks {
  public:
    using Clock = std::function<double()>;  // seconds
    /// `built` identifies a device and a kernel as it is built. Checks that were passed with the
    /// same `built` are not repeated.
    SizeChecks(const BenchSetup& setup, std::string built, std::shared_ptr<PassedChecks> passed,
               Clock now = steady_seconds)
        : setup_(setup),
          built_(std::move(built)),
          passed_(std::move(passed)),
          now_(std::move(now)) {}

    /// Whether the config passed all problems before.
    bool has_passed(const Config& config) const { return all_passed_.contains(config); }
    /// Calls `check` with each problem that the config may be used for and has not passed, until
    /// one returns false. Returns whether all returned true. If hone generated the sizes, a few are
    /// checked regardless of their time, and others as far as three seconds allow.
    bool all_pass(const Config& config, const std::function<bool(const Problem&)>& check);
    /// Whether hone generated the sizes: a kernel need not accept all of them.
    bool are_generated();
    /// Whether this outcome at this size is no fault of the config. A generated size may make
    /// no sense for the config, and a device may reject a launch that is so large.
    bool may_refuse(const Problem& problem, Outcome outcome);

  private:
    // A problem, and its variables for constraints: a config for aligned sizes need not be right on
    // others.
    struct Case {
        Problem problem;
        Names known;
        double elements;    // up to a constant factor
        std::string where;  // the key in PassedChecks
        bool is_large;      // far larger than the tuned one
    };
    static double steady_seconds();
    void prepare();
    bool check_all(const Config& config, const std::function<bool(const Problem&)>& check);

    const BenchSetup& setup_;
    std::string built_;
    std::shared_ptr<PassedChecks> passed_;
    Clock now_;
    std::optional<std::vector<Case>> cases_;  // made on first use
    bool generated_ = false;
    std::size_t few_ = 0;
    std::set<Config> all_passed_;
};

}  // namespace hone
