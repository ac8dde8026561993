// SPDX-License-Identifier: MIT
// The first line of a search names the task; the following ones show its progress.
#include "tuner/cli/measure/progress_line.hpp"

#include "db/model/printable.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <utility>

#include "reports/text/describe.hpp"
#include "reports/text/quantity.hpp"
#include "tuner/cli/interrupts.hpp"
#include "tuner/cli/options/trial_text.hpp"
#include "tuner/cli/streams.hpp"
#include "tuner/devices/grouped_digits.hpp"

namespace hone::cli {
namespace {

// Several sessions may run at once, but only one of them updates the terminal's line.
std::atomic<bool> terminal_taken{false};

std::string left_words(std::chrono::nanoseconds left) {
    constexpr std::chrono::nanoseconds none{};
    return human::time(static_cast<double>(std::max(none, left).count())) + " left";
}

// "2/5: 3 configs of gemm_tile for gemm f32 M=512 N=512 K=512 on NVIDIA H200"
std::string step_words(const CampaignStep& step) {
    std::string what = step.kernel;
    if (step.configs > 1) {
        what = count_of(static_cast<std::int64_t>(step.configs), "config");
        if (!step.kernel.empty()) what += " of " + step.kernel;
    }
    if (!step.name.empty()) what += fmt::format(", {},", step.name);
    const std::string number =
        step.total == 0 ? "" : fmt::format("{}/{}: ", step.number, step.total);
    std::string words = fmt::format("{}{}{}{} on {}", number, what, what.empty() ? "" : " for ",
                                    problem_words(step.problem), step.device);
    if (!step.note.empty()) words += "; " + step.note;
    if (step.left) words += "; " + left_words(*step.left);
    return words;
}

std::string task_words(const Task& task) {
    const std::size_t devices = 1 + task.other_devices.size();
    return fmt::format("{} for {} on {}{}", task.setup.kernel.name,
                       problem_words(task.setup.problem, task.setup.kernel.space),
                       task.setup.device.device.name,
                       devices > 1 ? fmt::format(", {} of them", devices) : "");
}

std::string rate_words(const Progress& progress) {
    const double minutes = std::chrono::duration<double>(progress.elapsed).count() / 60;
    constexpr double enough = 0.05;
    if (minutes <= enough) return "";
    return fmt::format(", {:.0f}/min",
                       static_cast<double>(progress.tried - progress.reused) / minutes);
}

Figure printed_figure(const Task& task) {
    const auto& program = task.setup.space.program;
    if (!program || program->read.empty()) return Figure::time;
    return program->higher ? Figure::higher : Figure::lower;
}

std::string progress_words(const Task& task, const Progress& progress) {
    std::string line = fmt::format("{} {}", task.setup.kernel.name, progress.phase);
    if (progress.tried > 0)
        line += fmt::format(": {}{} tried", progress.tried,
                            progress.max_evals ? fmt::format("/{}", *progress.max_evals) : "");
    if (progress.best) line += ", best " + time_and_rate(*progress.best, printed_figure(task));
    if (progress.wrong + progress.failed > 0)
        line += fmt::format(", {} wrong, {} failed", progress.wrong, progress.failed);
    line += rate_words(progress);
    if (progress.left && progress.tried > 0 && progress.left->count() > 0)
        line += ", " + left_words(*progress.left);
    return line;
}

}  // namespace

ProgressLine::ProgressLine(Verbosity verbosity)
    : terminal_(::isatty(STDERR_FILENO) == 1 && !terminal_taken.exchange(true)),
      silent_(verbosity == Verbosity::quiet) {}

ProgressLine::~ProgressLine() {
    erase();
    if (terminal_) terminal_taken = false;
}

Campaign ProgressLine::campaign(Store& store) {
    return {.store = store,
            .stop = interrupted(),
            .on_step = [this](const CampaignStep& step) { show(step); },
            .on_progress = [this](const Task& task,
                                  const Progress& progress) { show(task, progress); }};
}

void ProgressLine::say(const std::string& text) {
    if (silent_) return;
    erase();
    shown_.clear();
    cli::say("hone: " + text);
}

void ProgressLine::show(const CampaignStep& step) {
    if (!step.in_passing) return say(step_words(step));
    show(step.note, [&](bool /*is_first*/) { return step_words(step); });
}

// On a terminal, say() has already printed the task.
void ProgressLine::show(const Task& task, const Progress& progress) {
    show(task_words(task) + task.setup.device.device.pci, [&](bool is_first) {
        return is_first && !terminal_ ? task_words(task) : progress_words(task, progress);
    });
}

void ProgressLine::show(const std::string& subject,
                        const std::function<std::string(bool is_first)>& text) {
    if (silent_) return;
    const auto now = std::chrono::steady_clock::now();
    const auto pause =
        terminal_ ? std::chrono::milliseconds(100) : std::chrono::milliseconds(60'000);
    const bool is_new = shown_.insert(subject).second;  // kernels of a race alternate
    if (!is_new && now - last_ < pause) return;
    is_shown_ = true;
    last_ = now;
    if (terminal_) {
        // A line that the terminal wraps cannot be erased. The last column stays empty, since some
        // terminals wrap as soon as it is full.
        const std::size_t columns = columns_of(stderr).value_or(80);
        fmt::print(stderr, "\r{}\x1b[K", shortened(one_line(text(is_new)), columns - 1));
        std::fflush(stderr);
    } else {
        cli::say("hone: " + text(is_new));
    }
}

void ProgressLine::erase() {
    if (terminal_ && std::exchange(is_shown_, false)) fmt::print(stderr, "\r\x1b[K");
}

}  // namespace hone::cli
