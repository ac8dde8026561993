// SPDX-License-Identifier: MIT
// Processes one request after the other while the next ones are prebuilt.
#include "tuner/session/device_runner.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace hone {
namespace {

Run on_device(Run draft, const Device& device) {
    draft.pci = device.pci;
    draft.uuid = device.uuid;
    return draft;
}

// Of two times, where 0 is none.
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
      store_(pool.store),
      run_(store_.start(on_device(pool.draft, device.device))),
      evaluator_(setup_, store_, run_, pool.pruner, pool.make_bench(setup_, pool.timeouts),
                 pool.forced),
      drift_(evaluator_, store_, run_),
      results_(results),
      capacity_(1 + evaluator_.prebuild_depth()),
      thread_([this] { run_thread(); }) {}

DeviceRunner::~DeviceRunner() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
        queue_.clear();
    }
    changed_.notify_one();
    thread_.join();
}

void DeviceRunner::end(State state) {
    store_.end(run_.id, state);
}

void DeviceRunner::submit(EvalRequest request) {
    {
        const std::lock_guard lock(mutex_);
        queue_.push_back(std::move(request));
    }
    changed_.notify_one();
}

std::vector<EvalRequest> DeviceRunner::take_pending() {
    const std::lock_guard lock(mutex_);
    prebuilt_ = 0;
    const auto all = std::exchange(queue_, {});
    return {all.begin(), all.end()};
}

std::optional<EvalRequest> DeviceRunner::next_request() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return stopping_ || !queue_.empty(); });
    if (stopping_) return std::nullopt;
    for (; prebuilt_ < queue_.size(); ++prebuilt_)
        if (!queue_[prebuilt_].calibrate) to_prebuild_.push_back(queue_[prebuilt_].plan);
    EvalRequest first = std::move(queue_.front());
    queue_.pop_front();
    --prebuilt_;
    return first;
}

void DeviceRunner::process(const EvalRequest& request, EvalResult& result) {
    for (const Plan& plan : std::exchange(to_prebuild_, {})) evaluator_.prebuild(plan);
    if (request.calibrate) {
        result.sentinel_time = drift_.set_sentinel(request.plan);
    } else {
        const double to_beat = time_to_beat(request);
        result.trial = evaluator_.evaluate(request.plan, request.purpose, to_beat);
        if (result.trial.outcome == Outcome::ok) best_ns_ = least(best_ns_, result.trial.time.high);
        result.remeasured = drift_.after_trial(request.plan, result.trial, to_beat);
        if (!result.remeasured.empty()) best_ns_ = 0;  // the device is not what it was
        result.sentinel = drift_.sentinel().value_or(Plan{});
        result.sentinel_time = drift_.sentinel_time();
    }
    capacity_ = 1 + evaluator_.prebuild_depth();
}

// A request that waited knows nothing of those before it.
double DeviceRunner::time_to_beat(const EvalRequest& request) const {
    return least(request.incumbent_ns, best_ns_);
}

// After a failure every pending request is answered with that failure.
void DeviceRunner::run_thread() {
    std::exception_ptr failure;
    while (const auto request = next_request()) {
        EvalResult result{.device_index = index_, .request = *request};
        try {
            if (!failure) process(*request, result);
        } catch (const TimeIsUp&) {
            // What is known by then is the result.
        } catch (...) {
            failure = std::current_exception();
        }
        result.failure = failure;
        results_.push(std::move(result));
    }
}

}  // namespace hone
