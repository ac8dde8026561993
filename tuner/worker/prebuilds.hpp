// SPDX-License-Identifier: MIT
// The builds ahead of one bench. The compiler's messages are kept for the trial, because a program
// from a cache has no log. A build that hangs or crashes only affects a builder, and the bench
// stays open. A CPU's builders also rehearse the launches, since its driver compiles then.
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>

#include "tuner/catalog/install_paths.hpp"
#include "tuner/worker/build_queue.hpp"

namespace hone {

class Prebuilds {
  public:
    /// Uses the queue that the device's benches share, with at most `workers` workers.
    Prebuilds(const BenchSetup& setup, const Timeouts& timeouts, std::size_t workers,
              const std::filesystem::path& program = hone_program());
    ~Prebuilds() { queue_->forget(*client_); }
    Prebuilds(const Prebuilds&) = delete;
    Prebuilds& operator=(const Prebuilds&) = delete;

    /// The number of builds worth starting ahead: one per worker if the last build had to be waited
    /// for, else half as many. A config that is chosen earlier is chosen with less knowledge.
    std::size_t depth() const { return depth_of(queue_->workers(), waited_); }
    static std::size_t depth_of(std::size_t workers, bool waited) {
        return waited ? workers : (workers + 1) / 2;
    }
    /// Builds a plan as soon as a worker is free, unless it was already requested.
    void start(const Plan& plan) { queue_->ask(client_, plan); }
    /// The index of the config whose build finishes first; among several, the first in order. Waits
    /// for it, at most until `until`, or until `given_up` is set. Returns 0 if none was requested or
    /// is finished.
    std::size_t first_built(std::span<const Config> configs, std::optional<Deadline> until,
                            const std::atomic<bool>& given_up);
    /// Waits for the result of a build, at most until `until`. Returns nullopt if it was never
    /// requested, or if its worker could not open the device.
    std::optional<BuildResult> take(const Config& config, std::optional<Deadline> until = {});
    BuildQueue& queue() { return *queue_; }

  private:
    std::shared_ptr<const BuildClient> client_;
    std::shared_ptr<BuildQueue> queue_;
    bool waited_ = false;  // for the last build
};

/// Stops the builders of a CPU while it is timed, until end() or the destructor.
class PausedBuilders {
  public:
    /// Does nothing without a queue.
    explicit PausedBuilders(BuildQueue* queue) : queue_(queue) {
        if (queue_) queue_->pause();
    }
    ~PausedBuilders() { end(); }
    PausedBuilders(const PausedBuilders&) = delete;
    PausedBuilders& operator=(const PausedBuilders&) = delete;

    void end() {
        if (queue_) queue_->go_on();
    }

  private:
    BuildQueue* queue_;
};

}  // namespace hone
