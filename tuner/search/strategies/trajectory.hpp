// SPDX-License-Identifier: MIT
// What strategies share that move through the space: everything they want is made legal, is asked
// once, and what was told of it is remembered, so that coming back costs nothing.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>

#include "spaces/candidates/random.hpp"
#include "tuner/search/strategy.hpp"

namespace hone {

/// Asks for what a walk wants to know; a walk goes on as soon as it is told.
class Walk : public Strategy {
  public:
    explicit Walk(const Ground& ground);
    std::optional<Config> ask() final;
    void tell(const Config& config, std::optional<double> nanoseconds) final;

  protected:
    /// The next place that the walk wants to see, or nothing while it waits to be told.
    virtual Config wanted() = 0;
    /// What was found at a place that it wanted; infinity for a failure. Told in order, also of
    /// places that were known already.
    virtual void found(const Config& config, double time) = 0;

    /// The legal choice nearest to any one.
    Config legal(const Config& choice) const { return *candidates_.nearest(choice); }
    Config anywhere() { return candidates_.draw(random_); }
    /// One of its neighbors, each as likely; itself where it has none.
    Config beside(const Config& config);
    /// How many values a parameter has.
    std::size_t values(std::size_t parameter) const { return sizes_[parameter]; }
    std::size_t parameters() const { return sizes_.size(); }
    Random& random() { return random_; }

  private:
    const Candidates& candidates_;
    Random random_;
    std::vector<std::size_t> sizes_;
    std::unique_ptr<Strategy> everything_;
    std::map<Config, double> told_;
    std::set<Config> asked_;
};

}  // namespace hone
