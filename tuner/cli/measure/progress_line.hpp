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

/// A line for each step of a campaign. A search has, on a terminal, one line that is updated in
/// place; elsewhere, and where a terminal has such a line already, one line a minute. Nothing with
/// --quiet.
class ProgressLine {
  public:
    explicit ProgressLine(Verbosity verbosity);
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// A campaign that Ctrl-C stops and that reports here. The line and the store must outlive it.
    Campaign campaign(Store& store);

    /// A line of its own.
    void say(const std::string& text);

  private:
    void show(const Task& task, const Progress& progress);
    void show(const CampaignStep& step);
    /// In place of the last one on a terminal; elsewhere the first about a subject, and one a minute.
    void show(const std::string& subject, const std::function<std::string(bool is_first)>& text);
    void erase();

    bool terminal_;
    bool silent_;
    std::set<std::string> shown_;  // the tasks of this step that a line was about
    bool is_shown_ = false;        // the line, on a terminal
    std::chrono::steady_clock::time_point last_{};
};

}  // namespace hone::cli
