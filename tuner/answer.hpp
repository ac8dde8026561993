// SPDX-License-Identifier: MIT
// What a worker said to a request, or what its silence means.
#pragma once

#include <chrono>
#include <string>

#include "db/outcome.hpp"
#include "tuner/child.hpp"

namespace hone {

struct Answer {
    Message message;                // what is done; or "failed", with a hint and an exit code
    Outcome outcome = Outcome::ok;  // timeout or crash when there is no message
    std::string why;                // there is none
};

/// Waits for the answer to one request. A worker that says it lives gets the whole time again; one
/// that is late is killed, and one that is gone is asked what it died of.
Answer listen(Child& child, std::chrono::milliseconds limit);

}  // namespace hone
