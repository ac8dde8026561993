// SPDX-License-Identifier: MIT
// Every wait has a deadline. A reply has one of two forms.
#include "tuner/worker/reply.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hone {
namespace {

bool is_failure(const Message& message) {
    return has_string(message, "failed") && has_string(message, "hint") &&
           message.contains("exit") && message.at("exit").is_number_integer();
}

Reply reply_from(Message message) {
    Reply reply;
    if (message.contains("done")) {
        reply.message = std::move(message.at("done"));
    } else if (is_failure(message)) {
        reply.message = std::move(message);
    } else {
        reply.set_malformed("neither a result nor an error");
    }
    return reply;
}

}  // namespace

void Reply::set_malformed(const std::string& how) {
    message = Message::object();
    outcome = Outcome::crash;
    why = "malformed reply from the worker: " + how;
}

void Reply::describe_exit(WorkerHandle& worker) {
    if (std::exchange(worker_exited, false)) why = "the worker " + worker.exit_description();
}

AwaitedReply::AwaitedReply(std::chrono::milliseconds limit, std::optional<Deadline> end)
    : limit_(limit), reference_limit_(limit) {
    constexpr int most_extensions = 20;
    heard_at_ = std::chrono::steady_clock::now();
    const Deadline extended = heard_at_ + most_extensions * limit;
    latest_ = std::min(extended, end.value_or(extended));
    deadline_ = std::min(heard_at_ + limit, latest_);
}

std::optional<Reply> AwaitedReply::receive(WorkerHandle& worker, Deadline until) {
    for (;;) {
        Message message;
        const auto status = worker.channel().receive(message, std::min(until, deadline_));
        if (status == Channel::ReceiveStatus::closed) {
            return Reply{.message = {},
                         .outcome = Outcome::crash,
                         .worker_exited = true,
                         .reference = reference_};
        }
        const bool got = status == Channel::ReceiveStatus::message;
        if (got && !message.contains("alive")) return reply_from(std::move(message));
        if (got) heard(message);
        if (is_late()) return too_late(worker);
        if (!got && until < deadline_) return std::nullopt;
    }
}

Reply AwaitedReply::wait(WorkerHandle& worker) {
    Reply reply = receive(worker, Deadline::max()).value();
    reply.describe_exit(worker);
    return reply;
}

Reply AwaitedReply::too_late(WorkerHandle& worker) const {
    worker.kill();
    return {
        .message = {},
        .outcome = Outcome::timeout,
        .why = fmt::format("no answer in {} s", std::chrono::duration<double>(limit_now()).count()),
        .reference = reference_};
}

std::chrono::milliseconds AwaitedReply::limit_now() const {
    return reference_.empty() ? limit_ : std::min(limit_, reference_limit_);
}

void AwaitedReply::heard(const Message& alive) {
    reference_ = has_string(alive, "reference") ? alive.at("reference").get<std::string>() : "";
    heard_at_ = std::chrono::steady_clock::now();
    deadline_ = std::min(heard_at_ + limit_now(), latest_);
}

std::unique_ptr<WorkerHandle> TimedWorker::release() {
    await_nothing();
    is_paused_ = false;
    return std::move(worker_);
}

Deadline TimedWorker::deadline() const {
    return awaited_ && !is_paused_ ? awaited_->deadline() : Deadline::max();
}

std::optional<Reply> TimedWorker::receive() {
    if (!awaited_ || is_paused_) return std::nullopt;
    return awaited_->receive(*worker_, at_once);
}

bool TimedWorker::pause() {
    if (awaited_ && !is_paused_) is_paused_ = worker_->pause();
    return is_paused_;
}

bool TimedWorker::go_on(std::chrono::nanoseconds paused) {
    if (!std::exchange(is_paused_, false)) return false;
    worker_->go_on();
    if (awaited_) awaited_->postpone(paused);
    return true;
}

Reply wait_for_reply(WorkerHandle& worker, std::chrono::milliseconds limit,
                     std::optional<Deadline> end) {
    return AwaitedReply(limit, end).wait(worker);
}

}  // namespace hone
