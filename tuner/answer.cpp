// SPDX-License-Identifier: MIT
// A deadline on every wait.
#include "tuner/answer.hpp"

#include <fmt/format.h>

namespace hone {

Answer listen(Child& child, std::chrono::milliseconds limit) {
    Answer answer;
    for (;;) {
        const Deadline deadline = std::chrono::steady_clock::now() + limit;
        const Channel::Heard heard = child.channel().receive(answer.message, deadline);
        if (heard == Channel::Heard::message && answer.message.contains("alive")) continue;
        if (heard == Channel::Heard::message) break;
        if (heard == Channel::Heard::nothing) {
            answer.outcome = Outcome::timeout;
            answer.why =
                fmt::format("no answer in {} s", std::chrono::duration<double>(limit).count());
            child.kill();
        } else {
            answer.outcome = Outcome::crash;
            answer.why = "the worker " + child.epitaph();
        }
        return answer;
    }
    if (answer.message.contains("done")) answer.message = Message(answer.message.at("done"));
    return answer;
}

}  // namespace hone
