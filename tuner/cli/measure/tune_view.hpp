// SPDX-License-Identifier: MIT
// What a person sees of tuning: one line that lives while it works, and at the end what was found.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "tuner/cli/arguments.hpp"
#include "tuner/session/session.hpp"

namespace hone::cli {

/// What came of one problem on one device: the findings of each kernel that can compute it.
struct Tuning {
    Device device;
    Problem problem;
    std::vector<std::pair<Task, Findings>> findings = {};
    std::vector<std::pair<std::string, std::string>> hindered = {};  // kernels that cannot, and why

    /// The findings with the fastest best, or nullptr when there is none.
    const std::pair<Task, Findings>* best() const;
};

/// One line on a terminal that is always up to date; elsewhere, and where a terminal has one
/// already, a line a minute; none for --quiet.
class ProgressLine {
  public:
    ProgressLine(const Task& task, Voice voice);
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    void show(const Progress& progress);

  private:
    std::string text(const Progress& progress) const;

    const Task& task_;
    bool terminal_;
    bool silent_;
    bool shown_ = false;
    std::chrono::steady_clock::time_point last_{};
};

/// What would be tuned, for --dry-run.
void print_plan(const Task& task);

/// What was found, for a person or as JSON.
void print_results(const std::vector<Tuning>& all, bool as_json,
                   const std::filesystem::path& database);

}  // namespace hone::cli
