// SPDX-License-Identifier: MIT
// The verdict on one routine in one precision on one device, over all problems that were tuned: what
// wins, by how much, and what is not measured.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "reports/evidence/evidence.hpp"
#include "reports/evidence/roofline.hpp"
#include "reports/evidence/speedup.hpp"

namespace hone {

/// The geometric mean over those problems that have the figure.
struct MeanSpeedup {
    std::vector<Speedup> each;
    /// The first problem without it; nullptr where all have it.
    const KernelResults* first_without = nullptr;
    std::size_t never = 0;  // problems in which there is nothing to compare with

    Speedup mean() const { return geometric_mean(each); }
};

/// The same over other libraries, and for how many problems each was the fastest.
struct PeerSpeedup {
    MeanSpeedup speedup;
    std::map<std::string, std::size_t> names;
};

struct Verdict {
    std::string device, routine, precision;
    std::size_t problems = 0;
    std::map<std::string, std::size_t> wins;  // of each kernel: for how many problems
    MeanSpeedup over_defaults;                // of the winning kernel
    PeerSpeedup over_peer;                    // the fastest other library of each problem
    PeerSpeedup over_weak_peer;               // CLBlast on a CPU, where no other was timed
    std::map<Limit, std::vector<Speedup>>
        limits;  // the share of each limit; empty ones where unknown

    /// Whether nothing but CLBlast on a CPU was timed.
    bool has_only_weak_peers() const;

    /// The limit of most problems whose share is known; `unknown` where there is none.
    Limit main_limit() const;
};

/// One verdict for each device, routine and precision, in the order of the devices' labels.
std::vector<Verdict> verdicts(const Evidence& evidence);

/// What one device lacks, and the command that measures it.
struct Missing {
    const Verdict* verdict = nullptr;
    std::string what;     // "the defaults of 2 problems"
    std::string command;  // empty where no command does
};
std::vector<Missing> missing(const Evidence& evidence, const std::vector<Verdict>& all);

}  // namespace hone
