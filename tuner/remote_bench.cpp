// SPDX-License-Identifier: MIT
// Requests with deadlines, and what silence means.
#include "tuner/remote_bench.hpp"

#include <fmt/format.h>

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
    fault_ = answer.message.at("fault");
    defines_ = answer.message.at("defines");
}

Answer RemoteBench::start() {
    child_ = start_worker(setup_.device.seat.outpost, program_);
    ++workers_;
    child_->channel().send(merged({{"do", "open"}}, to_message(setup_)));
    Answer answer = listen(*child_, limits_.open);
    if (answer.outcome != Outcome::ok || answer.message.contains("failed")) child_.reset();
    return answer;
}

// Sends one request and waits for its end. What the worker refuses ends the session.
Answer RemoteBench::ask(const Message& request, std::chrono::milliseconds limit) {
    open();
    child_->channel().send(request);
    Answer answer = listen(*child_, limit);
    if (answer.outcome != Outcome::ok) child_.reset();
    if (answer.message.contains("failed")) pass_on(answer.message);
    return answer;
}

BuildResult RemoteBench::build(const Config& config) {
    const Answer answer = ask({{"do", "build"}, {"config", config}}, limits_.build);
    if (answer.outcome == Outcome::ok) return build_result_from(answer.message);
    return {.outcome = answer.outcome,
            .message = "building: " + answer.why,
            .milliseconds = 0,
            .built = {}};
}

RunResult RemoteBench::ask_for_run(const Message& request) {
    const Answer answer = ask(request, limits_.run);
    RunResult result;
    if (answer.outcome == Outcome::ok) {
        result = run_result_from(answer.message);
    } else {
        result.outcome = answer.outcome;
        result.message = "running: " + answer.why;
    }
    if (result.device_lost) child_.reset();
    return result;
}

RunResult RemoteBench::run(const Config& config, const Patience& patience) {
    return ask_for_run(merged({{"do", "run"}, {"config", config}}, to_message(patience)));
}

RunResult RemoteBench::prove(const Config& config, const Problem& problem) {
    return ask_for_run({{"do", "prove"}, {"config", config}, {"problem", to_message(problem)}});
}

std::vector<RunResult> RemoteBench::duel(const std::vector<Config>& configs, std::size_t rounds,
                                         double most_ns) {
    const Answer answer =
        ask({{"do", "duel"}, {"configs", configs}, {"rounds", rounds}, {"most_ns", most_ns}},
            limits_.run);
    std::vector<RunResult> results(configs.size());
    for (std::size_t i = 0; i < configs.size(); ++i) {
        if (answer.outcome == Outcome::ok) {
            results[i] = run_result_from(answer.message.at("results").at(i));
            if (results[i].device_lost) child_.reset();
        } else {
            results[i].outcome = answer.outcome;
            results[i].message = "running side by side: " + answer.why;
        }
    }
    return results;
}

Samples RemoteBench::reference(int repeats, std::string& why) {
    const Answer answer = ask({{"do", "reference"}, {"repeats", repeats}}, limits_.open);
    why = answer.why;
    if (answer.outcome != Outcome::ok) return {};
    fault_ = answer.message.at("fault");
    return answer.message.at("samples").get<Samples>();
}

}  // namespace hone
