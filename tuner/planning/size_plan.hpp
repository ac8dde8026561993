// SPDX-License-Identifier: MIT
// The sizes of one routine and precision on one device: those that were tuned, those with an
// unfinished search, and the next one. Stored results count, so a plan continues where it stopped.
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

/// The sizes of a range that are to be tuned.
struct SizesWanted {
    SizeRange range;
    Problem like;            // the precision, and the arguments that are not extents
    std::uint64_t seed = 1;  // for the sizes that are drawn
};

/// The conditions of a stored search, which must equal the current ones.
struct Conditions {
    bool cold = false;         // whether caches were flushed
    std::string options = {};  // compiler options

    // clang-tidy takes the zero inside the operator for a null pointer.
    auto operator<=>(const Conditions&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// The conditions with which a kernel is measured for a problem.
using ConditionsOf = std::function<Conditions(const Space&, const Problem&)>;

/// Reads the conditions from a key of the store.
Conditions conditions_from(const std::string& stored);

class SizePlan {
  public:
    /// Reads the known sizes from the store. Results of these kernels under another driver count;
    /// those under other conditions do not.
    SizePlan(SizesWanted wanted, const LocalDevice& device, const std::vector<Space>& spaces,
             Store& store, const ConditionsOf& conditions = {});

    /// The sizes at which each searched kernel has a finished search.
    const std::vector<Extents>& tuned() const { return tuned_.here; }
    const SizesWanted& wanted() const { return wanted_; }

    /// The next size to tune, by the current results: unfinished searches come first. nullopt if no
    /// size is left.
    std::optional<SizeChoice> next(LossEstimate& estimate) const;
    /// Marks the size as tuned.
    void finish(const Extents& size);
    /// Marks the size as tuned in another layout.
    void finish_other_layout(const Extents& size);

    /// The next size at which to time configs of other sizes: the one with the largest expected
    /// loss among the tuned sizes and those of applications. Each size is returned once.
    std::optional<Problem> next_by_loss(LossEstimate& estimate);
    /// Like next_by_loss, but the tuned sizes come first, in their order.
    std::optional<Problem> next_to_time(LossEstimate& estimate);

    /// The mean expected loss at sizes drawn at random, in log2 of time; nullopt if nothing is
    /// known or tuned.
    std::optional<double> mean_loss(LossEstimate& estimate) const;

    Problem problem_of(const Extents& size) const;

  private:
    /// For each kernel: the conditions of its searches, and whether one of them finished.
    using Searched = std::map<std::string, std::map<Conditions, bool>>;
    using Searches = std::map<std::string, Searched>;  // by the problem's text
    static Searches searches_of(Store& store, const LocalDevice& device,
                                const std::vector<Space>& spaces, const std::string& precision);
    struct SearchedSize {
        Extents size;
        Problem problem;  // in the layout of the search
        bool here;        // this is the plan's layout
    };
    /// The state of one problem's searches under the wanted conditions.
    struct SearchState {
        bool any = false, is_done = true;
    };
    static SearchState state_of(const Searched& by_kernel, const std::vector<Space>& spaces,
                                const Problem& problem, const ConditionsOf& conditions);
    std::optional<SearchedSize> size_of(const std::string& problem,
                                        const std::vector<std::string>& variants) const;
    std::optional<double> loss_at(LossEstimate& estimate, const Extents& size) const;
    /// A size at which configs of other sizes were not timed yet, with its latest estimated loss.
    struct LossySize {
        Extents size;
        double loss;
    };
    /// 0 if unknown.
    double known_loss(LossEstimate& estimate, const Extents& size) const;
    void ask_about_all(LossEstimate& estimate);
    std::optional<Extents> take_most_lost(LossEstimate& estimate);
    std::optional<Problem> timed_next(const std::optional<Extents>& size);

    SizesWanted wanted_;
    Device device_;
    std::string what_;  // the application's query: a routine or a kernel
    SizePool pool_;
    TunedSizes tuned_;
    std::vector<Extents> unfinished_;
    std::vector<Extents> timed_;    // configs of other sizes were timed there
    std::vector<LossySize> lossy_;  // candidates for the next one
};

}  // namespace hone
