// SPDX-License-Identifier: MIT
// Worker processes that only compile, while another one runs kernels: when a config is to be run,
// its program is in the driver's cache. The compiler's messages are kept for the trial, because a
// program from a cache comes without a log. A build that hangs or crashes does so here, and the
// bench stays open. A CPU's builders rehearse the launches, too, since its driver compiles then.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "tuner/catalog/install_paths.hpp"
#include "tuner/worker/protocol.hpp"
#include "tuner/worker/reply.hpp"
#include "tuner/worker/worker_handle.hpp"

namespace hone {

class PrebuildPool {
  public:
    /// At most so many workers, each started when it is first needed.
    PrebuildPool(BenchSetup setup, const Timeouts& timeouts, std::size_t workers,
                 std::filesystem::path program = hone_program());
    ~PrebuildPool();
    PrebuildPool(const PrebuildPool&) = delete;
    PrebuildPool& operator=(const PrebuildPool&) = delete;

    /// How many builds are worth starting ahead: as many as there are workers where the last one had to be
    /// waited for, else half as many. A config that is asked for early is asked for with less knowledge.
    std::size_t depth() const { return depth_of(slots_.size(), waited_); }
    static std::size_t depth_of(std::size_t workers, bool waited) {
        return waited ? workers : (workers + 1) / 2;
    }
    /// Has a plan built by a worker that has nothing to do, unless that has begun already; false when all
    /// are busy, or when one of the last bench is still at it.
    bool start(const Plan& plan);
    /// The place of the config whose build is over first, of equal ones the first in order: waits for
    /// that, or until it is given up. The first place where none of them is being built.
    std::size_t first_built(std::span<const Config> configs, const std::atomic<bool>& given_up);
    /// Waits for the result of a build; nothing when it was never started, or when its worker could
    /// not even open the device.
    std::optional<BuildResult> take(const Config& config);
    /// Stops all builds until go_on(). One that cannot be stopped is waited for; its result stays here.
    void pause();
    void go_on();

  private:
    struct Slot {
        std::unique_ptr<WorkerHandle> worker;
        std::optional<Config> config;         // that it builds, or has built
        std::string build = {};               // the same as text
        std::optional<AwaitedReply> awaited;  // until the build is over
        bool opening = false;  // the worker has not confirmed yet that the device is open
        std::chrono::nanoseconds paused{};  // of the build's time
        std::optional<BuildResult> result;

        bool builds() const { return awaited.has_value(); }
    };
    bool rehearses() const { return setup_.device.device.type == "cpu"; }
    Slot* slot_of(const Config& config);
    std::string text_of(const Plan& plan) const;
    bool is_full() const;
    void open(Slot& slot) const;
    bool finish(Slot& slot, Deadline until) const;
    void take_reply(Slot& slot, Reply reply) const;
    std::optional<std::size_t> built_now(std::span<const Config> configs);
    bool wait_for_one_of(std::span<const Config> configs) const;

    BenchSetup setup_;
    std::string setup_text_;
    Timeouts timeouts_;
    std::filesystem::path program_;
    std::vector<Slot> slots_;
    bool waited_ = false;  // for the last build
    std::optional<std::chrono::steady_clock::time_point> paused_since_;
};

/// A CPU is left to what is timed on it while this lives, or until end().
class PausedBuilders {
  public:
    /// Without a pool it does nothing.
    explicit PausedBuilders(PrebuildPool* pool) : pool_(pool) {
        if (pool_) pool_->pause();
    }
    ~PausedBuilders() { end(); }
    PausedBuilders(const PausedBuilders&) = delete;
    PausedBuilders& operator=(const PausedBuilders&) = delete;

    void end() {
        if (pool_) pool_->go_on();
    }

  private:
    PrebuildPool* pool_;
};

}  // namespace hone
