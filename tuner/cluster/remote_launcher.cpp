// SPDX-License-Identifier: MIT
// The first rank's side: calls are sorted by name, and a worker elsewhere is a line and a name.
#include "tuner/cluster/remote_launcher.hpp"

#include <fmt/format.h>

#include <random>

#include "spaces/base/error.hpp"

namespace hone {
namespace {

using namespace std::chrono_literals;

class DistantProcess : public Process {
  public:
    DistantProcess(Outpost& outpost, std::string name)
        : outpost_(outpost), name_(std::move(name)) {}
    ~DistantProcess() override { outpost_.forget(name_); }

    void kill() override { outpost_.kill(name_); }
    std::string epitaph() override { return outpost_.epitaph(name_); }

  private:
    Outpost& outpost_;
    std::string name_;
};

// 128 bits of the system's own: who does not share them with us is no rank of ours.
std::string new_secret() {
    std::random_device random;
    std::string secret;
    for (int word = 0; word < 4; ++word) secret += fmt::format("{:08x}", random());
    return secret;
}

bool has_word(const Message& message, const char* key) {
    return message.contains(key) && message.at(key).is_string();
}

}  // namespace

Gate::Gate() : secret_(new_secret()) {}

Message Gate::invitation() const {
    return {{"where", listener_.where()}, {"secret", secret_}};
}

void Gate::let_in(Channel line) {
    Message hello;
    const Deadline soon = std::chrono::steady_clock::now() + 2s;
    if (line.receive(hello, soon) != Channel::Heard::message || !has_word(hello, "secret") ||
        !has_word(hello, "name") || hello.at("secret") != secret_)
        return;
    const auto name = hello.at("name").get<std::string>();
    waiting_.insert_or_assign(name, std::pair(std::move(line), std::move(hello)));
}

std::optional<std::pair<Channel, Message>> Gate::wait_for(const std::string& name,
                                                          Deadline deadline) {
    for (;;) {
        const std::lock_guard lock(mutex_);
        if (auto found = waiting_.extract(name)) return std::move(found.mapped());
        const auto now = std::chrono::steady_clock::now();
        if (now > deadline) return std::nullopt;
        // Shortly, since others wait for the lock.
        if (auto line = listener_.next(std::min(deadline, now + 20ms))) let_in(std::move(*line));
    }
}

Channel call_gate(const Message& invitation, const std::string& name, const Message& more) {
    Channel line = call(invitation.at("where"));
    Message hello{{"secret", invitation.at("secret")}, {"name", name}};
    if (more.is_object()) hello.update(more);
    line.send(hello);
    return line;
}

Outpost::Outpost(std::string name, Channel line, Gate& gate)
    : name_(std::move(name)), line_(std::move(line)), gate_(gate) {}

std::unique_ptr<Child> Outpost::start_worker() {
    const std::lock_guard lock(mutex_);
    const std::string worker = fmt::format("{} worker {}", name_, ++started_);
    line_.send({{"do", "start"}, {"worker", worker}});
    const Deadline latest = std::chrono::steady_clock::now() + 60s;
    while (std::chrono::steady_clock::now() < latest) {
        const auto soon = std::chrono::steady_clock::now() + 200ms;
        if (auto call = gate_.wait_for(worker, soon))
            return std::make_unique<Child>(std::move(call->first),
                                           std::make_unique<DistantProcess>(*this, worker));
        Message nothing;
        if (line_.receive(nothing, std::chrono::steady_clock::now()) == Channel::Heard::closed)
            break;
    }
    throw Error(Exit::environment, name_ + " is gone");
}

void Outpost::kill(const std::string& worker) {
    const std::lock_guard lock(mutex_);
    line_.send({{"do", "kill"}, {"worker", worker}});
}

std::string Outpost::epitaph(const std::string& worker) {
    const std::lock_guard lock(mutex_);
    line_.send({{"do", "epitaph"}, {"worker", worker}});
    Message answer;
    const Deadline latest = std::chrono::steady_clock::now() + 20s;
    if (line_.receive(answer, latest) != Channel::Heard::message || !has_word(answer, "epitaph"))
        throw Error(Exit::environment, name_ + " is gone");
    return answer.at("epitaph");
}

void Outpost::forget(const std::string& worker) {
    const std::lock_guard lock(mutex_);
    line_.send({{"do", "forget"}, {"worker", worker}});
}

}  // namespace hone
