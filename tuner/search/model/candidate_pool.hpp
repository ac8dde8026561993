// SPDX-License-Identifier: MIT
// The choices that are weighed against each other: all candidates where these are few, else an even
// sample that grows by the neighbors of what turns out well.
#pragma once

#include <map>
#include <memory>
#include <optional>

#include "tuner/search/model/transfer_model.hpp"

namespace hone {

/// What of the ground a pool shows: the parameters alone, or all there is.
enum class Sight { parameters, everything };

class Pool {
  public:
    /// At most so many to begin with. The ground must outlive it.
    Pool(const Ground& ground, Sight sight, std::size_t most);
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    std::size_t size() const { return configs_.size(); }
    const Config& operator[](std::size_t place) const { return configs_[place]; }
    const Points& points() const { return points_; }
    const std::vector<Trend>& trends() const { return trends_; }
    bool has_leads() const { return !leads_.empty(); }

    /// Their places, added where they are new.
    std::vector<std::size_t> places(const std::vector<Config>& configs);

    /// Each choice is asked once.
    bool is_asked(std::size_t place) const { return asked_[place]; }
    void mark_asked(std::size_t place) { asked_[place] = true; }

    /// Keeps these alone, in this order.
    void keep(const std::vector<std::size_t>& chosen);
    /// How much a lead is trusted, as the weight of each.
    void trust(double weight);

  private:
    void add(std::vector<Config> fresh);

    Chart chart_;
    std::vector<std::unique_ptr<Lead>> leads_;
    std::vector<Config> configs_;
    std::map<Config, std::size_t> place_;
    std::vector<bool> asked_;
    Points points_;
    std::vector<Trend> trends_;
};

}  // namespace hone
