// SPDX-License-Identifier: MIT
// Prints the progress of tuning and its results.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "tuner/cli/arguments.hpp"
#include "tuner/session/session.hpp"

namespace hone::cli {

/// The results of one problem on one device: one for each kernel that can run it.
struct ProblemResult {
    Device device;
    Problem problem;
    std::vector<std::pair<Task, TuningResult>> results = {};
    std::vector<std::pair<std::string, std::string>> skipped = {};  // kernels, and why

    /// The result with the fastest best, or nullptr when there is none.
    const std::pair<Task, TuningResult>* best() const;
};

/// On a terminal one line that is updated in place; elsewhere, and where a terminal has such a line
/// already, a line a minute; none for --quiet.
class ProgressLine {
  public:
    ProgressLine(const Task& task, Verbosity verbosity);
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

/// Prints what would be tuned, for --dry-run.
void print_plan(const Task& task);

/// Prints the results as text or as JSON.
void print_results(const std::vector<ProblemResult>& all, bool as_json,
                   const std::filesystem::path& database);

}  // namespace hone::cli
