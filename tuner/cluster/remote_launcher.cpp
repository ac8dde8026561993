// SPDX-License-Identifier: MIT
// Rank 0's side: connections are sorted by name; a remote worker is a channel and a name.
#include "tuner/cluster/remote_launcher.hpp"

#include <fmt/format.h>

#include <random>

#include "spaces/base/error.hpp"

namespace hone {
namespace {

using namespace std::chrono_literals;

class RemoteProcess : public WorkerProcess {
  public:
    RemoteProcess(RemoteLauncher& launcher, std::string name)
        : launcher_(launcher), name_(std::move(name)) {}
    ~RemoteProcess() override { launcher_.forget(name_); }

    void kill() override { launcher_.kill(name_); }
    std::string exit_description() override { return launcher_.exit_description(name_); }

  private:
    RemoteLauncher& launcher_;
    std::string name_;
};

// 128 random bits of the system: a program that does not send them is no rank of this search.
std::string new_secret() {
    std::random_device random;
    std::string secret;
    for (int word = 0; word < 4; ++word) secret += fmt::format("{:08x}", random());
    return secret;
}

bool has_string(const Message& message, const char* key) {
    return message.contains(key) && message.at(key).is_string();
}

}  // namespace

Rendezvous::Rendezvous() : secret_(new_secret()) {}

Message Rendezvous::connect_info() const {
    return {{"address", listener_.address()}, {"secret", secret_}};
}

void Rendezvous::accept(Channel channel) {
    Message hello;
    const Deadline soon = std::chrono::steady_clock::now() + 2s;
    if (channel.receive(hello, soon) != Channel::ReceiveStatus::message ||
        !has_string(hello, "secret") || !has_string(hello, "name") || hello.at("secret") != secret_)
        return;
    const auto name = hello.at("name").get<std::string>();
    arrived_.insert_or_assign(name, std::pair(std::move(channel), std::move(hello)));
}

std::optional<std::pair<Channel, Message>> Rendezvous::wait_for(const std::string& name,
                                                                Deadline deadline) {
    for (;;) {
        const std::lock_guard lock(mutex_);
        if (auto found = arrived_.extract(name)) return std::move(found.mapped());
        const auto now = std::chrono::steady_clock::now();
        if (now > deadline) return std::nullopt;
        // A short wait, since others need the lock.
        if (auto channel = listener_.next(std::min(deadline, now + 20ms)))
            accept(std::move(*channel));
    }
}

Channel connect_to_rendezvous(const Message& connect_info, const std::string& name,
                              const Message& more) {
    Channel channel = tcp_connect(connect_info.at("address"));
    Message hello{{"secret", connect_info.at("secret")}, {"name", name}};
    if (more.is_object()) hello.update(more);
    channel.send(hello);
    return channel;
}

RemoteLauncher::RemoteLauncher(std::string name, Channel channel, Rendezvous& rendezvous)
    : name_(std::move(name)), channel_(std::move(channel)), rendezvous_(rendezvous) {}

std::unique_ptr<WorkerHandle> RemoteLauncher::start_worker() {
    const std::lock_guard lock(mutex_);
    const std::string worker = fmt::format("{} worker {}", name_, ++started_);
    channel_.send({{"do", "start"}, {"worker", worker}});
    const Deadline latest = std::chrono::steady_clock::now() + 60s;
    while (std::chrono::steady_clock::now() < latest) {
        const auto soon = std::chrono::steady_clock::now() + 200ms;
        if (auto call = rendezvous_.wait_for(worker, soon))
            return std::make_unique<WorkerHandle>(std::move(call->first),
                                                  std::make_unique<RemoteProcess>(*this, worker));
        Message nothing;
        if (channel_.receive(nothing, std::chrono::steady_clock::now()) ==
            Channel::ReceiveStatus::closed)
            break;
    }
    throw Error(Exit::environment, name_ + " was lost");
}

void RemoteLauncher::kill(const std::string& worker) {
    const std::lock_guard lock(mutex_);
    channel_.send({{"do", "kill"}, {"worker", worker}});
}

std::string RemoteLauncher::exit_description(const std::string& worker) {
    const std::lock_guard lock(mutex_);
    channel_.send({{"do", "exit_description"}, {"worker", worker}});
    Message answer;
    const Deadline latest = std::chrono::steady_clock::now() + 20s;
    if (channel_.receive(answer, latest) != Channel::ReceiveStatus::message ||
        !has_string(answer, "exit_description"))
        throw Error(Exit::environment, name_ + " was lost");
    return answer.at("exit_description");
}

void RemoteLauncher::forget(const std::string& worker) {
    const std::lock_guard lock(mutex_);
    channel_.send({{"do", "forget"}, {"worker", worker}});
}

}  // namespace hone
