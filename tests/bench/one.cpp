// SPDX-License-Identifier: MIT
// One config of a kernel on one problem.
//   one loads DEVICE KERNEL PRECISION NAME=VALUE,… CONFIG
//     Its time under three loads, the same as in cuda_peers.cu for NVIDIA's libraries:
//     "steady NANOSECONDS": a tenth of a second of runs, after two seconds of runs without a gap.
//     The device may have reached its power limit by then, and run slower. The queue has no
//     profiling, which costs an NVIDIA GPU some 5 µs a launch: the host counts the finished runs.
//     (Times of markers that wait for another queue are not ordered on NVIDIA's driver.)
//     "rested NANOSECONDS": the median of a few runs after each pause, by events.
//     "called NANOSECONDS": 60 consecutive runs in a queue without profiling, by the host's
//     clock, as an application calls it.
//   one text DEVICE KERNEL PRECISION NAME=VALUE,… CONFIG
//     The result of the driver's compiler: lines that describe its main launch, then the program
//     as the driver stores it, which is text on an NVIDIA GPU. `counters.sh` profiles it.
// The problem and the config are written as: M=4096,N=4096,K=4096 and "WM=64 WN=32 …".
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include "kernels/launch/event_time.hpp"
#include "kernels/workload/workload.hpp"
#include "spaces/formats/read_space.hpp"
#include "tuner/catalog/find_space.hpp"
#include "tuner/catalog/kernel_text.hpp"
#include "tuner/catalog/ladder.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/cli/options/quantities.hpp"
#include "tuner/devices/device_facts.hpp"
#include "tuner/measure/builder.hpp"

using namespace hone;

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t shown = 4096;  // bytes of a buffer

// The warm-up runs of a round, the timed runs, and the pause between two rounds.
constexpr int warming = 2;
constexpr int counting = 3;
constexpr int rounds = 7;
constexpr std::chrono::milliseconds pause(200);

constexpr std::chrono::seconds steady_after(2);
constexpr std::chrono::milliseconds steady_counted(100);
constexpr int back_to_back = 60;
constexpr int at_once = 8;  // runs between two checks by the host

// The first value of each parameter that is not given.
Config config_of(const Space& space, std::string text) {
    std::ranges::replace(text, ' ', ',');
    Config config(space.parameters.size(), 0);
    for (const auto& [name, value] : cli::read_names(text, "the config")) {
        const auto p = space.index_of(name);
        if (!p) throw Error(Exit::usage, space.name + " has no parameter " + name, "");
        config[*p] = value_index(space.parameters[*p], value);
    }
    return config;
}

std::string numbers(const Bytes& bytes) {
    std::vector<int> all;
    for (const std::byte each : bytes) all.push_back(std::to_integer<int>(each));
    return fmt::to_string(fmt::join(all, " "));
}

// A buffer by its size and initial content, a scalar by its bytes.
void print_argument(const std::string& name, const Bindings& bindings,
                    const cl::CommandQueue& queue) {
    const auto found =
        std::ranges::find(bindings, name, [](const auto& binding) { return binding.first; });
    if (found == bindings.end()) throw Error(Exit::usage, "no argument is called " + name, "");
    if (const auto* buffer = std::get_if<cl::Buffer>(&found->second)) {
        const auto size = buffer->getInfo<CL_MEM_SIZE>();
        Bytes content(std::min(size, shown));
        queue.enqueueReadBuffer(*buffer, CL_TRUE, 0, content.size(), content.data());
        fmt::print("// buffer {} {}\n", size, numbers(content));
    }
    if (const auto* bytes = std::get_if<Bytes>(&found->second))
        fmt::print("// scalar {}\n", numbers(*bytes));
}

void print_text(const Launch& main, const Workload& workload, const cl::CommandQueue& queue,
                const Compiled& program) {
    fmt::print("// launch {} {} {}\n", main.entry, fmt::join(main.local, " "),
               fmt::join(main.global, " "));
    for (const std::string& name : main.arguments) print_argument(name, workload.bindings(), queue);
    const auto binaries = program.program.getInfo<CL_PROGRAM_BINARIES>();
    std::fwrite(binaries.at(0).data(), 1, binaries.at(0).size(), stdout);
}

// From the start of the first launch to the end of the last.
double nanoseconds(const std::vector<cl::Event>& events) {
    return static_cast<double>(end_of(events.back()) - start_of(events.front()));
}

void print_rested(const Launcher& launcher, const cl::CommandQueue& queue) {
    std::vector<double> times;
    for (int round = 0; round < rounds; ++round) {
        std::this_thread::sleep_for(pause);
        std::vector<std::vector<cl::Event>> runs;
        for (int run = 0; run < warming + counting; ++run) runs.push_back(launcher.enqueue(queue));
        queue.finish();
        for (int run = warming; run < warming + counting; ++run)
            times.push_back(nanoseconds(runs[static_cast<std::size_t>(run)]));
    }
    std::ranges::sort(times);
    fmt::print("rested {:.0f}\n", times[times.size() / 2]);
}

cl::Event enqueue_some(const Launcher& launcher, const cl::CommandQueue& queue, int runs) {
    for (int run = 1; run < runs; ++run) launcher.enqueue_without_events(queue);
    const cl::Event last = launcher.enqueue(queue).back();
    queue.flush();
    return last;
}

double nanoseconds_since(Clock::time_point began) {
    return std::chrono::duration<double, std::nano>(Clock::now() - began).count();
}

// The next runs are enqueued before the ones before them have finished. Returns the time per run,
// between two moments at which the host sees the numbers of finished runs.
double run_without_gap(const Launcher& launcher, const cl::CommandQueue& queue,
                       Clock::duration how_long) {
    cl::Event before = enqueue_some(launcher, queue, at_once);
    cl::Event next = enqueue_some(launcher, queue, at_once);
    before.wait();
    const Clock::time_point began = Clock::now();
    int runs = 0;
    while (Clock::now() < began + how_long) {
        before = next;
        next = enqueue_some(launcher, queue, at_once);
        before.wait();
        runs += at_once;
    }
    const double whole = nanoseconds_since(began);
    next.wait();
    return whole / runs;
}

void print_steady(const Launcher& launcher, const cl::CommandQueue& queue) {
    run_without_gap(launcher, queue, steady_after);
    fmt::print("steady {:.0f}\n", run_without_gap(launcher, queue, steady_counted));
}

void print_called(const Launcher& launcher, const cl::CommandQueue& queue) {
    for (int run = 0; run < warming; ++run) launcher.enqueue(queue);
    queue.finish();
    const Clock::time_point began = Clock::now();
    for (int run = 0; run < back_to_back; ++run) launcher.enqueue_without_events(queue);
    queue.finish();
    fmt::print("called {:.0f}\n", nanoseconds_since(began) / back_to_back);
}

}  // namespace

int main(int count, char** words) try {
    const std::vector<std::string> given(words + 1, words + count);
    const auto devices = all_devices();
    if (given.size() != 6 || (given[0] != "text" && given[0] != "loads") ||
        std::stoul(given[1]) >= devices.size()) {
        std::fprintf(stderr, "usage: one loads|text DEVICE KERNEL PRECISION NAME=VALUE,… CONFIG\n");
        return 2;
    }
    const LocalDevice device = devices[std::stoul(given[1])];
    const Space space = read_space(find_space(given[2]));
    const Problem problem = make_problem(space, given[3], cli::read_names(given[4], "the size"));
    const Names facts = device_names(device.device);
    Names known = facts;
    known.merge(names_of(problem));
    const Plan plan = make_plan(space, config_of(space, given[5]), known);

    const cl::Context context(device.handle);
    const cl::CommandQueue queue(context, device.handle, CL_QUEUE_PROFILING_ENABLE);
    const auto workload =
        make_workload(space, problem, {context, device.handle, queue, facts, 1, 1});
    workload->prepare(plan);
    workload->reset();
    BenchSetup setup;
    setup.device = device;
    setup.kernel = kernel_of(space);
    setup.space = space;
    setup.problem = problem;
    Compiled program;
    const BuildResult result = Builder(setup, context).build(plan, program);
    if (result.outcome != Outcome::ok) {
        std::fprintf(stderr, "one: not built: %s\n", result.message.c_str());
        return 1;
    }
    if (given[0] == "text") {
        print_text(plan.launches[plan.main], *workload, queue, program);
        return 0;
    }
    const Launcher launcher(program.program, plan.launches, workload->bindings());
    const cl::CommandQueue not_profiled(context, device.handle);
    print_rested(launcher, queue);
    print_steady(launcher, not_profiled);
    print_called(launcher, not_profiled);
    return 0;
} catch (const Error& error) {
    std::fprintf(stderr, "one: %s\n", error.what());
    return static_cast<int>(error.exit());
}
