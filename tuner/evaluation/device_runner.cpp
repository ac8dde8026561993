// SPDX-License-Identifier: MIT
// Processes one request after the other, in the order in which their builds finish. Pending
// requests are built meanwhile.
#include "tuner/evaluation/device_runner.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace hone {
namespace {

Run on_device(Run run, const Device& device) {
    run.pci = device.pci;
    run.uuid = device.uuid;
    return run;
}

// The lower of two times; 0 means unknown.
double least(double one, double other) {
    return one == 0 || other == 0 ? std::max(one, other) : std::min(one, other);
}

BenchSetup on_device(BenchSetup setup, const LocalDevice& device) {
    setup.device = device;
    return setup;
}

}  // namespace

DeviceRunner::DeviceRunner(std::size_t index, const PoolSetup& pool, const LocalDevice& device,
                           BlockingQueue<EvalResult>& results)
    : index_(index),
      setup_(on_device(pool.setup, device)),
      store_(pool.store.another_connection()),
      run_(on_device(pool.run_template, device.device)),
      evaluator_(setup_, store_, run_, pool.pruner, pool.make_bench(setup_, pool.timeouts),
                 pool.passed_checks, pool.forced),
      drift_(evaluator_),
      results_(results),
      capacity_(1 + evaluator_.prebuild_depth()),
      thread_([this] { run_thread(); }) {}

DeviceRunner::~DeviceRunner() {
    stop();
}

void DeviceRunner::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
        queue_changed_ = true;
        queue_.clear();
    }
    changed_.notify_one();
    if (thread_.joinable()) thread_.join();
}

void DeviceRunner::begin_turn(std::optional<Deadline> end,
                              std::chrono::milliseconds for_first_result) {
    if (run_.id.empty()) run_ = store_.start(run_);
    opening_time_ = std::chrono::nanoseconds(0);
    last_trial_ = {};
    wait_until_idle();
    evaluator_.bench().begin_turn(end, for_first_result);
}

void DeviceRunner::rest() {
    wait_until_idle();
    evaluator_.bench().rest();
}

// Until its thread has stopped, it may use the store.
void DeviceRunner::end(State state) {
    stop();
    if (!run_.id.empty()) store_.end(run_.id, state);
}

void DeviceRunner::submit(EvalRequest request) {
    {
        const std::lock_guard lock(mutex_);
        queue_.push_back(std::move(request));
        queue_changed_ = true;
    }
    changed_.notify_one();
}

// The thread may be choosing one of them: it then finds another generation, and takes none.
std::vector<EvalRequest> DeviceRunner::take_pending() {
    const std::lock_guard lock(mutex_);
    ++generation_;
    queue_changed_ = true;
    std::vector<EvalRequest> all(std::make_move_iterator(queue_.begin()),
                                 std::make_move_iterator(queue_.end()));
    queue_.clear();
    return all;
}

void DeviceRunner::wait_until_idle() {
    std::unique_lock lock(mutex_);
    idle_.wait(lock, [&] { return is_idle_; });
}

// Returns the queue's generation, or nullopt if no more requests will come.
std::optional<std::size_t> DeviceRunner::wait_for_requests() {
    std::unique_lock lock(mutex_);
    is_idle_ = queue_.empty();
    idle_.notify_all();
    changed_.wait(lock, [&] { return stopping_ || !queue_.empty(); });
    is_idle_ = stopping_;
    return stopping_ ? std::nullopt : std::optional(generation_);
}

// Returns the index of the next request. A calibration precedes all others. A request that is
// submitted meanwhile may already be built; then the choice is repeated.
std::size_t DeviceRunner::first_built(std::size_t generation) {
    std::size_t first = 0;
    do {
        std::vector<Plan> pending;
        {
            const std::lock_guard lock(mutex_);
            queue_changed_ = false;
            const auto calibrates = std::ranges::find(queue_, true, &EvalRequest::calibrate);
            if (calibrates != queue_.end())
                return static_cast<std::size_t>(calibrates - queue_.begin());
            if (stopping_ || generation_ != generation) return 0;
            std::ranges::transform(queue_, std::back_inserter(pending), &EvalRequest::plan);
        }
        first = first_built(pending);
    } while (queue_changed_);
    return first;
}

std::size_t DeviceRunner::first_built(const std::vector<Plan>& pending) {
    std::vector<Config> configs;
    for (const Plan& plan : pending) {
        evaluator_.prebuild(plan);
        configs.push_back(plan.config);
    }
    open_bench();
    waits_for_builds_ = true;
    const std::size_t first = evaluator_.first_built(configs, queue_changed_);
    waits_for_builds_ = false;
    return first;
}

// The bench opens while programs are built.
void DeviceRunner::open_bench() {
    const auto began = std::chrono::steady_clock::now();
    evaluator_.bench().open();
    opening_time_ = opening_time_.load() + (std::chrono::steady_clock::now() - began);
}

// Returns a result to fill in; nullopt if the requests were taken back meanwhile, or at the end.
std::optional<EvalResult> DeviceRunner::take(std::size_t which, std::size_t generation) {
    const std::lock_guard lock(mutex_);
    if (queue_.empty() || generation_ != generation) return std::nullopt;
    const auto at = queue_.begin() + static_cast<std::ptrdiff_t>(which < queue_.size() ? which : 0);
    EvalResult result{.device_index = index_, .request = std::move(*at)};
    queue_.erase(at);
    return result;
}

void DeviceRunner::process(const EvalRequest& request, EvalResult& result) {
    if (request.calibrate) {
        result.sentinel_time = drift_.set_sentinel(request.plan);
    } else {
        if (would_be_cut_off()) throw TimeIsUp();
        const auto began = std::chrono::steady_clock::now();
        const double to_beat = time_to_beat(request);
        const std::size_t drifts = drift_.count();
        result.trial = evaluator_.evaluate(request.plan, request.purpose, to_beat);
        if (result.trial.outcome == Outcome::ok) best_ns_ = least(best_ns_, result.trial.time.high);
        result.remeasured = drift_.after_trial(request.plan, result.trial, to_beat);
        if (!result.remeasured.empty()) best_ns_ = 0;  // the device's speed has changed
        result.has_drifted = drift_.count() != drifts;
        result.sentinel = drift_.sentinel().value_or(Plan{});
        result.sentinel_time = drift_.sentinel_time();
        last_trial_ = std::chrono::steady_clock::now() - began;
    }
    capacity_ = 1 + evaluator_.prebuild_depth();
    usual_build_ = evaluator_.usual_build();
}

// Whether a trial as long as the last one would exceed the deadline. A worker that is killed loses
// its compiled programs.
bool DeviceRunner::would_be_cut_off() {
    const auto end = evaluator_.bench().end();
    return end && std::chrono::steady_clock::now() + last_trial_ > *end;
}

// Another request may have found a better time since this one was queued.
double DeviceRunner::time_to_beat(const EvalRequest& request) const {
    return least(request.incumbent_ns, best_ns_);
}

// After a failure every pending request is answered with that failure.
void DeviceRunner::run_thread() {
    std::exception_ptr failure;
    const auto attempt = [&](const auto& what) {
        try {
            if (!failure) what();
        } catch (const TimeIsUp&) {
            // The result keeps what was measured before the deadline.
        } catch (...) {
            failure = std::current_exception();
        }
    };
    while (const auto generation = wait_for_requests()) {
        std::size_t next = 0;
        attempt([&] { next = first_built(*generation); });
        auto result = take(next, *generation);
        if (!result) continue;
        attempt([&] { process(result->request, *result); });
        result->failure = failure;
        results_.push(std::move(*result));
    }
}

}  // namespace hone
