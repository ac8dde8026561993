// SPDX-License-Identifier: MIT
// What one bench has built ahead of time. The compiler's messages are kept for the trial, because a program
// from a cache comes without a log. A build that hangs or crashes does so in a worker that only builds, and
// the bench stays open. A CPU's builders rehearse the launches, too, since its driver compiles then.
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
    /// In the queue that the benches of the device share, which has at most so many workers.
    Prebuilds(const BenchSetup& setup, const Timeouts& timeouts, std::size_t workers,
              const std::filesystem::path& program = hone_program());
    ~Prebuilds() { queue_->forget(*client_); }
    Prebuilds(const Prebuilds&) = delete;
    Prebuilds& operator=(const Prebuilds&) = delete;

    /// How many builds are worth starting ahead: as many as there are workers where the last one had to be
    /// waited for, else half as many. A config that is asked for early is asked for with less knowledge.
    std::size_t depth() const { return depth_of(queue_->workers(), waited_); }
    static std::size_t depth_of(std::size_t workers, bool waited) {
        return waited ? workers : (workers + 1) / 2;
    }
    /// Has a plan built as soon as a worker has nothing to do, unless that was asked for already.
    void start(const Plan& plan) { queue_->ask(client_, plan); }
    /// The place of the config whose build is over first, of equal ones the first in order: waits for
    /// that, or until it is given up. The first place where none of them was asked for.
    std::size_t first_built(std::span<const Config> configs, const std::atomic<bool>& given_up);
    /// Waits for the result of a build, until that moment; nothing when it was never asked for, or when its worker
    /// could not even open the device.
    std::optional<BuildResult> take(const Config& config, std::optional<Deadline> until = {});
    BuildQueue& queue() { return *queue_; }

  private:
    std::shared_ptr<const BuildClient> client_;
    std::shared_ptr<BuildQueue> queue_;
    bool waited_ = false;  // for the last build
};

/// A CPU is left to what is timed on it while this lives, or until end().
class PausedBuilders {
  public:
    /// Without a queue it does nothing.
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
