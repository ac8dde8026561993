// SPDX-License-Identifier: MIT
// The verdict on one routine in one precision on one device, over all tuned problems: the winner,
// its lead, and what is not measured.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "reports/evidence/evidence.hpp"
#include "reports/evidence/roofline.hpp"
#include "reports/evidence/speedup.hpp"

namespace hone {

/// The geometric mean over the problems that have the figure.
struct MeanSpeedup {
    std::vector<RatioWithError> each;
    /// The first problem without the figure; nullptr if all have it.
    const KernelResults* first_without = nullptr;
    std::size_t never = 0;  // problems with nothing to compare with

    RatioWithError mean() const { return geometric_mean(each); }
};

/// The same over other libraries, with the number of problems in which each was the fastest.
struct PeerSpeedup {
    MeanSpeedup speedup;
    std::map<std::string, std::size_t> names;
};

struct Verdict {
    std::string device, routine, precision;
    std::size_t problems = 0;
    std::map<std::string, std::size_t> wins;  // the number of problems that each kernel wins
    MeanSpeedup over_defaults;                // of the winning kernel
    PeerSpeedup over_peer;                    // the fastest other library of each problem
    PeerSpeedup over_weak_peer;               // CLBlast on a CPU, if no other was timed
    /// The shares of each limit; empty if unknown.
    std::map<Limit, std::vector<RatioWithError>> limits;

    /// True if only CLBlast on a CPU was timed.
    bool has_only_weak_peers() const;

    /// The most frequent limit with a known share; `unknown` if there is none.
    Limit main_limit() const;
};

/// One verdict for each device, routine and precision, in the order of the devices' labels.
std::vector<Verdict> verdicts(const Evidence& evidence);

/// A missing measurement of one device, and the command that makes it.
struct Missing {
    const Verdict* verdict = nullptr;
    std::string what;     // "the defaults of 2 problems"
    std::string command;  // empty if no command makes it
};
std::vector<Missing> missing(const Evidence& evidence, const std::vector<Verdict>& all);

}  // namespace hone
