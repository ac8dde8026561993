// SPDX-License-Identifier: MIT
// A worker's reply to a request, or the outcome if there is none; and a worker whose replies are
// awaited while other work is done.
#pragma once

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "db/model/outcome.hpp"
#include "db/model/store_error.hpp"
#include "tuner/worker/worker_handle.hpp"

namespace hone {

struct Reply {
    Message message;                // the result; or "failed", with a hint and an exit code
    Outcome outcome = Outcome::ok;  // timeout or crash if there is no message
    std::string why = {};           // the reason of a timeout or crash
    bool worker_exited = false;     // describe_exit() then sets the reason
    std::string reference = {};     // the reference that was running then, if any

    /// Reads the result with `from`. If the message is malformed, the worker is broken: the result
    /// is empty and the outcome is a crash.
    template <class From>
    auto read(From from) -> std::optional<std::invoke_result_t<From, const Message&>> {
        if (outcome != Outcome::ok) return {};
        try {
            return from(message);
        } catch (const Message::exception& error) {
            set_malformed(error.what());
        } catch (const StoreError& error) {
            set_malformed(error.what());
        }
        return {};
    }

    /// Sets the reason if the worker has exited. It may take a second until the exit is complete.
    void describe_exit(WorkerHandle& worker);

    /// Marks the reply as one that could not be read.
    void set_malformed(const std::string& how);
};

/// The reply to a request that was just sent. If the worker reports that it is alive, the deadline
/// restarts, up to 20 times its length in total. A worker that misses the deadline is killed. No
/// wait exceeds `end`.
class AwaitedReply {
  public:
    explicit AwaitedReply(std::chrono::milliseconds limit, std::optional<Deadline> end = {});

    /// Sets the time limit of a reference, if it is shorter.
    void limit_reference(std::chrono::milliseconds limit) { reference_limit_ = limit; }

    Deadline deadline() const { return deadline_; }
    /// Half of the time between the last sign of life, or the request, and the deadline.
    Deadline half_time() const { return heard_at_ + (deadline_ - heard_at_) / 2; }
    /// Extends the deadline and the longest wait by the time for which the worker was paused.
    void postpone(std::chrono::nanoseconds by) {
        deadline_ += by;
        latest_ += by;
    }
    /// Waits at most until `until`. Returns nullopt if neither the reply nor the deadline came by
    /// then.
    std::optional<Reply> receive(WorkerHandle& worker, Deadline until);
    /// Waits for the reply or the deadline, and describes an exit.
    Reply wait(WorkerHandle& worker);

  private:
    bool is_late() const { return std::chrono::steady_clock::now() >= deadline_; }
    Reply too_late(WorkerHandle& worker) const;
    void heard(const Message& alive);
    std::chrono::milliseconds limit_now() const;

    std::chrono::milliseconds limit_, reference_limit_;
    std::string reference_;  // the running reference
    Deadline latest_, deadline_, heard_at_;
};

/// A worker, and the deadline of its next reply. A worker that is paused is not late, and what it
/// sent before is read once it goes on.
class TimedWorker {
  public:
    TimedWorker() = default;
    explicit TimedWorker(std::unique_ptr<WorkerHandle> worker) : worker_(std::move(worker)) {}

    explicit operator bool() const { return worker_ != nullptr; }
    WorkerHandle& handle() const { return *worker_; }
    /// Gives the worker away, and awaits nothing.
    std::unique_ptr<WorkerHandle> release();

    /// The next reply is due within `limit`, from now on. Replaces the deadline so far. No sign of
    /// life extends it past `end`.
    void await_reply(std::chrono::milliseconds limit, std::optional<Deadline> end = {}) {
        awaited_.emplace(limit, end);
    }
    void await_nothing() { awaited_.reset(); }
    bool is_busy() const { return awaited_.has_value(); }

    /// Never, unless a reply is awaited from a worker that is not paused.
    Deadline deadline() const;
    /// The awaited reply if it has arrived, or a timeout if it is late: the worker is then killed.
    std::optional<Reply> receive();

    /// Pauses it if it is busy. Returns whether it is paused.
    bool pause();
    /// Ends a pause, which took this long and does not count for the deadline. Returns whether it
    /// was paused.
    bool go_on(std::chrono::nanoseconds paused);
    bool is_paused() const { return is_paused_; }

  private:
    std::unique_ptr<WorkerHandle> worker_;
    std::optional<AwaitedReply> awaited_;
    bool is_paused_ = false;
};

/// Waits for the reply to a request that was just sent.
Reply wait_for_reply(WorkerHandle& worker, std::chrono::milliseconds limit,
                     std::optional<Deadline> end = {});

}  // namespace hone
