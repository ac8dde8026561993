// SPDX-License-Identifier: MIT
// One device of the pool, with its bench, its run and its own connection to the store, driven by
// its own thread. Pending requests are built while one runs.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <string_view>
#include <thread>
#include <vector>

#include "tuner/evaluation/blocking_queue.hpp"
#include "tuner/evaluation/drift_monitor.hpp"
#include "tuner/evaluation/evaluator.hpp"
#include "tuner/worker/remote_bench.hpp"

namespace hone {

/// A config that a device is to evaluate.
struct EvalRequest {
    Plan plan;
    std::size_t number = 0;  // in the order in which the search asked for them
    Purpose purpose = Purpose::search;
    double incumbent_ns = 0;             // the time to beat, or 0
    std::string_view rule = {};          // the soft rule that deferred the config
    bool calibrate = false;              // no trial: time the config to calibrate the device
    MedianInterval reference_time = {};  // of that config on the device to compare with
    bool is_built = false;               // another config with the same program is already built
    bool was_cut_off = false;            // in an earlier run; no strategy has asked for it
};

/// The result of a request.
struct EvalResult {
    std::size_t device_index = 0;
    EvalRequest request;
    Trial trial = {};
    /// Measured again because the device drifted.
    std::vector<std::pair<Config, Trial>> remeasured = {};
    bool has_drifted = false;           // since the result before
    Plan sentinel = {};                 // the config that devices are compared by, if any
    MedianInterval sentinel_time = {};  // of the sentinel on this device
    std::exception_ptr failure = {};    // set if the device cannot continue

    /// Whether the time was over before the trial.
    bool cut_off() const { return !failure && !request.calibrate && trial.id.empty(); }
};

/// The common inputs of the devices of one search.
struct PoolSetup {
    const BenchSetup& setup;
    const Pruner& pruner;
    const Run& run_template;  // of each device
    const Store& store;
    Timeouts timeouts;
    BenchFactory make_bench;
    std::shared_ptr<PassedChecks> passed_checks;
    bool forced = false;
};

class DeviceRunner {
  public:
    /// Its run copies the pool's template, for its device, and starts with the first turn. Results go
    /// into `results`, which must outlive it.
    DeviceRunner(std::size_t index, const PoolSetup& pool, const LocalDevice& device,
                 BlockingQueue<EvalResult>& results);
    ~DeviceRunner();
    DeviceRunner(const DeviceRunner&) = delete;
    DeviceRunner& operator=(const DeviceRunner&) = delete;

    /// Call them only while no request is pending.
    void begin_turn(std::optional<Deadline> end, std::chrono::milliseconds for_first_result);
    void rest();

    void submit(EvalRequest request);
    /// Takes back the requests that were not started. The thread may still use the evaluator, until
    /// wait_until_idle() returns.
    std::vector<EvalRequest> take_pending();
    /// Waits until the thread waits for requests.
    void wait_until_idle();
    /// The number of requests that it can hold: one that runs, and those that are built meanwhile.
    std::size_t capacity() const { return capacity_; }
    /// The usual duration of a build that starts ahead.
    std::chrono::duration<double, std::milli> usual_build() const { return usual_build_; }
    bool waits_for_builds() const { return waits_for_builds_; }
    /// The time that its bench took to open in this turn.
    std::chrono::nanoseconds opening_time() const { return opening_time_; }
    bool works_in_batches() const { return evaluator_.works_in_batches(); }
    bool builds_beside_runs() const { return evaluator_.builds_beside_runs(); }
    /// Ends its run, after the trial in progress. No request may follow.
    void end(State state);

    /// The thread uses these while requests are pending; others may use them otherwise.
    Evaluator& evaluator() { return evaluator_; }
    Store& store() { return store_; }
    const Run& run() const { return run_; }
    const BenchSetup& setup() const { return setup_; }
    const DriftMonitor& drift() const { return drift_; }

  private:
    void stop();
    void run_thread();
    std::optional<std::size_t> wait_for_requests();
    std::size_t first_built(std::size_t generation);
    std::size_t first_built(const std::vector<Plan>& pending);
    void open_bench();
    std::optional<EvalResult> take(std::size_t which, std::size_t generation);
    void process(const EvalRequest& request, EvalResult& result);
    bool would_be_cut_off();
    double time_to_beat(const EvalRequest& request) const;

    std::size_t index_;
    BenchSetup setup_;
    Store store_;
    Run run_;
    Evaluator evaluator_;
    DriftMonitor drift_;
    BlockingQueue<EvalResult>& results_;
    std::atomic<std::size_t> capacity_ = 1;
    std::atomic<std::chrono::duration<double, std::milli>> usual_build_{};
    std::atomic<bool> waits_for_builds_ = false;
    std::atomic<std::chrono::nanoseconds> opening_time_{};

    std::mutex mutex_;  // guards the members down to stopping_
    std::condition_variable changed_, idle_;
    std::deque<EvalRequest> queue_;
    std::size_t generation_ = 0;               // of the queue: all requests were taken back before
    std::atomic<bool> queue_changed_ = false;  // while the thread was choosing a request
    bool is_idle_ = false;                     // the thread waits for requests
    bool stopping_ = false;

    double best_ns_ = 0;  // the best upper end of an interval on this device; 0 before the first
    std::chrono::nanoseconds last_trial_{};  // its duration; 0 before the first one of a turn
    std::thread thread_;                     // the last member, since it uses all others
};

}  // namespace hone
