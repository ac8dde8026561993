// SPDX-License-Identifier: MIT
// One device of the pool with its bench, its run and its own connection to the store, driven by a
// thread of its own. Pending requests are prebuilt meanwhile.
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

namespace hone {

/// What a device is to evaluate.
struct EvalRequest {
    Plan plan;
    Purpose purpose = Purpose::search;
    double incumbent_ns = 0;     // the time to beat, or 0
    std::string_view rule = {};  // the soft rule that had deferred the config
    bool calibrate = false;      // no trial: time the config to calibrate the device
    bool is_built = false;       // it shares its program with another config
};

/// The result of a request.
struct EvalResult {
    std::size_t device_index = 0;  // index of the device
    EvalRequest request;
    Trial trial = {};
    std::vector<std::pair<Config, Trial>> remeasured =
        {};                           // measured again because the device drifted
    Plan sentinel = {};               // what devices are compared by; empty before there is one
    Estimate sentinel_time = {};      // of the sentinel on this device
    std::exception_ptr failure = {};  // the device can do no more work
    bool taken_back = false;          // before it began

    /// Whether the time was over before there was a trial.
    bool cut_off() const {
        return !failure && !taken_back && !request.calibrate && trial.id.empty();
    }
};

/// What the devices of one search have in common.
struct PoolSetup {
    const BenchSetup& setup;
    const Pruner& pruner;
    const Run& draft;  // of each device's run
    const Store& store;
    Timeouts timeouts;
    BenchFactory make_bench;
    std::shared_ptr<PassedChecks> passed_checks;
    bool forced = false;
};

class DeviceRunner {
  public:
    /// Its run is like the pool's draft, on its device, and begins with the first turn. Results go into
    /// `results`, which must outlive it.
    DeviceRunner(std::size_t index, const PoolSetup& pool, const LocalDevice& device,
                 BlockingQueue<EvalResult>& results);
    ~DeviceRunner();
    DeviceRunner(const DeviceRunner&) = delete;
    DeviceRunner& operator=(const DeviceRunner&) = delete;

    /// While no request is pending.
    void begin_turn(std::optional<Deadline> end, std::chrono::milliseconds for_first_result);
    void rest() { evaluator_.bench().rest(); }

    void submit(EvalRequest request);
    /// Takes back the requests that have not begun. One of them may be answered as taken back: when the
    /// answer is there nothing uses the evaluator any more.
    std::vector<EvalRequest> take_pending();
    /// How many requests it can hold at a time: one, and those that are prebuilt meanwhile.
    std::size_t capacity() const { return capacity_; }
    /// How long a build takes that is begun ahead.
    std::chrono::duration<double, std::milli> usual_build() const { return usual_build_; }
    bool waits_for_builds() const { return waits_for_builds_; }
    /// How long its bench took to open in this turn.
    std::chrono::nanoseconds opening_time() const { return opening_time_; }
    bool works_in_batches() const { return evaluator_.works_in_batches(); }
    bool builds_beside_runs() const { return evaluator_.builds_beside_runs(); }
    void end(State state);

    /// The thread uses these while requests are pending; others may use them when none is.
    Evaluator& evaluator() { return evaluator_; }
    Store& store() { return store_; }
    const Run& run() const { return run_; }
    const BenchSetup& setup() const { return setup_; }
    const DriftMonitor& drift() const { return drift_; }

  private:
    void run_thread();
    bool wait_for_requests();
    std::size_t first_built();
    std::size_t first_built(const std::vector<Plan>& pending);
    void open_bench();
    std::optional<EvalResult> take(std::size_t which);
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

    std::mutex mutex_;  // guards the six members below
    std::condition_variable changed_;
    std::deque<EvalRequest> queue_;
    bool choosing_ = false;                    // the thread is about to take one of them
    bool taken_back_ = false;                  // meanwhile
    std::atomic<bool> queue_changed_ = false;  // meanwhile
    bool stopping_ = false;

    double best_ns_ = 0;  // of what ran here, the upper end of its interval; 0 before that
    std::chrono::nanoseconds last_trial_{};  // how long it took; 0 before the first one of a turn
    std::thread thread_;                     // last: it uses all other members
};

}  // namespace hone
