// SPDX-License-Identifier: MIT
// Sends requests with deadlines, and turns a missed deadline into an outcome.
#include "tuner/worker/remote_bench.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "spaces/base/json_integer.hpp"
#include "tuner/worker/idle_workers.hpp"
#include "tuner/worker/sustained_message.hpp"

namespace hone {
namespace {

Message merged(Message request, const Message& more) {
    request.update(more);
    return request;
}

// A failure never becomes Exit::done, even if a worker sends its number.
Exit exit_of(const Message& failure) {
    const int code = failure.at("exit").get<int>();
    for (const Exit known : {Exit::usage, Exit::bug})
        if (code == static_cast<int>(known)) return known;
    return Exit::environment;
}

bool blames_environment(const Reply& reply) {
    return reply.message.contains("failed") && exit_of(reply.message) == Exit::environment;
}

// A program from the cache has no compiler log: take its resource figures from the prebuild.
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
    result.message = doing;
    if (!reply.reference.empty())
        result.message += fmt::format("the reference '{}': ", reply.reference);
    result.message += reply.why;
    return result;
}

[[noreturn]] void blame_reference(const Reply& reply) {
    const bool is_late = reply.outcome == Outcome::timeout;
    throw Error(
        Exit::usage,
        fmt::format("the reference '{}' {}: {}", reply.reference, is_late ? "hangs" : "crashed",
                    reply.why),
        is_late ? "where it is only slow, a smaller problem (--size) or a longer --timeout helps"
                : "it probably reads or writes outside of a buffer: check the counts of the "
                  "arguments");
}

[[noreturn]] void rethrow(const Message& failure) {
    throw Error(exit_of(failure), failure.at("failed").get<std::string>(),
                failure.at("hint").get<std::string>());
}

}  // namespace

RemoteBench::RemoteBench(BenchSetup setup, const Timeouts& timeouts, std::filesystem::path program)
    : setup_(std::move(setup)),
      timeouts_(timeouts),
      build_limit_(timeouts.build),
      run_limit_(timeouts.run),
      program_(std::move(program)),
      prebuild_policy_(setup_) {
    if (is_cpu() && prebuild_policy_.workers() > 0)
        cpu_builders_ = build_queue_of(setup_.device, program_, prebuild_policy_.workers());
}

RemoteBench::~RemoteBench() {
    give_worker_back();
}

// A worker is kept only if all its runs were correct: a wrong kernel may have corrupted more than
// its own buffers.
void RemoteBench::give_worker_back() {
    if (is_unharmed_)
        keep_worker(location_of(setup_.device, program_), WorkerRole::runs, std::move(worker_));
    worker_.reset();
    is_unharmed_ = true;
}

void RemoteBench::begin_turn(std::optional<Deadline> end,
                             std::chrono::milliseconds for_first_result) {
    run_at_end_ = {};
    timeouts_.end = end;
    timeouts_.for_first_result = for_first_result;
}

// A CPU then builds for the next kernel.
void RemoteBench::rest() {
    if (is_cpu()) prebuilds_.reset();
    give_worker_back();
}

void RemoteBench::open() {
    if (worker_) return;
    if (timeouts_.is_over()) throw TimeIsUp();
    Reply reply = start();
    // The failure of one worker may be transient, or have an outside cause.
    if (reply.outcome == Outcome::crash || blames_environment(reply)) reply = start();
    if (reply.message.contains("failed")) rethrow(reply.message);
    if (reply.outcome != Outcome::ok && !reply.reference.empty()) blame_reference(reply);
    if (reply.outcome != Outcome::ok) {
        throw Error(Exit::environment, fmt::format("{}: {}", setup_.device.device.name, reply.why),
                    "the device or its driver fails when a worker starts");
    }
}

Reply RemoteBench::start() {
    worker_ = idle_or_new_worker(location_of(setup_.device, program_), WorkerRole::runs);
    ++workers_started_;
    last_built_.reset();
    worker_->channel().send(merged({{"do", "open"}}, to_message(setup_)));
    AwaitedReply awaited(timeouts_.open, timeouts_.end);
    awaited.limit_reference(timeouts_.run);
    Reply reply = not_at_the_end(awaited.wait(*worker_));
    bool is_lost = false;
    if (!reply.message.contains("failed"))
        reply.read([&](const Message& done) {
            reference_fault_ = done.at("fault");
            is_lost = done.at("lost");
            bytes_ = done.at("bytes");
            checked_with_ = done.at("checked_with");
            return true;
        });
    if (reply.outcome != Outcome::ok || reply.message.contains("failed") || is_lost)
        worker_.reset();
    return is_lost ? start_without_reference(reply) : reply;
}

// The driver is unusable in the process in which CLBlast failed. The new worker is informed of the
// failure and does not call CLBlast.
Reply RemoteBench::start_without_reference(Reply lost) {
    if (!setup_.reference_fault.empty() || reference_fault_.empty()) {
        lost.set_malformed("a reference that was not asked lost the device");
        return lost;
    }
    setup_.reference_fault = reference_fault_;
    return start();
}

void RemoteBench::first_result_is_known() {
    if (timeouts_.end) *timeouts_.end -= std::exchange(timeouts_.for_first_result, {});
}

// Resumes all builders after half of the limit, or of the turn's rest: a stopped builder may hold a
// lock that the driver waits for.
Reply RemoteBench::wait_beside(PausedBuilders& paused, std::chrono::milliseconds limit) {
    AwaitedReply awaited(limit, timeouts_.end);
    std::optional<Reply> reply;
    Deadline patient;
    do {
        patient = awaited.half_time();
        reply = awaited.receive(*worker_, patient);
    } while (!reply && patient < awaited.half_time());  // it reported to be alive
    paused.end();
    if (!reply) reply = awaited.wait(*worker_);
    reply->describe_exit(*worker_);
    return not_at_the_end(std::move(*reply));
}

// A worker that cannot finish before the end of the turn is not at fault.
Reply RemoteBench::not_at_the_end(Reply reply) {
    if (reply.outcome == Outcome::timeout && timeouts_.is_over()) {
        worker_.reset();
        reference_at_end_ = reply.reference;
        throw TimeIsUp();
    }
    return reply;
}

// Sends a request, waits for the reply and reads the result. Throws if the worker refuses the
// request. After a crash or timeout the result is empty, `reply` has the reason, and the next
// request starts a new worker.
template <class From>
auto RemoteBench::request(const Message& message, std::chrono::milliseconds limit, Reply& reply,
                          From from) {
    if (timeouts_.is_over()) throw TimeIsUp();
    open();
    const bool is_timed = is_cpu() && message.at("do") != "build";
    PausedBuilders paused(is_timed ? cpu_builders_.get() : nullptr);
    worker_->channel().send(message);
    reply = wait_beside(paused, limit);
    if (reply.message.contains("failed")) rethrow(reply.message);
    auto done = reply.read(from);
    if (!done) worker_.reset();
    return done;
}

// A kernel that crashes on dummy arguments would crash every CPU builder: stop prebuilding.
void RemoteBench::stop_prebuilding() {
    prebuilds_.reset();
    if (is_cpu()) prebuild_policy_.stop();
}

std::size_t RemoteBench::prebuild_depth() const {
    if (prebuild_policy_.workers() == 0) return 0;
    if (waits_for_builds())
        return prebuild_policy_.workers() - 1;  // all requested configs are built ahead
    return prebuilds_ ? prebuilds_->depth()
                      : Prebuilds::depth_of(prebuild_policy_.workers(), false);
}

void RemoteBench::prebuild(const Plan& plan) {
    if (prebuild_policy_.workers() == 0) return;
    if (!prebuilds_) prebuilds_.emplace(setup_, timeouts_, prebuild_policy_.workers(), program_);
    prebuilds_->start(plan);
}

std::size_t RemoteBench::first_built(std::span<const Config> configs,
                                     const std::atomic<bool>& given_up) {
    if (!prebuilds_ || waits_for_builds()) return 0;
    return prebuilds_->first_built(configs, timeouts_.end, given_up);
}

BuildResult RemoteBench::build(const Plan& plan) {
    const auto ahead = prebuilds_ ? prebuilds_->take(plan.config, timeouts_.end) : std::nullopt;
    if (ahead && was_killed(*ahead)) stop_prebuilding();
    // Drivers of CPUs compile at the first launch, which a builder has tried.
    is_compiled_ = !is_cpu() || (ahead && ahead->outcome == Outcome::ok);
    BuildResult here =
        build_here(plan);  // a build ahead that failed may have lacked memory: it is repeated alone
    if (!ahead || ahead->outcome != Outcome::ok || here.outcome != Outcome::ok) return here;
    if (!ahead->is_shared) prebuild_policy_.add(*ahead, here);
    complete(here, *ahead);
    return here;
}

// The last build is cached, since each check on another problem requests it again.
BuildResult RemoteBench::build_here(const Plan& plan) {
    if (worker_ && last_built_ && last_built_->first == plan.config) return last_built_->second;
    Reply reply;
    const AdaptiveLimit::Request timed(build_limit_);
    const auto done = request({{"do", "build"}, {"plan", to_message(plan)}}, build_limit_.limit(),
                              reply, build_result_from);
    if (done && done->outcome == Outcome::ok) {
        timed.succeeded();
        last_built_.emplace(plan.config, *done);
    }
    if (done) return *done;
    return {.outcome = reply.outcome,
            .message = "building: " + reply.why,
            .milliseconds = 0,
            .built = {}};
}

void RemoteBench::note_result(Outcome outcome, bool device_lost) {
    if (outcome != Outcome::ok) is_unharmed_ = false;
    if (device_lost) worker_.reset();
}

RunResult RemoteBench::request_run(const Message& message, std::chrono::milliseconds limit) {
    Reply reply;
    const auto done = request(message, limit, reply, run_result_from);
    if (!done) return failed("running: ", reply);
    note_result(done->outcome, done->device_lost);
    return *done;
}

RunResult RemoteBench::run(const Config& config, const SamplingLimits& limits) {
    const AdaptiveLimit::Request timed(run_limit_);
    const auto began = Deadline::clock::now();
    try {
        RunResult result = request_run(
            merged({{"do", "run"}, {"config", config}}, to_message(limits)), run_limit_.limit());
        if (result.outcome == Outcome::ok) timed.succeeded();
        return result;
    } catch (const TimeIsUp&) {
        if (is_compiled_) run_at_end_ = Deadline::clock::now() - began;
        throw;
    }
}

SustainedResult RemoteBench::time_sustained(const Config& config, double seconds) {
    Reply reply;
    auto done = request({{"do", "time_sustained"}, {"config", config}, {"seconds", seconds}},
                        timeouts_.run, reply, sustained_result_from);
    if (!done) return {.outcome = reply.outcome, .message = "under sustained load: " + reply.why};
    note_result(done->outcome, done->device_lost);
    return std::move(*done);
}

// The adaptive time limit does not apply: it was learned at another size.
RunResult RemoteBench::run_size_check(const Plan& plan, const Problem& problem) {
    return request_run(
        {{"do", "run_size_check"}, {"plan", to_message(plan)}, {"problem", to_message(problem)}},
        timeouts_.run);
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
    for (const RunResult& result : *done) note_result(result.outcome, result.device_lost);
    return std::move(*done);
}

Samples RemoteBench::reference(int repeats, double longest, std::string& why) {
    std::string skipped;
    Reply reply;
    const auto done = request({{"do", "reference"}, {"repeats", repeats}, {"longest", longest}},
                              timeouts_.open, reply, [&](const Message& said) {
                                  reference_fault_ = said.at("fault");
                                  skipped = said.at("skipped");
                                  return checked_ints<std::int64_t>(said.at("samples"));
                              });
    why = skipped.empty() ? reply.why : skipped;
    return done.value_or(Samples{});
}

std::unique_ptr<EvaluatorBench> open_remote_bench(const BenchSetup& setup, const Timeouts& limits) {
    return std::make_unique<RemoteBench>(setup, limits);
}

}  // namespace hone
