// SPDX-License-Identifier: MIT
// A surrogate for measuring: it is told what some choices were worth, and says which of the others
// promises most. Values are in any unit, and lower is better.
#pragma once

#include <set>

#include "spaces/candidates/random.hpp"
#include "tuner/search/model/candidate_pool.hpp"

namespace hone {

class Surrogate {
  public:
    /// The ground must outlive it.
    Surrogate(const Ground& ground, Sight sight);

    /// The choices that it knows; some are dropped when it learns.
    Pool& pool() { return pool_; }
    /// Takes what a choice was worth, once.
    void tell(const Config& config, double value);
    /// Has been told enough to say anything.
    bool has_an_idea() const { return process_ != nullptr; }

    /// Where these choices are in the pool, added where they are new.
    std::vector<std::size_t> places(const std::vector<Config>& configs);
    /// Which of these, unasked, promises the largest gain over the best told; nothing when all are
    /// asked.
    std::optional<std::size_t> most_promising(const std::vector<std::size_t>& among) const;
    /// The same of all that it knows.
    std::optional<std::size_t> most_promising() const;
    /// The unasked one that is least like those asked, of some that are drawn.
    std::optional<std::size_t> least_known(Random& random) const;

    /// From now on until it is told, this one is not to be promised again, nor its like.
    void mark_asked(std::size_t place);

    /// The chance that one unasked choice beats `value`, for the one with the best chance.
    double chance_to_beat(double value) const;
    /// The lowest value that it expects of any choice, asked or not.
    double lowest_expected() const;

  private:
    void learn();
    void thin_out();
    std::vector<std::size_t> learned_from() const;
    Leeway trust_leads();
    std::vector<std::size_t> everything() const;

    Pool pool_;
    std::map<Config, double> told_;
    std::vector<Config> order_;  // in which they were told
    std::set<Config> pending_;
    std::unique_ptr<GaussianProcess> process_;
    Scales scales_;
    double best_;
    std::size_t learn_at_;
};

}  // namespace hone
