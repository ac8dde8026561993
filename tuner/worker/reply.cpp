// SPDX-License-Identifier: MIT
// Every wait has a deadline; a reply has one of two forms.
#include "tuner/worker/reply.hpp"

#include <fmt/format.h>

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

}  // namespace

void Reply::set_malformed(const std::string& how) {
    message = Message::object();
    outcome = Outcome::crash;
    why = "malformed reply from the worker: " + how;
}

Reply wait_for_reply(WorkerHandle& worker, std::chrono::milliseconds limit) {
    Reply reply;
    for (;;) {
        const Deadline deadline = std::chrono::steady_clock::now() + limit;
        Message message;
        const Channel::ReceiveStatus status = worker.channel().receive(message, deadline);
        if (status == Channel::ReceiveStatus::message && message.contains("alive")) continue;
        if (status == Channel::ReceiveStatus::message) {
            take_message(std::move(message), reply);
        } else if (status == Channel::ReceiveStatus::timeout) {
            reply.outcome = Outcome::timeout;
            reply.why =
                fmt::format("no answer in {} s", std::chrono::duration<double>(limit).count());
            worker.kill();
        } else {
            reply.outcome = Outcome::crash;
            reply.why = "the worker " + worker.exit_description();
        }
        return reply;
    }
}

}  // namespace hone
