// SPDX-License-Identifier: MIT
// The sizes of one routine and precision on one device: which were tuned, which search was stopped,
// and which comes next. What is stored counts, so a plan goes on where it was.
#pragma once

#include <compare>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tuner/devices/devices.hpp"
#include "tuner/planning/loss_estimate.hpp"
#include "tuner/planning/size_choice.hpp"

namespace hone {

/// What is to be tuned: the sizes of a range.
struct SizesWanted {
    SizeRange range;
    Problem like;            // precision, and the arguments that are no extents
    std::uint64_t seed = 1;  // of the sizes that are drawn
};

/// Of a stored search what decides whether it tells the times that are wanted now.
struct Conditions {
    bool cold = false;         // whether caches were flushed
    std::string options = {};  // of the compiler

    // clang-tidy takes the zero inside of it for a pointer.
    auto operator<=>(const Conditions&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// What a kernel is measured with for a problem.
using ConditionsOf = std::function<Conditions(const Space&, const Problem&)>;

/// As a key of the store has them.
Conditions conditions_from(const std::string& stored);

class SizePlan {
  public:
    /// Reads which sizes the store knows. Of sizes that were tuned for these kernels under another
    /// driver the results still count, but none of those that were measured under other conditions.
    SizePlan(SizesWanted wanted, const LocalDevice& device, const std::vector<Space>& spaces,
             Store& store, const ConditionsOf& conditions = {});

    /// The sizes of which a search has come to its end, and none was stopped.
    const std::vector<Extents>& tuned() const { return tuned_.here; }
    const SizesWanted& wanted() const { return wanted_; }

    /// The size to tune next, by what is stored now: first what a search has left unfinished.
    /// Nothing where no size is left.
    std::optional<SizeChoice> next(LossEstimate& estimate) const;
    /// The size is tuned.
    void finish(const Extents& size);
    /// And in another layout.
    void finish_elsewhere(const Extents& size);

    /// The size at which to time next what is known from others: of the tuned ones and those that applications ask
    /// for the one where most is lost by what is known. None comes twice.
    std::optional<Problem> next_by_loss(LossEstimate& estimate);
    /// The same, but first the tuned ones in their order.
    std::optional<Problem> next_to_time(LossEstimate& estimate);

    /// The mean loss, in log2 of time, that is expected at sizes drawn at random; nothing where
    /// nothing is known or tuned.
    std::optional<double> mean_loss(LossEstimate& estimate) const;

    Problem problem_of(const Extents& size) const;

  private:
    /// Of each kernel under which conditions it was searched, and whether a search came to its end.
    using Searched = std::map<std::string, std::map<Conditions, bool>>;
    using Searches = std::map<std::string, Searched>;  // by the problem's text
    static Searches searches_of(Store& store, const LocalDevice& device,
                                const std::vector<Space>& spaces, const std::string& precision);
    struct SearchedSize {
        Extents size;
        Problem problem;  // in the layout that was searched
        bool here;        // which is this one
    };
    /// Of the searches of one problem that were measured as is wanted.
    struct SearchState {
        bool any = false, is_done = true;
    };
    static SearchState state_of(const Searched& by_kernel, const std::vector<Space>& spaces,
                                const Problem& problem, const ConditionsOf& conditions);
    std::optional<SearchedSize> size_of(const std::string& problem,
                                        const std::vector<std::string>& variants) const;
    std::optional<double> loss_at(LossEstimate& estimate, const Extents& size) const;
    /// A size where nothing from others was timed yet, and what is lost there by what was known when asked about it.
    struct LossySize {
        Extents size;
        double loss;
    };
    /// 0 where nothing is known.
    double known_loss(LossEstimate& estimate, const Extents& size) const;
    void ask_about_all(LossEstimate& estimate);
    std::optional<Extents> take_most_lost(LossEstimate& estimate);
    std::optional<Problem> timed_next(const std::optional<Extents>& size);

    SizesWanted wanted_;
    Device device_;
    std::string what_;  // that applications ask for
    SizePool pool_;
    TunedSizes tuned_;
    std::vector<Extents> unfinished_;
    std::vector<Extents> timed_;    // what is known from others was timed there
    std::vector<LossySize> lossy_;  // that can come next
};

}  // namespace hone
