// SPDX-License-Identifier: MIT
// A trial: one execution of a config and its outcome, with all figures that were available. Also
// the smaller rows of a run besides its trials.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "db/model/median_interval.hpp"
#include "db/model/outcome.hpp"
#include "db/model/run.hpp"
#include "db/model/samples.hpp"

namespace hone {

/// Why a config was tried.
enum class Purpose {
    search,          ///< requested by the strategy
    default_config,  ///< the kernel's default config
    audit,           ///< deferred by soft rules
    final,           ///< a finalist, measured again in an interleaved comparison
    check,           ///< the stored best, measured again
    ladder,          ///< a named step from plain to tuned
    transfer         ///< another device's best
};
constexpr auto words_of(Purpose /*any*/) {
    return std::array<std::string_view, 7>{"search", "default", "audit",   "final",
                                           "check",  "ladder",  "transfer"};
}

/// The result of running a config: first checked, then timed. A worker measures it, a trial stores
/// it.
struct CheckedTiming {
    Outcome outcome = Outcome::ok;
    AtFault at_fault = AtFault::config;  // of a failure
    std::string message;                 // why it failed
    Samples samples;
    double error = 0;  // the largest, relative to the error bound
    std::int64_t wrong_elements = 0;
    std::string location;  // "C[3, 17]", "guard after C"
    bool nondeterministic = false;
};

/// Zeros and empty texts mean unknown.
struct Trial : CheckedTiming {
    std::string id;  // set by the store
    std::string run;
    std::int64_t ordinal = 0;  // in its run; set by the store
    std::string config;        // canonical JSON in the declared order of the parameters
    Purpose purpose = Purpose::search;
    std::int64_t started = 0;  // milliseconds since 1970; set by the store if zero

    // Expected values.
    std::int64_t work_group = 0;  // work-items, of the first launch
    std::string launches;         // JSON: [{"entry":…,"local":[…],"global":[…]}, …]
    std::int64_t local_memory = 0;
    std::int64_t registers_expected = 0;
    double flops = 0, bytes = 0;

    // The build, as the driver reports it.
    double build_ms = 0;
    std::int64_t registers = 0;
    std::int64_t spills = 0;          // bytes
    std::int64_t private_memory = 0;  // bytes per work-item
    std::int64_t local_memory_used = 0;
    std::int64_t max_work_group = 0;

    MedianInterval time;  // of the samples; set by the store

    // The check.
    // What decided: "clblast+host", "host", "own reference" or "exit status"; empty if not checked.
    std::string checked_with;
    bool reference_at_fault = false;
};

/// The trial's id: run, config and outcome.
std::string id_of(const Trial& trial);

/// The best config of a key, with the names of its device and kernel.
struct Best {
    std::string device, driver, kernel, routine;
    bool chosen = false;  // by a finished run; else the fastest so far
    MeasurementKey key;
    Trial trial;
};

/// The check of a chosen config at another size.
struct SizeCheck {
    std::string run;
    std::string config;
    std::string problem;
    Outcome outcome = Outcome::ok;
    std::string message;
    AtFault at_fault = AtFault::config;  // of a failure
};

/// A config that was measured again in the final round. Rank 1 is the run's result.
struct Finalist {
    std::string trial;
    std::int64_t rank = 1;
    bool tied = false;  // not distinguishable from the fastest

    friend bool operator==(const Finalist&, const Finalist&) = default;
};

/// The number of candidates that one rule rejected or deferred.
struct Pruned {
    std::string rule;
    std::string verdict;  // "rejected", "deferred"
    std::int64_t count = 0;
    std::string reason;  // for one of them

    friend bool operator==(const Pruned&, const Pruned&) = default;
};

/// How often a soft rule was wrong about configs that an audit timed.
struct RuleAudit {
    std::string rule;
    std::size_t timed = 0;
    std::size_t within_5_percent = 0;  // at most 5 % slower than the best
    std::size_t better = 0;            // faster than the best

    /// Counts the time of a correct config. `best_ns` is the best time of the run, or 0.
    void compare(double ns, double best_ns) {
        constexpr double near = 1.05;
        within_5_percent += best_ns > 0 && ns <= near * best_ns ? 1 : 0;
        better += best_ns > 0 && ns < best_ns ? 1 : 0;
    }
};

/// The time of another library, such as CLBlast, for the run's problem.
struct ReferenceTiming {
    std::string run;
    std::string name;  // "clblast"
    std::string version;
    TimedBy clock = TimedBy::device;
    std::int64_t at = 0;
    Samples samples;
    MedianInterval time;
    std::string message;  // why the time is missing
};

/// A repeated timing of the run's fixed config; shows how the device drifts.
struct Sentinel {
    std::string run;
    std::int64_t at = 0;
    std::string config;
    Samples samples;
    MedianInterval time;
};

/// Why a config is suspected of crashing the device or its worker.
enum class Cause { crash, timeout, orphaned };
constexpr auto words_of(Cause /*any*/) {
    return std::array<std::string_view, 3>{"crash", "timeout", "orphaned"};
}

/// What the config was doing.
enum class Stage { build, run };
constexpr auto words_of(Stage /*any*/) {
    return std::array<std::string_view, 2>{"build", "run"};
}

/// A config that is being tried, or was when its process died or the time limit ended its run.
struct InFlightConfig {
    std::string run;
    std::string config;
    Stage stage = Stage::build;
    std::int64_t since = 0;
};

/// A config without a trial: the time limit cut it off in every run that started it.
struct CutOff {
    std::string config;
    std::int64_t times = 0;
    std::int64_t longest_ms = 0;  // the longest of these runs
};

/// A config that is never run again on a device with this driver.
struct Quarantined {
    std::string device, kernel, config;
    std::int64_t kills = 0;
    std::int64_t at = 0;
    std::string why;
};

}  // namespace hone
