// SPDX-License-Identifier: MIT
// A bench in another process. Whatever happens there, crash, hang or a dead queue, comes back as an
// outcome, and the next request finds a fresh worker on a device that was seen to be well.
#pragma once

#include <chrono>
#include <memory>

#include "tuner/catalog/install_paths.hpp"
#include "tuner/worker/protocol.hpp"
#include "tuner/worker/reply.hpp"

namespace hone {

/// How long a worker may be silent.
struct Limits {
    std::chrono::milliseconds open{300'000};  // inputs are made and the reference computed
    std::chrono::milliseconds build{60'000};
    std::chrono::milliseconds run{30'000};  // of one launch with its check, or of all its samples
};

class RemoteBench {
  public:
    RemoteBench(BenchSetup setup, const Limits& limits,
                std::filesystem::path program = own_program());

    /// Makes sure that a worker is there and its bench is open. Throws an environment Error when
    /// the device is not well, or what the worker said was wrong with the setup.
    void open();

    BuildResult build(const Config& config);
    RunResult run(const Config& config, const Patience& patience);
    std::vector<RunResult> duel(const std::vector<Config>& configs, std::size_t rounds,
                                double most_ns);
    RunResult prove(const Config& config, const Problem& problem);
    /// The reference's times; empty when it has none or did not survive, and then `why` says so.
    Samples reference(int repeats, std::string& why);

    /// What was wrong with the reference, where the host had to decide.
    const std::string& reference_fault() const { return fault_; }
    /// What the problem adds to the options of every build; known once the bench is open.
    const std::string& defines() const { return defines_; }
    /// How many workers have been started.
    int workers() const { return workers_; }

  private:
    Answer start();
    template <class From>
    auto ask(const Message& request, std::chrono::milliseconds limit, Answer& answer, From from);
    RunResult ask_for_run(const Message& request);

    BenchSetup setup_;
    Limits limits_;
    std::filesystem::path program_;
    std::unique_ptr<Child> child_;
    std::string fault_;
    std::string defines_;
    int workers_ = 0;
};

}  // namespace hone
