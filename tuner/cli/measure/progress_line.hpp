// SPDX-License-Identifier: MIT
// Shows the progress of a campaign on stderr.
#pragma once

#include <chrono>
#include <functional>
#include <set>
#include <string>

#include "tuner/campaigns/campaign.hpp"
#include "tuner/cli/arguments.hpp"

namespace hone::cli {

/// Prints a line for each step of a campaign. On a terminal a search has one line that is updated
/// in place. Without a terminal, or if another session uses its line, there is one line a minute.
/// With --quiet it prints nothing.
class ProgressLine {
  public:
    explicit ProgressLine(Verbosity verbosity);
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// A campaign that reports here and that Ctrl-C stops. This object and the store must outlive
    /// it.
    Campaign campaign(Store& store);

    /// Prints a separate line.
    void say(const std::string& text);

  private:
    void show(const Task& task, const Progress& progress);
    void show(const CampaignStep& step);
    /// On a terminal, replaces the last line. Without one, prints the first line on a subject, then
    /// one a minute.
    void show(const std::string& subject, const std::function<std::string(bool is_first)>& text);
    void erase();

    bool terminal_;
    bool silent_;
    std::set<std::string> shown_;  // the tasks of this step that already had a line
    bool is_shown_ = false;        // whether the terminal shows a line that can be erased
    std::chrono::steady_clock::time_point last_{};
};

}  // namespace hone::cli
