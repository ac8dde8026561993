// SPDX-License-Identifier: MIT
// The base of strategies that move through the space: it makes every proposal legal, asks for each
// config once, and answers repeated proposals from memory.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>

#include "spaces/candidates/random.hpp"
#include "tuner/search/strategy.hpp"

namespace hone {

/// Asks for the proposals of a derived strategy until one is new.
class TrajectoryStrategy : public Strategy {
  public:
    explicit TrajectoryStrategy(const SearchProblem& problem);
    std::optional<Config> ask() final;
    void tell(const Config& config, std::optional<double> nanoseconds) final;

  protected:
    /// The next proposal.
    virtual Config propose() = 0;
    /// The time of a proposal, infinity for a failure; in order, also for proposals that were known
    /// already.
    virtual void observe(const Config& config, double time) = 0;

    /// The legal config nearest to any values.
    Config nearest_legal(const Config& config) const { return *candidates_.nearest(config); }
    Config random_config() { return candidates_.draw(random_); }
    /// A random neighbor, each equally likely; the config itself where it has none.
    Config random_neighbor(const Config& config);
    /// How many values a parameter has.
    std::size_t values(std::size_t parameter) const { return sizes_[parameter]; }
    std::size_t parameters() const { return sizes_.size(); }
    Random& random() { return random_; }

  private:
    const Candidates& candidates_;
    Random random_;
    std::vector<std::size_t> sizes_;
    std::unique_ptr<Strategy> random_order_;
    std::map<Config, double> times_;
    std::set<Config> asked_;
};

}  // namespace hone
