// SPDX-License-Identifier: MIT
// Builds, runs, checks and times configs of one kernel on one device: a context, a queue and the
// workload of the problem. Runs in the worker process, because kernels can crash or hang it.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "db/model/trial.hpp"
#include "kernels/workload/workload.hpp"
#include "spaces/candidates/plan.hpp"
#include "tuner/measure/builder.hpp"
#include "tuner/measure/loaded_programs.hpp"
#include "tuner/measure/run_timer.hpp"
#include "tuner/measure/worker_bench.hpp"
#include "tuner/power/power_meter.hpp"

namespace hone {

class Bench : public WorkerBench {
  public:
    /// Creates context, queue and inputs, and runs a known kernel first. Throws an environment
    /// Error if the device computes it wrong. `products`, if not null, must outlive the bench.
    explicit Bench(
        BenchSetup setup, KeptReferences* products = nullptr,
        OnReference on_reference = [](const std::string& /*name*/) {});
    /// A bench with the same device and space for another problem, in the same context.
    Bench(const Bench& first, const Problem& problem);

    BuildResult build(const Plan& plan) override;
    /// Runs a built config on a poisoned output, checks the result, then times it. `on_stage` is
    /// called after the first launch and after the check.
    RunResult run(const Config& config, const SamplingLimits& limits,
                  const OnStage& on_stage) override;
    std::vector<RunResult> time_interleaved(const std::vector<Config>& configs, std::size_t rounds,
                                            double max_ns, const OnStage& on_stage) override;
    SustainedResult time_sustained(const Config& config, double seconds,
                                   const OnStage& on_stage) override;
    RunResult run_size_check(const Plan& plan, const Problem& problem) override;
    Samples reference(int repeats, double longest) override;
    std::string reference_skipped() const override { return workload_->reference_skipped(); }
    std::string reference_fault() const override { return workload_->reference_fault(); }
    std::string checked_with() const override { return workload_->checked_with(); }
    bool reference_lost_device() const override { return reference_lost_device_; }
    const std::string& defines() const { return workload_->defines(); }
    std::size_t bytes() const override;
    void drop_spares() override;

  private:
    void prepare();
    std::unique_ptr<Workload> workload_with(std::uint64_t seed, std::size_t sets);
    Bench& bench_for(const Problem& problem);
    BuildResult build_for(Bench& other, const Plan& plan);

    RunResult guarded(const std::function<void(RunResult&)>& work);
    RunResult run_built(const LoadedProgram& kernel, const SamplingLimits& limits,
                        const OnStage& on_stage);
    void time_first(LaunchRotation& rotation, Samples& times);
    void time_checked(LaunchRotation& rotation, Samples& times);
    void take_samples(LaunchRotation& rotation, const Samples& checked,
                      const SamplingLimits& limits, RunResult& result);
    RunResult check_built_anew(const Plan& plan, const OnStage& on_stage);
    // Runs a known kernel. Empty if the result is correct, else a message: "cannot run a known
    // kernel: …".
    std::string device_fault();
    /// Fills the buffers of a config and runs its [[prepare]] kernel. Returns false if that kernel
    /// corrupts memory.
    bool prepare(const LoadedProgram& kernel, RunResult& result);
    SustainedTiming measure_sustained(LaunchRotation& rotation, double seconds,
                                      const OnStage& on_stage);
    using RunOnce = std::function<void()>;
    void check(const RunOnce& run_once, RunResult& result, const OnStage& on_stage);
    void check_first(const RunOnce& run_once, RunResult& result, const OnStage& on_stage);
    void check_second(const RunOnce& run_once, RunResult& result, const OnStage& on_stage);
    void check_as_left(RunResult& result, std::size_t used);
    void check_intact(RunResult& result, std::size_t set);
    void check_result(RunResult& result, std::size_t set);
    void check_again(const RunOnce& run_once, RunResult& result, const OnStage& on_stage,
                     Workload::Scratch scratch = Workload::Scratch::anew);
    void check_last(const RunOnce& run_once, RunResult& result, const OnStage& on_stage);
    void check_other_inputs(const Plan& plan, const Launcher& launcher, RunResult& result);
    bool needs_other_inputs(const Config& config, const Bench& other);
    void run(const Launcher& launcher);
    void compare_clocks(RunResult& result);
    LaunchRotation launch_rotation(const LoadedProgram& kernel);
    /// Takes the samples of one round; `batch` is 0 before the first round.
    RunResult time_after_others(const Config& config, std::size_t& batch);
    std::int64_t time_run(LaunchRotation& rotation, std::size_t times, RunResult& result);
    std::function<void()> before_each_run() const;
    const LoadedProgram& loaded(const Config& config) const;

    BenchSetup setup_;
    cl::Context context_;
    cl::CommandQueue queue_;
    RunTimer timer_;
    std::optional<std::chrono::steady_clock::time_point> clocks_compared_;  // agreed
    std::optional<MeterFound> meter_;  // opened when the first load is measured
    GuardZones zones_ = wide_zones;
    ReferenceBackend reference_backend_ = ReferenceBackend::clblast;
    Spread spread_ = Spread::none;
    KeptReferences* products_ = nullptr;
    OnReference on_reference_;
    std::map<std::string, cl::Program> references_;  // reference's, by their defines
    std::unique_ptr<Workload> workload_;
    std::unique_ptr<Workload> other_inputs_;  // of the same problem; made on first use
    std::optional<Config> had_other_inputs_;  // the latest config checked on other inputs
    std::size_t next_set_ = 0;                // of buffers: the runs so far
    bool reference_lost_device_ = false;
    std::optional<Builder> builder_;
    LoadedPrograms loaded_;
    std::map<std::string, std::unique_ptr<Bench>> other_problems_;  // by their texts
};

}  // namespace hone
