// SPDX-License-Identifier: MIT
// What a worker said to a request, or what its silence means.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <type_traits>

#include "db/model/outcome.hpp"
#include "db/model/store_error.hpp"
#include "tuner/worker/worker_handle.hpp"

namespace hone {

struct Answer {
    Message message;                // what is done; or "failed", with a hint and an exit code
    Outcome outcome = Outcome::ok;  // timeout or crash when there is no message
    std::string why;                // there is none

    /// What is done, as `from` reads it. A worker that says something else than it was asked for
    /// is broken: there is nothing then, and the answer is a crash.
    template <class From>
    auto read(From from) -> std::optional<std::invoke_result_t<From, const Message&>> {
        if (outcome != Outcome::ok) return {};
        try {
            return from(message);
        } catch (const Message::exception& error) {
            is_broken(error.what());
        } catch (const StoreError& error) {
            is_broken(error.what());
        }
        return {};
    }

    /// Makes it the answer of a worker that says what nobody understands.
    void is_broken(const std::string& how);
};

/// Waits for the answer to one request. A worker that says it lives gets the whole time again; one
/// that is late is killed, and one that is gone is asked what it died of.
Answer listen(Child& child, std::chrono::milliseconds limit);

}  // namespace hone
