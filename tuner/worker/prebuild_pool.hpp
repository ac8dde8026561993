// SPDX-License-Identifier: MIT
// Worker processes that only compile, while another one runs kernels: when a config is to be run,
// its program is in the driver's cache. The compiler's messages are kept for the trial, because a
// program from a cache comes without a log. A build that hangs or crashes does so here, and the
// bench stays open. A CPU's builders rehearse the launches, too, since its driver compiles then.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "tuner/catalog/install_paths.hpp"
#include "tuner/worker/protocol.hpp"
#include "tuner/worker/worker_handle.hpp"

namespace hone {

class PrebuildPool {
  public:
    /// At most so many workers, each started when it is first needed. `defines` is what the problem
    /// adds to every build.
    PrebuildPool(BenchSetup setup, std::string defines, const Timeouts& timeouts,
                 std::size_t workers, std::filesystem::path program = hone_program());
    ~PrebuildPool();
    PrebuildPool(const PrebuildPool&) = delete;
    PrebuildPool& operator=(const PrebuildPool&) = delete;

    /// How many builds are worth starting ahead, of so many workers, before anything is known of them.
    static std::size_t first_depth(std::size_t workers) { return (workers + 1) / 2; }
    /// How many are: one more each time that a build had to be waited for, up to the number of
    /// workers. A config that is asked for early is asked for with less knowledge.
    std::size_t depth() const { return depth_; }
    /// Has a plan built by a worker that has nothing to do; false when all are busy.
    bool start(const Plan& plan);
    /// Waits for the result of a build; nothing when it was never started, or when its worker could
    /// not even open the device.
    std::optional<BuildResult> take(const Config& config);
    /// Waits for all builds that have begun; their results stay here.
    void finish();

  private:
    struct Slot {
        std::unique_ptr<WorkerHandle> worker;
        std::optional<Config> config;  // that it builds, or has built
        bool opening = false;          // the worker has not confirmed yet that the device is open
        bool finished = false;         // this is what came of it
        std::optional<BuildResult> result;
    };
    bool rehearses() const { return setup_.device.device.type == "cpu"; }
    void open(Slot& slot) const;
    void finish(Slot& slot) const;
    std::optional<BuildResult> receive(Slot& slot) const;

    BenchSetup setup_;
    std::string defines_;
    Timeouts timeouts_;
    std::filesystem::path program_;
    std::vector<Slot> slots_;
    std::size_t depth_;
};

}  // namespace hone
