// SPDX-License-Identifier: MIT
// A deadline on every wait, and the two shapes that an answer has.
#include "tuner/worker/reply.hpp"

#include <fmt/format.h>

namespace hone {
namespace {

bool has_text(const Message& message, const char* key) {
    return message.contains(key) && message.at(key).is_string();
}

bool is_refusal(const Message& message) {
    return has_text(message, "failed") && has_text(message, "hint") && message.contains("exit") &&
           message.at("exit").is_number_integer();
}

void take(Message message, Answer& answer) {
    if (message.contains("done")) {
        answer.message = std::move(message.at("done"));
    } else if (is_refusal(message)) {
        answer.message = std::move(message);
    } else {
        answer.is_broken("neither done nor failed");
    }
}

}  // namespace

void Answer::is_broken(const std::string& how) {
    message = Message::object();
    outcome = Outcome::crash;
    why = "the worker said what nobody understands: " + how;
}

Answer listen(Child& child, std::chrono::milliseconds limit) {
    Answer answer;
    for (;;) {
        const Deadline deadline = std::chrono::steady_clock::now() + limit;
        Message message;
        const Channel::Heard heard = child.channel().receive(message, deadline);
        if (heard == Channel::Heard::message && message.contains("alive")) continue;
        if (heard == Channel::Heard::message) {
            take(std::move(message), answer);
        } else if (heard == Channel::Heard::nothing) {
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
}

}  // namespace hone
