// SPDX-License-Identifier: MIT
// The devices of one session. A request goes to the device with the fewest in flight. Results come
// back in any order, so that no device waits for a slow one. Devices of one kind differ slightly:
// one config, the sentinel, is timed on each, and times are scaled to those of the first device. A
// device that differs by more than 3 % is excluded. Once one drifts, the ratio of their times is
// measured again.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "tuner/evaluation/device_runner.hpp"

namespace hone {

class DevicePool {
  public:
    /// The first device is active at once; the others are calibrated once there is a sentinel.
    DevicePool(const PoolSetup& pool, const std::vector<LocalDevice>& others);

    bool has_capacity();
    /// Whether a request that is submitted now is likely to be built within `left`. Always true if
    /// no request waits before it.
    bool has_time(std::optional<std::chrono::steady_clock::duration> left);
    /// Whether all devices build programs while configs run.
    bool builds_beside_runs() const;
    /// Whether each device with requests waits for the build of one.
    bool waits_for_builds() const;
    /// The longest time that a bench took to open in this turn.
    std::chrono::nanoseconds opening_time() const;
    /// Submits a request to the active device with the fewest in flight.
    void submit(EvalRequest request);
    /// The number of requests in flight.
    std::size_t in_flight() const;
    /// Waits for the next result, with times scaled to the first device. The pending requests of a
    /// device that fails go to the others. Another one takes the place of the first, also if it was
    /// not compared with it yet. Throws if the last device fails.
    EvalResult wait();
    /// Waits at most `longest`; returns nullopt if no result arrives in time.
    std::optional<EvalResult> wait(std::chrono::milliseconds longest);
    /// Takes back the requests that no device has started.
    std::vector<EvalRequest> take_back_pending();

    /// No request may be in flight when a turn starts or ends. Between two turns, other sessions
    /// may use the devices.
    void begin_turn(std::optional<Deadline> end, std::chrono::milliseconds for_first_result);
    void rest();

    /// The runner for work on a single device, while no request is in flight.
    DeviceRunner& primary();
    /// The number of active devices.
    std::size_t size() const;
    /// The devices that were excluded because they differ too much.
    const std::vector<LocalDevice>& excluded() const { return excluded_; }
    /// The messages of devices that failed.
    const std::vector<std::string>& failures() const { return failures_; }
    std::size_t drifts() const;
    /// Ends the runs of all devices. No request may follow.
    void end(State state);

  private:
    enum class MemberState { waiting, calibrating, active, excluded, failed };
    /// The requests of a device that are in flight.
    class Load {
      public:
        void add(const EvalRequest& request);
        void remove(const EvalRequest& request);
        /// No request is added until all are done.
        void end_batch() { ends_batch_ = requests_ > 0; }
        std::size_t requests() const { return requests_; }
        /// The requests that the session waits for.
        std::size_t trials() const { return requests_ - calibrations_; }
        bool calibrates() const { return calibrations_ > 0; }
        bool is_empty() const { return requests_ == 0; }
        /// Whether a device that can hold so many requests can take another one. A request whose
        /// program is already built occupies no builder, and does not count.
        bool is_below(std::size_t capacity) const { return !ends_batch_ && to_build_ < capacity; }

      private:
        std::size_t requests_ = 0;
        std::size_t calibrations_ = 0;  // of the requests
        std::size_t to_build_ = 0;      // requests whose programs have to be built
        bool ends_batch_ = false;
    };
    struct PoolMember {
        std::unique_ptr<DeviceRunner> runner;
        MemberState state = MemberState::waiting;
        Load load = {};
        double slowdown = 1;       // its times relative to the first device
        bool is_compared = false;  // or its calibration is in flight, since the last drift
        int calibrations = 0;      // in a row, that gave no slowdown

        bool has_capacity() const { return load.is_below(runner->capacity()); }
        void submit(EvalRequest request);
        std::vector<EvalRequest> take_pending();
    };
    PoolMember* least_loaded();
    PoolMember* least_loaded_with_capacity();
    PoolMember* least_loaded_of(bool (*is_wanted)(const PoolMember&));
    void note_drift(std::size_t device);
    void calibrate_others(const EvalResult& result);
    void finish_calibration(PoolMember& member, const EvalResult& result);
    void exclude(PoolMember& member);
    void handle_failure(PoolMember& member, const EvalResult& result);
    void replace_first();
    static void rescale(MedianInterval& time, double slowdown);

    BlockingQueue<EvalResult> results_;  // before the runners, which write into it
    std::vector<PoolMember> members_;
    std::size_t first_ = 0;  // the device in use that the others are compared with
    std::vector<LocalDevice> excluded_;
    std::vector<std::string> failures_;
};

}  // namespace hone
