// SPDX-License-Identifier: MIT
// Rank 0's side: sorts connections by name; a remote worker is a channel and a name.
#include "tuner/cluster/remote_launcher.hpp"

#include <fmt/format.h>
#include <sys/socket.h>

#include <optional>
#include <random>

#include "spaces/base/error.hpp"
#include "tuner/channel/message_seal.hpp"

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

// 128 random bits from the system. A program that cannot sign with them is not a rank of this
// search.
std::string new_secret() {
    std::random_device random;
    std::string secret;
    for (int word = 0; word < 4; ++word) secret += fmt::format("{:08x}", random());
    return secret;
}

// The key is derived from the challenge's signature, which is unique: only the two ends of this
// connection have it.
MessageSeal seal_of(const std::string& secret, const std::string& signature, MessageSeal::End end) {
    return {hmac_sha256(secret, "messages after " + signature), end};
}

// One byte before the deadline; nullopt if none arrives.
std::optional<char> next_byte(int descriptor, Deadline latest) {
    char byte = 0;
    const bool came = is_readable(descriptor, latest) && ::recv(descriptor, &byte, 1, 0) == 1;
    return came ? std::optional(byte) : std::nullopt;
}

// The value of this key in the first rank's message. Reads exactly one line: later bytes may be for
// a worker that inherits the descriptor.
std::string word_from(const Channel& channel, const char* key, Deadline latest) {
    constexpr std::size_t longest = 4096;
    std::string line;
    for (auto byte = next_byte(channel.descriptor(), latest); byte && *byte != '\n';
         byte = next_byte(channel.descriptor(), latest)) {
        line += *byte;
        if (line.size() > longest) break;
    }
    const Message message = Message::parse(line, nullptr, false);
    if (!message.is_object() || !has_string(message, key))
        throw Error(Exit::environment, "the first rank did not answer");
    return message.at(key);
}

}  // namespace

Rendezvous::Rendezvous(Reach reach)
    : listener_(reach),
      secret_(new_secret()),
      thread_([this](const std::stop_token& stop) { serve(stop); }) {}

Rendezvous::~Rendezvous() {
    thread_.request_stop();
    thread_.join();
}

void Rendezvous::serve(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        const auto now = std::chrono::steady_clock::now();
        auto channel = listener_.next(now + 20ms);
        for (; channel; channel = listener_.next(now)) challenge(std::move(*channel));
        listen_to_callers();
    }
}

Message Rendezvous::connect_info() const {
    return {{"address", listener_.address()}, {"secret", secret_}};
}

// If too many callers wait for identification, the oldest is dropped.
void Rendezvous::challenge(Channel channel) {
    constexpr std::size_t most_callers = 1024;
    if (callers_.size() >= most_callers) callers_.pop_front();
    constexpr MessageLimits of_a_hello{.bytes = 65536, .time = 10s};
    channel.set_limits(of_a_hello);
    Caller caller{std::move(channel), new_secret(),
                  std::chrono::steady_clock::now() + of_a_hello.time};
    if (caller.channel.send({{"challenge", caller.challenge}}))
        callers_.push_back(std::move(caller));
}

Rendezvous::CallerState Rendezvous::listen_to(Caller& caller) {
    const auto now = std::chrono::steady_clock::now();
    Message signed_hello;
    const auto status = caller.channel.receive(signed_hello, now);
    if (status == Channel::ReceiveStatus::timeout)
        return now > caller.latest ? CallerState::wrong : CallerState::nothing_yet;
    if (status == Channel::ReceiveStatus::closed || !has_string(signed_hello, "hello") ||
        !has_string(signed_hello, "signature"))
        return CallerState::wrong;
    return welcome(caller, signed_hello);
}

Rendezvous::CallerState Rendezvous::welcome(Caller& caller, const Message& signed_hello) {
    const auto text = signed_hello.at("hello").get<std::string>();
    const auto signature = signed_hello.at("signature").get<std::string>();
    if (!is_same_signature(signature, hmac_sha256(secret_, caller.challenge + text)))
        return CallerState::wrong;
    Message hello = Message::parse(text, nullptr, false);
    if (!hello.is_object() || !has_string(hello, "name")) return CallerState::wrong;
    caller.channel.set_limits({});
    caller.channel.send({{"welcome", hmac_sha256(secret_, "welcome " + signature)}});
    caller.channel.set_seal(seal_of(secret_, signature, MessageSeal::End::first_rank));
    const auto name = hello.at("name").get<std::string>();
    const std::lock_guard lock(mutex_);
    arrived_.insert_or_assign(name, std::pair(std::move(caller.channel), std::move(hello)));
    arrival_.notify_all();
    return CallerState::rank;
}

void Rendezvous::listen_to_callers() {
    std::erase_if(callers_,
                  [&](Caller& caller) { return listen_to(caller) != CallerState::nothing_yet; });
}

std::optional<std::pair<Channel, Message>> Rendezvous::wait_for(const std::string& name,
                                                                Deadline deadline) {
    std::unique_lock lock(mutex_);
    arrival_.wait_until(lock, deadline, [&] { return arrived_.contains(name); });
    auto found = arrived_.extract(name);
    return found ? std::optional(std::move(found.mapped())) : std::nullopt;
}

Channel connect_to_rendezvous(const Message& connect_info, const std::string& name,
                              const Message& more) {
    const auto secret = connect_info.at("secret").get<std::string>();
    Channel channel = tcp_connect(connect_info.at("address"));
    const Deadline latest = std::chrono::steady_clock::now() + 120s;
    Message hello{{"name", name}};
    if (more.is_object()) hello.update(more);
    const std::string text = hello.dump(-1, ' ', false, Message::error_handler_t::replace);
    const std::string signature =
        hmac_sha256(secret, word_from(channel, "challenge", latest) + text);
    channel.send({{"hello", text}, {"signature", signature}});
    if (!is_same_signature(word_from(channel, "welcome", latest),
                           hmac_sha256(secret, "welcome " + signature)))
        throw Error(Exit::environment, "another program answered in the place of the first rank");
    channel.set_seal(seal_of(secret, signature, MessageSeal::End::other_rank));
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
    // A late answer about another worker may come first.
    while (channel_.receive(answer, latest) == Channel::ReceiveStatus::message) {
        const bool is_about_it = has_string(answer, "worker") && answer.at("worker") == worker;
        if (is_about_it && has_string(answer, "exit_description"))
            return answer.at("exit_description");
    }
    throw Error(Exit::environment, name_ + " was lost");
}

void RemoteLauncher::forget(const std::string& worker) {
    const std::lock_guard lock(mutex_);
    channel_.send({{"do", "forget"}, {"worker", worker}});
}

}  // namespace hone
