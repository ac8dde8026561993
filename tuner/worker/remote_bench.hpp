// SPDX-License-Identifier: MIT
// A bench in a worker process. A crash, a hang or a dead queue comes back as an outcome, and the
// next request starts a fresh worker and checks the device first.
#pragma once

#include <chrono>
#include <memory>

#include "tuner/catalog/install_paths.hpp"
#include "tuner/worker/protocol.hpp"
#include "tuner/worker/reply.hpp"

namespace hone {

/// How long a worker may take without a message.
struct Timeouts {
    std::chrono::milliseconds open{300'000};  // creates inputs and computes the reference
    std::chrono::milliseconds build{60'000};
    std::chrono::milliseconds run{30'000};  // one launch with its check, or all of its samples
};

class RemoteBench {
  public:
    RemoteBench(BenchSetup setup, const Timeouts& timeouts,
                std::filesystem::path program = hone_program());

    /// Makes sure that a worker is there and its bench is open. Throws an environment Error when
    /// the device does not work, or the worker's own Error.
    void open();

    BuildResult build(const Config& config);
    RunResult run(const Config& config, const SamplingLimits& limits);
    std::vector<RunResult> time_interleaved(const std::vector<Config>& configs, std::size_t rounds,
                                            double max_ns);
    RunResult check_other_problem(const Config& config, const Problem& problem);
    /// Times of the reference; empty when it has none or crashed, and then `why` gives the reason.
    Samples reference(int repeats, std::string& why);

    /// What was wrong with the reference, where the host's result decided against it.
    const std::string& reference_fault() const { return reference_fault_; }
    /// What the problem adds to the options of every build; known once the bench is open.
    const std::string& defines() const { return defines_; }
    /// How many workers this bench has started.
    int workers_started() const { return workers_started_; }

  private:
    Reply start();
    template <class From>
    auto request(const Message& message, std::chrono::milliseconds limit, Reply& reply, From from);
    RunResult request_run(const Message& message);

    BenchSetup setup_;
    Timeouts timeouts_;
    std::filesystem::path program_;
    std::unique_ptr<WorkerHandle> worker_;
    std::string reference_fault_;
    std::string defines_;
    int workers_started_ = 0;
};

}  // namespace hone
