// SPDX-License-Identifier: MIT
// Every wait has a deadline; a reply has one of two forms.
#include "tuner/worker/reply.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace hone {
namespace {

bool has_string(const Message& message, const char* key) {
    return message.contains(key) && message.at(key).is_string();
}

bool is_failure(const Message& message) {
    return has_string(message, "failed") && has_string(message, "hint") &&
           message.contains("exit") && message.at("exit").is_number_integer();
}

void take_message(Message message, Reply& reply) {
    if (message.contains("done")) {
        reply.message = std::move(message.at("done"));
    } else if (is_failure(message)) {
        reply.message = std::move(message);
    } else {
        reply.set_malformed("neither a result nor an error");
    }
}

// The first message that says more than that the worker is alive. After the last extension it is
// the last of these.
Channel::ReceiveStatus receive_answer(Channel& channel, Message& message,
                                      std::chrono::milliseconds limit,
                                      std::optional<Deadline> end) {
    constexpr int most_extensions = 20;
    const auto now = [] { return std::chrono::steady_clock::now(); };
    const Deadline extended = now() + most_extensions * limit;
    const Deadline latest = std::min(extended, end.value_or(extended));
    for (;;) {
        const auto status = channel.receive(message, std::min(now() + limit, latest));
        const bool alive = status == Channel::ReceiveStatus::message && message.contains("alive");
        if (!alive || now() >= latest) return status;
    }
}

}  // namespace

void Reply::set_malformed(const std::string& how) {
    message = Message::object();
    outcome = Outcome::crash;
    why = "malformed reply from the worker: " + how;
}

Reply wait_for_reply(WorkerHandle& worker, std::chrono::milliseconds limit,
                     std::optional<Deadline> end) {
    Message message;
    const Channel::ReceiveStatus status = receive_answer(worker.channel(), message, limit, end);
    const bool answered = status == Channel::ReceiveStatus::message && !message.contains("alive");
    Reply reply;
    if (answered) {
        take_message(std::move(message), reply);
    } else if (status == Channel::ReceiveStatus::closed) {
        reply.outcome = Outcome::crash;
        reply.why = "the worker " + worker.exit_description();
    } else {
        reply.outcome = Outcome::timeout;
        reply.why = fmt::format("no answer in {} s", std::chrono::duration<double>(limit).count());
        worker.kill();
    }
    return reply;
}

}  // namespace hone
