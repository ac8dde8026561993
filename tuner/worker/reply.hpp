// SPDX-License-Identifier: MIT
// A worker's reply to a request, or what its silence means.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <type_traits>

#include "db/model/outcome.hpp"
#include "db/model/store_error.hpp"
#include "tuner/worker/worker_handle.hpp"

namespace hone {

struct Reply {
    Message message;                // the result; or "failed", with a hint and an exit code
    Outcome outcome = Outcome::ok;  // timeout or crash when there is no message
    std::string why;                // the reason of a timeout or crash
    std::string reference = {};     // that ran then, where one did

    /// The result, as `from` reads it. Where the message has another form the worker is broken: the
    /// result is empty and the outcome is a crash.
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

    /// Marks it as the reply of a worker whose message could not be read.
    void set_malformed(const std::string& how);
};

/// The reply to a request that was just sent. A message that the worker is alive restarts the
/// deadline, up to 20 times its length in all; a worker that misses it is killed, and one that has
/// exited is asked for its exit status. Nothing is waited for past `end`.
class AwaitedReply {
  public:
    explicit AwaitedReply(std::chrono::milliseconds limit, std::optional<Deadline> end = {});

    /// How long a reference may run, where that is shorter.
    void limit_reference(std::chrono::milliseconds limit) { reference_limit_ = limit; }

    Deadline deadline() const { return deadline_; }
    /// The worker could do nothing for so long.
    void postpone(std::chrono::nanoseconds by) { deadline_ = std::min(deadline_ + by, latest_); }
    /// Waits until then at most; nothing when by then neither the reply nor its deadline came.
    std::optional<Reply> receive(WorkerHandle& worker, Deadline until);

  private:
    bool is_late() const { return std::chrono::steady_clock::now() >= deadline_; }
    Reply too_late(WorkerHandle& worker) const;
    void heard(const Message& alive);
    std::chrono::milliseconds limit_now() const;

    std::chrono::milliseconds limit_, reference_limit_;
    std::string reference_;  // that runs
    Deadline latest_, deadline_;
};

/// Waits for the reply to a request that was just sent.
Reply wait_for_reply(WorkerHandle& worker, std::chrono::milliseconds limit,
                     std::optional<Deadline> end = {});

}  // namespace hone
