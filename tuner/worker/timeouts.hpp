// SPDX-License-Identifier: MIT
// The time limits of measurements.
#pragma once

#include <chrono>
#include <optional>

#include "spaces/base/error.hpp"
#include "tuner/channel/descriptor_wait.hpp"

namespace hone {

/// The time limits for a worker's replies.
struct Timeouts {
    std::chrono::milliseconds open{300'000};  // creates the inputs and computes the reference
    std::chrono::milliseconds build{60'000};
    std::chrono::milliseconds run{30'000};  // for one launch with its check, or for all its samples
    std::optional<Deadline> end = {};       // no wait exceeds it
    std::chrono::milliseconds for_first_result{0};  // extends `end` while no config has run

    bool is_over() const { return end && std::chrono::steady_clock::now() >= *end; }
};

/// The time limit is reached: the current work is cancelled, and does not count as a failure.
struct TimeIsUp : Error {
    TimeIsUp() : Error(Exit::environment, "the time limit is reached") {}
};

}  // namespace hone
