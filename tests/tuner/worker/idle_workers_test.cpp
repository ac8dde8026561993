// SPDX-License-Identifier: MIT
// A worker serves one bench after the other, unless it is late or gone.
#include "tuner/worker/idle_workers.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <thread>

#include "tests/environment.hpp"
#include "tests/tuner/worker/scripts.hpp"
#include "tuner/worker/device_list.hpp"
#include "tuner/worker/protocol.hpp"

using namespace hone;
using namespace std::chrono_literals;

namespace {

const WorkerLocation here{.program = HONE_PROGRAM};

std::set<pid_t> children() {
    std::set<pid_t> all;
    for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task")) {
        std::ifstream file(thread.path() / "children");
        all.insert(std::istream_iterator<pid_t>(file), {});
    }
    return all;
}

/// A worker, and its process.
struct Served {
    explicit Served(const std::set<pid_t>& before = children(),
                    WorkerRole wanted = WorkerRole::runs)
        : worker(idle_or_new_worker(here, wanted)) {
        for (const pid_t each : children())
            if (!before.contains(each)) pid = each;
    }

    void give_back(int replies = 0, WorkerRole role = WorkerRole::runs,
                   std::chrono::milliseconds longest = longest_close) {
        keep_worker(here, role, std::move(worker), {.replies = replies, .longest = longest});
    }

    std::unique_ptr<WorkerHandle> worker;
    pid_t pid = 0;  // of a started one; 0 if it was idle
};

bool answers(WorkerHandle& worker) {
    worker.channel().send({{"do", "close"}});
    return wait_for_reply(worker, 10s).outcome == Outcome::ok;
}

std::size_t busy_builders(const WorkerLocation& location) {
    return unfinished_builds(location).size();
}

// The number of busy builders as soon as it is at most this one, or after the time.
std::size_t wait_until_busy(std::size_t most, int seconds) {
    const auto latest = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    while (busy_builders(here) > most && std::chrono::steady_clock::now() < latest)
        std::this_thread::sleep_for(1ms);
    return busy_builders(here);
}

// The number of builders that are busy at most this many seconds after one is requested.
std::size_t wait_until_free(int seconds) {
    return wait_until_busy(0, 2 + seconds);
}

}  // namespace

TEST_CASE("where memory ends a worker is the first to go") {
    const Served served;
    REQUIRE(served.pid != 0);
    REQUIRE(answers(*served.worker));
    std::ifstream file(fmt::format("/proc/{}/oom_score_adj", served.pid));
    int adjustment = 0;
    CHECK(file >> adjustment);
    CHECK(adjustment == 1000);
}

TEST_CASE("a worker that has done its work serves the next bench, from another thread, too") {
    Served first;
    REQUIRE(first.pid != 0);
    std::thread([&] {
        Served second;
        CHECK(second.pid != 0);  // the first has not been returned
        second.give_back();
    }).join();
    first.give_back();
    const auto before = children();
    for (int i = 0; i < 2; ++i) {
        Served next(before);
        CHECK(next.pid == 0);
        CHECK(answers(*next.worker));
    }
}

TEST_CASE("what a worker still has to say is waited for") {
    Served served;
    served.worker->channel().send({{"do", "close"}});
    served.give_back(1);
    Served next;
    CHECK(next.pid == 0);
    CHECK(answers(*next.worker));
}

TEST_CASE("a worker that is late, or gone, is not used again") {
    for (const int signal : {SIGSTOP, SIGKILL}) {
        Served served;
        REQUIRE(served.pid != 0);
        REQUIRE(answers(*served.worker));
        ::kill(served.pid, signal);
        served.give_back();
        Served next;
        CHECK(next.pid != 0);
        CHECK(answers(*next.worker));
    }
}

TEST_CASE("a worker of another program is not kept") {
    auto worker = start_worker(Placement{}, std::filesystem::path(HONE_PROGRAM));
    keep_worker({.program = "/another/program"}, WorkerRole::runs, std::move(worker));
    CHECK(Served().pid != 0);
}

TEST_CASE("a worker serves the device that it has used, and one that has used none serves any") {
    const auto location = [](const std::string& device) {
        return WorkerLocation{.program = HONE_PROGRAM, .device = device};
    };
    const auto descriptor = [](const auto& worker) { return worker->channel().descriptor(); };
    auto first = idle_or_new_worker(location("0.0"), WorkerRole::runs);
    auto second = idle_or_new_worker(location("0.1"), WorkerRole::runs);
    const int of_first = descriptor(first);
    const int of_second = descriptor(second);
    keep_worker(location("0.0"), WorkerRole::runs, std::move(first));
    keep_worker(location("0.1"), WorkerRole::runs, std::move(second));
    second = idle_or_new_worker(location("0.1"), WorkerRole::runs);
    CHECK(descriptor(second) == of_second);
    auto third =
        idle_or_new_worker(location("0.1"), WorkerRole::runs);  // what serves 0.0 still waits
    CHECK(descriptor(third) != of_first);
    keep_worker(here, WorkerRole::runs, std::move(third));
    const auto before = children();
    const auto fourth = idle_or_new_worker(location("1.0"), WorkerRole::runs);
    CHECK(children() == before);
    CHECK(descriptor(idle_or_new_worker(location("0.0"), WorkerRole::runs)) == of_first);
}

TEST_CASE("who has listed the devices, or was asked about one, runs its kernels") {
    const auto before = children();
    const DeviceList list = list_devices_apart({}, HONE_PROGRAM);
    REQUIRE(!list.devices.empty());
    const WorkerLocation location = location_of(list.devices[0], HONE_PROGRAM);
    const Message about = {{"do", "meter"}, {"device", to_message(list.devices[0])}};
    CHECK(ask_worker(location, about, 30s).outcome == Outcome::ok);
    const auto listed = children();
    CHECK(listed.size() == before.size() + 1);
    const auto runner = idle_or_new_worker(location, WorkerRole::runs);
    CHECK(children() == listed);
}

TEST_CASE("a worker that cannot do what it is asked is not kept") {
    const auto before = children();
    const Reply reply = ask_worker(here, {{"do", "reference"}, {"repeats", 1}}, 30s);
    CHECK(reply.message.contains("failed"));  // it has no bench
    CHECK(children() == before);
}

TEST_CASE("a request that lacks a member is a bug in hone, and not a failure of the device") {
    const Reply reply = ask_worker(here, {{"do", "open"}}, 30s);
    REQUIRE(reply.message.contains("failed"));
    CHECK(reply.message.at("exit") == static_cast<int>(Exit::bug));
}

TEST_CASE("a worker that has run kernels runs again, one that builds builds again") {
    Served builder(children(), WorkerRole::builds);
    Served runner(children(), WorkerRole::runs);
    const auto descriptor_of = [](const Served& served) {
        return served.worker->channel().descriptor();
    };
    const int of_runner = descriptor_of(runner);
    runner.give_back(0, WorkerRole::runs);
    const Served builds(children(), WorkerRole::builds);  // the other builder is not free
    CHECK(builds.pid != 0);
    CHECK(descriptor_of(builds) != of_runner);
    Served runs_again(children(), WorkerRole::runs);
    CHECK(descriptor_of(runs_again) == of_runner);
    builder.give_back(0, WorkerRole::builds);
    REQUIRE(wait_until_free(1) == 0);
    CHECK(Served(children(), WorkerRole::runs).pid != 0);
    CHECK(Served(children(), WorkerRole::builds).pid == 0);
}

namespace {

/// A variable of a new worker, or nothing.
std::string variable_of(WorkerRole role, const std::string& name) {
    Served served(children(), role);
    REQUIRE(served.pid != 0);
    REQUIRE(answers(*served.worker));
    std::ifstream file(fmt::format("/proc/{}/environ", served.pid));
    for (std::string text; std::getline(file, text, '\0');)
        if (text.starts_with(name + "=")) return text.substr(name.size() + 1);
    return {};
}

}  // namespace

TEST_CASE("PoCL's threads keep their cores where kernels run, and move where they are built") {
    CHECK(variable_of(WorkerRole::builds, "POCL_AFFINITY") == "0");
    // An explicit setting is kept; so is the number for a program restricted to some cores.
    const char* decided = std::getenv("POCL_AFFINITY");
    const bool all_cores = std::getenv("POCL_MAX_PTHREAD_COUNT") == nullptr &&
                           std::thread::hardware_concurrency() ==
                               static_cast<unsigned>(::sysconf(_SC_NPROCESSORS_CONF));
    CHECK(variable_of(WorkerRole::runs, "POCL_AFFINITY") == (decided     ? decided
                                                             : all_cores ? "1"
                                                                         : ""));
}

TEST_CASE("builders have huge pages unless the user decides, and timed kernels do not") {
    const std::string name = "GLIBC_TUNABLES";
    const char* set = std::getenv(name.c_str());
    const std::string at_start = set ? set : "";
    const test::Variable decided(name, "glibc.malloc.hugetlb=0");
    CHECK(variable_of(WorkerRole::builds, name) == at_start);
    ::unsetenv(name.c_str());
    CHECK(variable_of(WorkerRole::builds, name) == "glibc.malloc.hugetlb=1");
    CHECK(variable_of(WorkerRole::runs, name) == at_start);
}

TEST_CASE("a builder that is still busy is counted, and not waited for") {
    Served busy(children(), WorkerRole::builds);
    REQUIRE(answers(*busy.worker));
    const pid_t pid = busy.pid;
    ::kill(pid, SIGSTOP);  // it sends nothing before it continues
    busy.give_back(0, WorkerRole::builds);
    const auto began = std::chrono::steady_clock::now();
    CHECK(busy_builders(here) == 1);
    Served next(children(), WorkerRole::builds);
    CHECK(next.pid != 0);
    CHECK(busy_builders({.program = "/another/program"}) == 0);
    CHECK(std::chrono::steady_clock::now() - began < 1500ms);
    ::kill(pid, SIGCONT);
    CHECK(wait_until_free(1) == 0);
    const Served after(children(), WorkerRole::builds);
    CHECK(after.pid == 0);
    CHECK(answers(*after.worker));
}

TEST_CASE("a builder that does not end its build in the time that it is given is ended") {
    Served patient(children(), WorkerRole::builds);
    REQUIRE(answers(*patient.worker));
    Served busy(children(), WorkerRole::builds);
    REQUIRE(answers(*busy.worker));
    for (const pid_t pid : {patient.pid, busy.pid}) ::kill(pid, SIGSTOP);
    patient.give_back(0, WorkerRole::builds, 10min);
    busy.give_back(0, WorkerRole::builds, 200ms);
    CHECK(busy_builders(here) == 2);
    CHECK(wait_until_busy(1, 10) == 1);
    CHECK(::kill(busy.pid, 0) == -1);
    ::kill(patient.pid, SIGCONT);
    CHECK(wait_until_free(1) == 0);
    CHECK(::kill(patient.pid, 0) == 0);
}

TEST_CASE("a pause takes nothing from the time of a builder that is still busy") {
    const samples::Folder folder;
    const WorkerLocation location{
        .program = scripts::script_of_a_worker(folder, scripts::asked + "sleep 60")};
    keep_worker(location, WorkerRole::builds, idle_or_new_worker(location, WorkerRole::builds),
                {.longest = 0ms});
    pause_busy_builders();
    CHECK(busy_builders(location) == 1);
    resume_busy_builders(10min);
    CHECK(busy_builders(location) == 1);
}

TEST_CASE("a builder that has finished just before a pause builds again only after the pause") {
    const samples::Folder folder;
    const WorkerLocation location{
        .program = scripts::script_of_a_worker(
            folder, scripts::asked + "echo '{\"done\":{}}' >&3; mkdir answered\nsleep 60")};
    auto first = idle_or_new_worker(location, WorkerRole::builds);
    const int of_first = first->channel().descriptor();
    keep_worker(location, WorkerRole::builds, std::move(first), {.longest = 10min});
    while (!std::filesystem::exists(folder / "answered")) std::this_thread::sleep_for(1ms);
    pause_busy_builders();
    const auto second = idle_or_new_worker(location, WorkerRole::builds);
    CHECK(second->channel().descriptor() != of_first);
    resume_busy_builders(0s);
    const auto third = idle_or_new_worker(location, WorkerRole::builds);
    CHECK(third->channel().descriptor() == of_first);
}

TEST_CASE("the newest workers are kept, however many serve other devices") {
    const samples::Folder folder;
    const auto program = scripts::script_of_a_worker(
        folder, "while read -r request <&3; do echo '{\"done\":{}}' >&3; done");
    const WorkerLocation former{.program = program, .device = "0.0"};
    const WorkerLocation now{.program = program, .device = "0.1"};
    for (int i = 0; i < 40; ++i) {
        auto worker = start_worker(Placement{}, program);
        keep_worker(former, WorkerRole::builds, std::move(worker));
    }
    keep_worker(now, WorkerRole::runs, idle_or_new_worker(now, WorkerRole::runs));
    const auto before = children();
    const auto again = idle_or_new_worker(now, WorkerRole::runs);
    CHECK(children() == before);
}
