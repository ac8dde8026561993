// SPDX-License-Identifier: MIT
// A bench in a worker process. A crash, a hang or a dead queue becomes an outcome; the next request
// starts a fresh worker and checks the device first.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "tuner/catalog/install_paths.hpp"
#include "tuner/measure/adaptive_limit.hpp"
#include "tuner/measure/evaluator_bench.hpp"
#include "tuner/worker/prebuild_policy.hpp"
#include "tuner/worker/prebuilds.hpp"
#include "tuner/worker/protocol.hpp"
#include "tuner/worker/reply.hpp"

namespace hone {

class RemoteBench : public EvaluatorBench {
  public:
    RemoteBench(BenchSetup setup, const Timeouts& timeouts,
                std::filesystem::path program = hone_program());
    ~RemoteBench() override;
    RemoteBench(const RemoteBench&) = delete;
    RemoteBench& operator=(const RemoteBench&) = delete;

    /// Starts a worker and opens its bench, unless both exist. Throws an environment Error if the
    /// device does not work, a usage Error if the reference crashes or hangs, or the worker's own
    /// Error.
    void open() override;
    std::size_t bytes() const override { return bytes_; }

    /// Builds a plan in the worker. If it was built ahead, the driver's cache has its program; a
    /// failed build ahead is repeated here, alone.
    BuildResult build(const Plan& plan) override;
    RunResult run(const Config& config, const SamplingLimits& limits) override;
    std::vector<RunResult> time_interleaved(const std::vector<Config>& configs, std::size_t rounds,
                                            double max_ns) override;
    SustainedResult time_sustained(const Config& config, double seconds) override;
    RunResult run_size_check(const Plan& plan, const Problem& problem) override;
    /// Also empty if the worker crashed or was killed.
    Samples reference(int repeats, double longest, std::string& why) override;
    const std::string& reference_fault() const override { return reference_fault_; }
    const std::string& checked_with() const override { return checked_with_; }
    std::string reference_at_end() const override { return reference_at_end_; }
    std::chrono::nanoseconds run_at_end() const override { return run_at_end_; }

    /// 0 if the driver does not cache built programs for other processes.
    std::size_t prebuild_depth() const override;
    std::chrono::duration<double, std::milli> usual_build() const override {
        return prebuild_policy_.usual_build();
    }
    bool works_in_batches() const override { return waits_for_builds(); }
    bool builds_beside_runs() const override { return !is_cpu(); }
    void prebuild(const Plan& plan) override;
    std::size_t first_built(std::span<const Config> configs,
                            const std::atomic<bool>& given_up) override;

    void begin_turn(std::optional<Deadline> end,
                    std::chrono::milliseconds for_first_result) override;
    void rest() override;
    std::optional<Deadline> end() const override { return timeouts_.end; }
    void first_result_is_known() override;

    /// The number of workers that this bench has started.
    int workers_started() const { return workers_started_; }

  private:
    bool is_cpu() const { return setup_.device.device.type == "cpu"; }
    /// For a CPU on another host, builders cannot be paused; their builds would disturb
    /// measurements.
    bool waits_for_builds() const { return is_cpu() && setup_.device.placement.launch; }
    void stop_prebuilding();
    void give_worker_back();
    Reply start();
    Reply start_without_reference(Reply lost);
    Reply wait_beside(PausedBuilders& paused, std::chrono::milliseconds limit);
    Reply not_at_the_end(Reply reply);
    template <class From>
    auto request(const Message& message, std::chrono::milliseconds limit, Reply& reply, From from);
    void note_result(Outcome outcome, bool device_lost);
    RunResult request_run(const Message& message, std::chrono::milliseconds limit);
    BuildResult build_here(const Plan& plan);

    BenchSetup setup_;
    Timeouts timeouts_;
    AdaptiveLimit build_limit_, run_limit_;
    std::filesystem::path program_;
    std::unique_ptr<WorkerHandle> worker_;
    std::string reference_fault_, reference_at_end_, checked_with_;
    std::chrono::nanoseconds run_at_end_{0};
    bool is_compiled_ = false;  // the config that was built last, to its first launch
    int workers_started_ = 0;
    std::optional<std::pair<Config, BuildResult>> last_built_;  // last build of the current worker
    std::size_t bytes_ = 0;    // size of the bench's buffers on the device
    bool is_unharmed_ = true;  // every run was correct

    PrebuildPolicy prebuild_policy_;
    std::shared_ptr<BuildQueue> cpu_builders_;  // only for a CPU: paused during measurements
    std::optional<Prebuilds> prebuilds_;
};

/// A bench in a worker of hone's own program.
std::unique_ptr<EvaluatorBench> open_remote_bench(const BenchSetup& setup, const Timeouts& limits);

/// A function that makes a bench for a device: open_remote_bench, except in tests and for
/// recordings.
using BenchFactory =
    std::function<std::unique_ptr<EvaluatorBench>(const BenchSetup& setup, const Timeouts& limits)>;

}  // namespace hone
