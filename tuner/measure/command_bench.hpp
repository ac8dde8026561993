// SPDX-License-Identifier: MIT
// The bench of a command. It runs the program with the values of a config, and takes its duration,
// or the figure that it prints. A program that fails, or prints no figure, is a failed run.
#pragma once

#include "tuner/measure/bench_setup.hpp"
#include "tuner/measure/worker_bench.hpp"

namespace hone {

class CommandBench : public WorkerBench {
  public:
    /// The setup's space must describe a program.
    explicit CommandBench(BenchSetup setup);

    /// Does nothing: a program needs no build.
    BuildResult build(const Plan& plan) override;
    RunResult run(const Config& config, const SamplingLimits& limits,
                  const OnStage& on_stage) override;
    std::vector<RunResult> time_interleaved(const std::vector<Config>& configs, std::size_t rounds,
                                            double max_ns, const OnStage& on_stage) override;
    SustainedResult time_sustained(const Config& config, double seconds,
                                   const OnStage& on_stage) override;
    RunResult run_size_check(const Plan& plan, const Problem& problem) override;
    Samples reference(int repeats, double longest) override;
    std::string reference_fault() const override { return ""; }
    std::string checked_with() const override { return "exit status"; }

  private:
    double run_once(const Config& config, RunResult& result) const;

    BenchSetup setup_;
    Figure figure_;
};

}  // namespace hone
