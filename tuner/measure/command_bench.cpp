// SPDX-License-Identifier: MIT
// The last match in the output is the figure, since programs print their result at the end.
#include "tuner/measure/command_bench.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <limits>
#include <regex>
#include <sstream>

#include "db/model/printable.hpp"
#include "kernels/launch/launch_rotation.hpp"
#include "tuner/measure/program_run.hpp"

namespace hone {
namespace {

Figure figure_of(const ProgramCall& call) {
    if (call.read.empty()) return Figure::time;
    return call.higher ? Figure::higher : Figure::lower;
}

// Returns the last match of the expression's group; nullopt if no line matches. Only the beginning
// of a long line is searched, because the time and the depth of matching grow with its length.
std::optional<std::string> find_figure(const std::string& output, const std::string& expression) {
    constexpr std::size_t most = 4096;
    const std::regex regex(expression);
    std::optional<std::string> found;
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
        line.resize(std::min(line.size(), most));
        std::smatch match;
        if (std::regex_search(line, match, regex)) found = match[1].str();
    }
    return found;
}

std::string with_last_line(const std::string& fault, const std::string& output) {
    constexpr std::size_t most = 400;
    const std::string line = one_line(last_line(output).substr(0, most));
    return line.empty() ? fault : fmt::format("{}: {}", fault, line);
}

void fail(RunResult& result, std::string message) {
    result.outcome = Outcome::launch;
    result.message = std::move(message);
}

// Returns the sample from the figure in the output; 0 if there is none, and then `result` has the
// reason.
std::int64_t read_sample(const ProgramCall& call, Figure figure, const std::string& output,
                         RunResult& result) {
    const auto said = find_figure(output, call.read);
    if (!said) {
        fail(result,
             with_last_line(fmt::format("no line of its output matches '{}'", call.read), output));
        return 0;
    }
    char* end = nullptr;
    const double value = std::strtod(said->c_str(), &end);
    const bool is_number = end != said->c_str() && *end == '\0';
    const auto sample = is_number ? sample_of(value, figure) : std::nullopt;
    if (!sample)
        fail(result, fmt::format("'{}' is not a figure: {} is needed", *said,
                                 is_number ? "one above 0, and of an ordinary size" : "a number"));
    return sample.value_or(0);
}

// If a parameter selects the program, a missing one only fails that config.
ProgramEnd start(const ProgramCall& call, const std::vector<std::string>& words,
                 const std::vector<std::pair<std::string, std::string>>& variables) try {
    return run_program(words, variables);
} catch (const Error& error) {
    if (names_in(call.words.front()).empty()) throw;
    return {.fault = error.what(), .output = {}};
}

// Samples of a printed figure do not measure the run's duration.
SamplingLimits limits_for(SamplingLimits limits, Figure figure) {
    if (figure == Figure::time) return limits;
    limits.min_ns = 0;
    limits.max_ns = std::numeric_limits<double>::infinity();
    return limits;
}

}  // namespace

CommandBench::CommandBench(BenchSetup setup)
    : setup_(std::move(setup)), figure_(figure_of(*setup_.space.program)) {}

BuildResult CommandBench::build(const Plan& /*plan*/) {
    return {};
}

// Adds a sample, or the reason why there is none. Returns the duration in nanoseconds.
double CommandBench::run_once(const Config& config, RunResult& result) const {
    std::vector<std::pair<std::string, Value>> values;
    std::vector<std::pair<std::string, std::string>> variables;
    for (std::size_t p = 0; p < config.size(); ++p) {
        const Parameter& parameter = setup_.space.parameters.at(p);
        values.emplace_back(parameter.name, parameter.values.at(config[p]));
        variables.emplace_back(parameter.name, written(values.back().second));
    }
    const ProgramCall& call = *setup_.space.program;
    const ProgramEnd end = start(call, words_with(call, values), variables);
    if (!end.fault.empty()) fail(result, with_last_line(end.fault, end.output));
    std::int64_t sample = end.took.count();
    if (end.fault.empty() && figure_ != Figure::time)
        sample = read_sample(call, figure_, end.output, result);
    if (result.outcome == Outcome::ok) result.samples.push_back(sample);
    return static_cast<double>(end.took.count());
}

RunResult CommandBench::run(const Config& config, const SamplingLimits& limits,
                            const OnStage& on_stage) {
    RunResult result;
    StopRule rule(limits_for(limits, figure_));
    for (double spent_ns = 0; result.stop == Stop::not_yet;) {
        spent_ns += run_once(config, result);
        on_stage();
        if (result.outcome != Outcome::ok) break;
        result.stop = rule.update(result.samples);
        if (spent_ns >= limits.max_ns && result.stop == Stop::not_yet)
            result.stop = Stop::budget_used;
    }
    return result;
}

std::vector<RunResult> CommandBench::time_interleaved(const std::vector<Config>& configs,
                                                      std::size_t rounds, double max_ns,
                                                      const OnStage& on_stage) {
    std::vector<RunResult> results(configs.size());
    double spent_ns = 0;
    for (std::size_t round = 0; round < rounds && spent_ns < max_ns; ++round)
        for (std::size_t i = 0; i < configs.size(); ++i) {
            const std::size_t c = alternating_index(round, i, configs.size());
            if (results[c].outcome != Outcome::ok) continue;
            spent_ns += run_once(configs[c], results[c]);
            on_stage();
        }
    return results;
}

SustainedResult CommandBench::time_sustained(const Config& /*config*/, double /*seconds*/,
                                             const OnStage& /*on_stage*/) {
    return {.outcome = Outcome::launch, .message = "a program has no sustained load"};
}

// A program has only one problem.
RunResult CommandBench::run_size_check(const Plan& /*plan*/, const Problem& /*problem*/) {
    return {};
}

Samples CommandBench::reference(int /*repeats*/, double /*longest*/) {
    return {};
}

}  // namespace hone
