// SPDX-License-Identifier: MIT
// Prints the results of replays.
#pragma once

#include <string>
#include <vector>

#include "reports/text/table.hpp"
#include "tuner/replay/replay.hpp"

namespace hone::cli {

/// The replays of several strategies on one recorded space.
class ReplayTable {
  public:
    /// Has rows after 10, 25, 50, 100 and 200 trials, up to the budget. The recorded space must
    /// live while replays are added.
    ReplayTable(const RecordedSpace& recorded, std::size_t budget);
    void add(const std::string& strategy, const std::vector<ReplayResult>& all);

    /// One row for each strategy and number of trials.
    const Table& looks() const { return looks_; }
    /// One row for each strategy: its score and its cost.
    const Table& scores() const { return scores_; }
    const std::string& title() const { return title_; }

  private:
    const RecordedSpace& recorded_;
    std::string title_;
    std::vector<std::size_t> trials_;
    Table looks_;
    Table scores_;
};

void print_replays(const std::vector<ReplayTable>& tables, bool as_json);

}  // namespace hone::cli
