// SPDX-License-Identifier: MIT
// The parent understands every message of a worker or treats the worker as broken. A worker answers
// each line of a parent, and ends when the connection closes. The first byte chooses the receiver.
// There is no driver to query.
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <thread>

#include "spaces/base/error.hpp"
#include "tuner/worker/protocol.hpp"
#include "tuner/worker/sustained_message.hpp"
#include "tuner/worker/worker_main.hpp"

using namespace hone;

namespace {

void must(bool holds) {
    if (!holds) std::abort();
}

/// The two ends of a connection.
std::array<int, 2> line() {
    std::array<int, 2> ends{};
    must(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0);
    return ends;
}

void say(int end, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(end, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0) break;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    ::shutdown(end, SHUT_WR);
}

template <class Read>
void understand(const Message& message, Read read) try {
    read(message);
} catch (const Error&) {
    // A device that does not exist, an invalid space.
} catch (const StoreError&) {
    // A word that hone does not know.
} catch (const nlohmann::json::exception&) {
    // Another answer than the requested one.
}

void parent_hears(std::string_view bytes) {
    const auto [here, there] = line();
    Channel channel(here);
    std::thread worker([&, end = there] { say(end, bytes); });
    Message message;
    while (channel.receive(message, std::nullopt) == Channel::ReceiveStatus::message) {
        understand(message, build_result_from);
        understand(message, run_result_from);
        understand(message, probe_from);
        understand(message, problem_from);
        understand(message, sampling_limits_from);
        understand(message, setup_from);
        understand(message, plan_from);
        understand(message, sustained_result_from);
        understand(message, device_with_facts_from);
    }
    worker.join();
    ::close(there);
}

void worker_hears(std::string_view bytes) {
    const auto [here, there] = line();
    must(::dup2(there, worker_descriptor) == worker_descriptor);
    if (there != worker_descriptor) ::close(there);
    std::thread parent([&, end = here] { say(end, bytes); });
    std::thread listener([end = here] {
        std::array<char, 4096> answer{};
        while (::recv(end, answer.data(), answer.size(), 0) > 0) continue;
    });
    must(serve_as_worker() == Exit::done);
    parent.join();
    listener.join();
    ::close(here);
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* /*count*/, char*** /*words*/) {
    ::setenv("OCL_ICD_VENDORS", "/nowhere", 1);
    // Reserved for the worker's end of the connection.
    must(::dup2(::open("/dev/null", O_RDWR | O_CLOEXEC), worker_descriptor) >= 0);
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    if (size == 0) return -1;
    const std::string_view said(reinterpret_cast<const char*>(bytes) + 1, size - 1);
    bytes[0] % 2 == 0 ? parent_hears(said) : worker_hears(said);
    return 0;
}
