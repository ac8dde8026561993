// SPDX-License-Identifier: MIT
// What replays have shown, for people and for programs.
#pragma once

#include <string>
#include <vector>

#include "reports/text/table.hpp"
#include "tuner/replay/replay.hpp"

namespace hone::cli {

/// The replays of several strategies on one recorded space.
class ReplayTable {
  public:
    /// Looks at 10, 25, 50, 100 and 200 trials, as far as the budget goes. The recording must
    /// outlive the table only while replays are added.
    ReplayTable(const Recorded& recorded, std::size_t budget);
    void add(const std::string& strategy, const std::vector<Replayed>& all);

    /// One line for each strategy and each look.
    const Table& looks() const { return looks_; }
    /// One line for each strategy: its score and what it cost.
    const Table& scores() const { return scores_; }
    const std::string& title() const { return title_; }

  private:
    const Recorded& recorded_;
    std::string title_;
    std::vector<std::size_t> trials_;
    Table looks_;
    Table scores_;
};

void print_replays(const std::vector<ReplayTable>& tables, bool as_json);

}  // namespace hone::cli
