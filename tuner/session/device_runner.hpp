// SPDX-License-Identifier: MIT
// One device of the pool with its bench, its run and its own connection to the store, driven by a
// thread of its own. Pending requests are prebuilt meanwhile.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <string_view>
#include <thread>
#include <vector>

#include "tuner/session/blocking_queue.hpp"
#include "tuner/session/drift_monitor.hpp"
#include "tuner/session/evaluator.hpp"

namespace hone {

/// What a device is to evaluate.
struct EvalRequest {
    Config config;
    Purpose purpose = Purpose::search;
    double incumbent_ns = 0;     // the time to beat, or 0
    std::string_view rule = {};  // the soft rule that had deferred the config
    bool calibrate = false;      // no trial: time the config to calibrate the device
};

/// The result of a request.
struct EvalResult {
    std::size_t device_index = 0;  // index of the device
    EvalRequest request;
    Trial trial = {};
    std::vector<std::pair<Config, Trial>> remeasured =
        {};                // measured again because the device drifted
    Config sentinel = {};  // the config that devices are calibrated with; empty before there is one
    Estimate sentinel_time = {};      // of the sentinel on this device
    std::exception_ptr failure = {};  // the device can do no more work
};

class DeviceRunner {
  public:
    /// Begins a run like `draft` on the setup's device. Results go into `results`, which must
    /// outlive it.
    DeviceRunner(std::size_t index, BenchSetup setup, const Timeouts& timeouts, bool forced,
                 const std::filesystem::path& store, const Run& draft,
                 BlockingQueue<EvalResult>& results);
    ~DeviceRunner();
    DeviceRunner(const DeviceRunner&) = delete;
    DeviceRunner& operator=(const DeviceRunner&) = delete;

    void submit(EvalRequest request);
    /// Takes back the requests that have not begun.
    std::vector<EvalRequest> take_pending();
    /// How many requests it can hold at a time: one, and those that are prebuilt meanwhile.
    std::size_t capacity() const { return capacity_; }
    void end(State state);

    /// The thread uses these while requests are pending; others may use them when none is.
    Evaluator& evaluator() { return evaluator_; }
    Store& store() { return store_; }
    const Run& run() const { return run_; }
    const BenchSetup& setup() const { return setup_; }
    const DriftMonitor& drift() const { return drift_; }

  private:
    void run_thread();
    std::optional<EvalRequest> next_request();
    EvalResult process(const EvalRequest& request);

    std::size_t index_;
    BenchSetup setup_;
    Store store_;
    Run run_;
    Evaluator evaluator_;
    DriftMonitor drift_;
    BlockingQueue<EvalResult>& results_;
    std::atomic<std::size_t> capacity_ = 1;

    std::mutex mutex_;  // guards the four members below
    std::condition_variable changed_;
    std::deque<EvalRequest> queue_;
    std::size_t prebuilt_ = 0;  // pending requests whose builds have begun
    bool stopping_ = false;

    std::vector<Config> to_prebuild_;  // configs whose builds are to begin
    std::thread thread_;               // last: it uses all other members
};

}  // namespace hone
