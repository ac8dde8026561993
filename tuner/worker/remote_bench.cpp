// SPDX-License-Identifier: MIT
// Requests with deadlines, and the outcomes of a missed one.
#include "tuner/worker/remote_bench.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "spaces/base/json_integer.hpp"

namespace hone {
namespace {

Message merged(Message request, const Message& more) {
    request.update(more);
    return request;
}

// A failure is never told as a success, whatever number the worker sends.
Exit exit_of(const Message& failure) {
    const int code = failure.at("exit").get<int>();
    for (const Exit known : {Exit::usage, Exit::bug})
        if (code == static_cast<int>(known)) return known;
    return Exit::environment;
}

bool blames_environment(const Reply& reply) {
    return reply.message.contains("failed") && exit_of(reply.message) == Exit::environment;
}

// Half the cores; the other half checks results.
std::size_t prebuild_workers(const LocalDevice& device) {
    constexpr std::size_t most = 8;
    return device.device.type == "cpu" ? 0
                                       : std::min(most, device.placement.cores_per_device() / 2);
}

// What only the compiler's log says is not said again for a program out of a cache.
void complete(BuildResult& here, const BuildResult& ahead) {
    here.milliseconds = ahead.milliseconds;
    for (std::size_t i = 0; i < std::min(here.built.size(), ahead.built.size()); ++i) {
        if (here.built[i].registers > 0) continue;
        here.built[i] = ahead.built[i];
    }
}

RunResult failed(const std::string& doing, const Reply& reply) {
    RunResult result;
    result.outcome = reply.outcome;
    result.message = doing + reply.why;
    return result;
}

[[noreturn]] void rethrow(const Message& failure) {
    throw Error(exit_of(failure), failure.at("failed").get<std::string>(),
                failure.at("hint").get<std::string>());
}

}  // namespace

RemoteBench::RemoteBench(BenchSetup setup, const Timeouts& timeouts, std::filesystem::path program)
    : setup_(std::move(setup)),
      timeouts_(timeouts),
      program_(std::move(program)),
      prebuild_workers_(prebuild_workers(setup_.device)) {}

void RemoteBench::open() {
    if (worker_) return;
    Reply reply = start();
    // The failure of one worker may be over by now, or have an outside cause.
    if (reply.outcome == Outcome::crash || blames_environment(reply)) reply = start();
    if (reply.message.contains("failed")) rethrow(reply.message);
    if (reply.outcome != Outcome::ok) {
        throw Error(Exit::environment, fmt::format("{}: {}", setup_.device.device.name, reply.why),
                    "the device or its driver fails when a worker starts");
    }
}

Reply RemoteBench::start() {
    worker_ = start_worker(setup_.device.placement, program_);
    ++workers_started_;
    worker_->channel().send(merged({{"do", "open"}}, to_message(setup_)));
    Reply reply = wait_for_reply(*worker_, timeouts_.open);
    if (!reply.message.contains("failed"))
        reply.read([this](const Message& done) {
            reference_fault_ = done.at("fault");
            defines_ = done.at("defines");
            return true;
        });
    if (reply.outcome != Outcome::ok || reply.message.contains("failed")) worker_.reset();
    return reply;
}

// Sends a request, waits for the reply and reads the result. A refusal throws. After a crash or
// timeout the result is empty, `reply` has the reason, and the next request starts a new worker.
template <class From>
auto RemoteBench::request(const Message& message, std::chrono::milliseconds limit, Reply& reply,
                          From from) {
    open();
    worker_->channel().send(message);
    reply = wait_for_reply(*worker_, limit);
    if (reply.message.contains("failed")) rethrow(reply.message);
    auto done = reply.read(from);
    if (!done) worker_.reset();
    return done;
}

std::size_t RemoteBench::prebuild_depth() const {
    if (prebuild_workers_ == 0) return 0;
    return prebuilds_ ? prebuilds_->depth() : 1;
}

void RemoteBench::prebuild(const Plan& plan) {
    if (prebuild_workers_ == 0) return;
    open();
    if (!prebuilds_) prebuilds_.emplace(setup_, defines_, timeouts_, prebuild_workers_, program_);
    prebuilds_->start(plan);
}

BuildResult RemoteBench::build(const Plan& plan) {
    const auto ahead = prebuilds_ ? prebuilds_->take(plan.config) : std::nullopt;
    if (ahead && ahead->outcome != Outcome::ok) return *ahead;
    BuildResult here = build_here(plan);
    if (!ahead || here.outcome != Outcome::ok) return here;
    weigh_prebuilding(*ahead, here);
    complete(here, *ahead);
    return here;
}

// A driver without a cache that processes share would build everything twice.
void RemoteBench::weigh_prebuilding(const BuildResult& ahead, const BuildResult& here) {
    constexpr std::size_t enough = 8;
    constexpr double worth = 0.5;
    ++prebuilds_used_;
    prebuild_ms_ += ahead.milliseconds;
    reload_ms_ += here.milliseconds;
    if (prebuilds_used_ >= enough && reload_ms_ > worth * prebuild_ms_) prebuild_workers_ = 0;
}

BuildResult RemoteBench::build_here(const Plan& plan) {
    Reply reply;
    const auto done = request({{"do", "build"}, {"plan", to_message(plan)}}, timeouts_.build, reply,
                              build_result_from);
    if (done) return *done;
    return {.outcome = reply.outcome,
            .message = "building: " + reply.why,
            .milliseconds = 0,
            .built = {}};
}

RunResult RemoteBench::request_run(const Message& message) {
    Reply reply;
    const auto done = request(message, timeouts_.run, reply, run_result_from);
    if (!done) return failed("running: ", reply);
    if (done->device_lost) worker_.reset();
    return *done;
}

RunResult RemoteBench::run(const Config& config, const SamplingLimits& limits) {
    return request_run(merged({{"do", "run"}, {"config", config}}, to_message(limits)));
}

RunResult RemoteBench::check_other_problem(const Plan& plan, const Problem& problem) {
    return request_run({{"do", "check_other_problem"},
                        {"plan", to_message(plan)},
                        {"problem", to_message(problem)}});
}

std::vector<RunResult> RemoteBench::time_interleaved(const std::vector<Config>& configs,
                                                     std::size_t rounds, double max_ns) {
    const auto all = [&](const Message& done) {
        std::vector<RunResult> results;
        for (std::size_t i = 0; i < configs.size(); ++i)
            results.push_back(run_result_from(done.at("results").at(i)));
        return results;
    };
    Reply reply;
    auto done = request(
        {{"do", "time_interleaved"}, {"configs", configs}, {"rounds", rounds}, {"max_ns", max_ns}},
        timeouts_.run, reply, all);
    if (!done) return {configs.size(), failed("interleaved timing: ", reply)};
    if (std::ranges::any_of(*done, &RunResult::device_lost)) worker_.reset();
    return std::move(*done);
}

Samples RemoteBench::reference(int repeats, std::string& why) {
    Reply reply;
    const auto done = request({{"do", "reference"}, {"repeats", repeats}}, timeouts_.open, reply,
                              [this](const Message& said) {
                                  reference_fault_ = said.at("fault");
                                  return checked_ints<std::int64_t>(said.at("samples"));
                              });
    why = reply.why;
    return done.value_or(Samples{});
}

std::unique_ptr<EvaluatorBench> open_remote_bench(const BenchSetup& setup, const Timeouts& limits) {
    return std::make_unique<RemoteBench>(setup, limits);
}

}  // namespace hone
