// SPDX-License-Identifier: MIT
// Requests with deadlines, and what silence means.
#include "tuner/worker/remote_bench.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace hone {
namespace {

Message merged(Message request, const Message& more) {
    request.update(more);
    return request;
}

Exit exit_of(const Message& failure) {
    return static_cast<Exit>(failure.at("exit").get<int>());
}

bool blames_environment(const Answer& answer) {
    return answer.message.contains("failed") && exit_of(answer.message) == Exit::environment;
}

RunResult failed(const std::string& doing, const Answer& answer) {
    RunResult result;
    result.outcome = answer.outcome;
    result.message = doing + answer.why;
    return result;
}

[[noreturn]] void pass_on(const Message& failure) {
    throw Error(exit_of(failure), failure.at("failed").get<std::string>(),
                failure.at("hint").get<std::string>());
}

}  // namespace

RemoteBench::RemoteBench(BenchSetup setup, const Limits& limits, std::filesystem::path program)
    : setup_(std::move(setup)), limits_(limits), program_(std::move(program)) {}

void RemoteBench::open() {
    if (child_) return;
    Answer answer = start();
    // What one worker met may be over by now, or have come from outside.
    if (answer.outcome == Outcome::crash || blames_environment(answer)) answer = start();
    if (answer.message.contains("failed")) pass_on(answer.message);
    if (answer.outcome != Outcome::ok) {
        throw Error(Exit::environment, fmt::format("{}: {}", setup_.device.device.name, answer.why),
                    "the device or its driver does not survive the start of a worker");
    }
}

Answer RemoteBench::start() {
    child_ = start_worker(setup_.device.seat, program_);
    ++workers_;
    child_->channel().send(merged({{"do", "open"}}, to_message(setup_)));
    Answer answer = listen(*child_, limits_.open);
    if (!answer.message.contains("failed"))
        answer.read([this](const Message& done) {
            fault_ = done.at("fault");
            defines_ = done.at("defines");
            return true;
        });
    if (answer.outcome != Outcome::ok || answer.message.contains("failed")) child_.reset();
    return answer;
}

// Sends one request, waits for its end and reads what was done. What the worker refuses ends the
// session; what it cannot say any more is in `answer`, and the next request has a new worker.
template <class From>
auto RemoteBench::ask(const Message& request, std::chrono::milliseconds limit, Answer& answer,
                      From from) {
    open();
    child_->channel().send(request);
    answer = listen(*child_, limit);
    if (answer.message.contains("failed")) pass_on(answer.message);
    auto done = answer.read(from);
    if (!done) child_.reset();
    return done;
}

BuildResult RemoteBench::build(const Config& config) {
    Answer answer;
    const auto done =
        ask({{"do", "build"}, {"config", config}}, limits_.build, answer, build_result_from);
    if (done) return *done;
    return {.outcome = answer.outcome,
            .message = "building: " + answer.why,
            .milliseconds = 0,
            .built = {}};
}

RunResult RemoteBench::ask_for_run(const Message& request) {
    Answer answer;
    const auto done = ask(request, limits_.run, answer, run_result_from);
    if (!done) return failed("running: ", answer);
    if (done->device_lost) child_.reset();
    return *done;
}

RunResult RemoteBench::run(const Config& config, const Patience& patience) {
    return ask_for_run(merged({{"do", "run"}, {"config", config}}, to_message(patience)));
}

RunResult RemoteBench::prove(const Config& config, const Problem& problem) {
    return ask_for_run({{"do", "prove"}, {"config", config}, {"problem", to_message(problem)}});
}

std::vector<RunResult> RemoteBench::duel(const std::vector<Config>& configs, std::size_t rounds,
                                         double most_ns) {
    const auto all = [&](const Message& done) {
        std::vector<RunResult> results;
        for (std::size_t i = 0; i < configs.size(); ++i)
            results.push_back(run_result_from(done.at("results").at(i)));
        return results;
    };
    Answer answer;
    auto done =
        ask({{"do", "duel"}, {"configs", configs}, {"rounds", rounds}, {"most_ns", most_ns}},
            limits_.run, answer, all);
    if (!done) return {configs.size(), failed("running side by side: ", answer)};
    if (std::ranges::any_of(*done, &RunResult::device_lost)) child_.reset();
    return std::move(*done);
}

Samples RemoteBench::reference(int repeats, std::string& why) {
    Answer answer;
    const auto done = ask({{"do", "reference"}, {"repeats", repeats}}, limits_.open, answer,
                          [this](const Message& said) {
                              fault_ = said.at("fault");
                              return said.at("samples").get<Samples>();
                          });
    why = answer.why;
    return done.value_or(Samples{});
}

}  // namespace hone
