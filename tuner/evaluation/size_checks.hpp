// SPDX-License-Identifier: MIT
// Which other problems a config must be right on before anyone is told of it, and which configs were.
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

/// What configs have passed in this process: where a kernel is tuned at many sizes, the others that its configs are
/// checked at are mostly the same. Any thread may ask.
class PassedChecks {
  public:
    /// `where` is the device, the kernel as it is built, and the problem.
    bool contains(const std::string& where, const Config& config) const;
    void add(const std::string& where, const Config& config);

  private:
    mutable std::mutex mutex_;
    std::map<std::string, std::set<Config>> passed_;
};

class SizeChecks {
  public:
    using Clock = std::function<double()>;  // seconds
    /// Checks that were passed with the same `built`, a device and a kernel as it is built, are not made again.
    SizeChecks(const BenchSetup& setup, std::string built, std::shared_ptr<PassedChecks> passed,
               Clock now = steady_seconds)
        : setup_(setup),
          built_(std::move(built)),
          passed_(std::move(passed)),
          now_(std::move(now)) {}

    /// Whether all problems said true of it before.
    bool known_right(const Config& config) const { return right_.contains(config); }
    /// Calls `check` with each problem that the config may be used for and has not passed, until one says
    /// false. Whether all said true. Of the sizes that hone chose, a few are checked however long they
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
        double elements;    // up to a factor
        std::string where;  // for what was passed
    };
    static double steady_seconds();
    void prepare();
    bool check_all(const Config& config, const std::function<bool(const Problem&)>& check);

    const BenchSetup& setup_;
    std::string built_;
    std::shared_ptr<PassedChecks> passed_;
    Clock now_;
    std::optional<std::vector<Case>> cases_;  // made when they are first needed
    bool chosen_ = false;
    std::size_t few_ = 0;
    std::set<Config> right_;
};

}  // namespace hone
