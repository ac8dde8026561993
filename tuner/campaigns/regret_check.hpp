// SPDX-License-Identifier: MIT
// Measures how much an application loses at sizes that were not tuned: the campaign of `hone
// regret`.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "tuner/campaigns/cross_timing.hpp"
#include "tuner/campaigns/tune_problem.hpp"

namespace hone {

struct RegretOptions {
    TuneOptions tune = {};   // for each size
    std::string what = {};   // the application's query: a routine or a kernel
    std::size_t count = 20;  // sizes to draw
    CommandText command = {};
};

/// A drawn size: the config that an application gets, and its time compared with that of the size's
/// own best.
struct SizeRegret {
    Problem problem;
    std::string match;     // of the answer
    std::string answered;  // the kernel and its config; without an answer, the reason
    double answered_ns = 0, best_ns = 0;
    std::size_t tried = 0;  // configs that the search tried at this size

    bool known() const { return answered_ns > 0 && best_ns > 0; }
    /// How much slower the answer is than the search's best: 0.1 for 10 %; negative if it is
    /// faster.
    double loss() const { return answered_ns / best_ns - 1; }
    /// The time of the search's best, or of the answer if that is faster.
    double own_best_ns() const { return std::min(answered_ns, best_ns); }
    /// The speed of the answer relative to the size's best; 1 if the answer is faster than the
    /// search's best.
    double share_of_best() const { return own_best_ns() / answered_ns; }
    /// Whether the search tried so few configs that the size's best is barely known.
    bool was_hardly_searched() const {
        constexpr std::size_t few = 10;
        return tried < few;
    }
};

/// Draws sizes between the tuned ones. For each size it finds the answer that an application would
/// get from the initial store, tunes the size, and times both. An answer that is faster than the
/// search's best becomes the size's best.
std::vector<SizeRegret> check_regret(const RegretOptions& options, const LocalDevice& device,
                                     const std::vector<Space>& spaces, const CrossTimings& tuned,
                                     const Campaign& campaign,
                                     const std::function<void(const SizeRegret&)>& on_size);

}  // namespace hone
