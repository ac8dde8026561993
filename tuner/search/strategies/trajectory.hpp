// SPDX-License-Identifier: MIT
// The base of strategies that move through the space. It makes every proposal legal, asks for each
// config once, and answers repeated proposals from memory.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>

#include "spaces/candidates/random.hpp"
#include "tuner/search/strategy.hpp"

namespace hone {

/// Requests proposals from a derived strategy until one is new.
class TrajectoryStrategy : public Strategy {
  public:
    explicit TrajectoryStrategy(const SearchProblem& problem);
    std::optional<Config> ask() final;
    void tell(const Config& config, std::optional<double> nanoseconds) final;

  protected:
    /// The next proposal.
    virtual Config propose() = 0;
    /// Passes the time of a proposal; infinity for a failure. Called in the order of proposals,
    /// also for configs whose time was already known.
    virtual void observe(const Config& config, double time) = 0;

    /// Returns the legal config nearest to any values.
    Config nearest_legal(const Config& config) const { return *candidates_.nearest(config); }
    Config random_config() { return candidates_.draw(random_); }
    /// Returns a random neighbor, with equal probabilities; the config itself if it has none.
    Config random_neighbor(const Config& config);
    /// The number of values of a parameter.
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
