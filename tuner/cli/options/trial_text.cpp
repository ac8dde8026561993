// SPDX-License-Identifier: MIT
// Figures of a trial together, for eyes and for programs.
#include "tuner/cli/options/trial_text.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tuner/catalog/store_text.hpp"

namespace hone::cli {

using Json = nlohmann::ordered_json;

std::string problem_words(const Problem& problem) {
    return problem_words(problem.routine, problem.precision, problem_text(problem));
}

std::string time_and_rate(const Trial& trial) {
    const bool has_rate = trial.flops > 0 || trial.bytes > 0;
    return with_spread(trial.time) + (has_rate ? ", " + rate(trial) : "");
}

Json estimate_json(const Estimate& time) {
    if (!time.known()) return nullptr;
    return {{"median_ns", time.median},
            {"low_ns", time.low},
            {"high_ns", time.high},
            {"samples", time.count}};
}

Json trial_json(const Trial& trial) {
    return {{"config", stored_json(trial.config)},
            {"time", estimate_json(trial.time)},
            {"flops", trial.flops},
            {"bytes", trial.bytes},
            {"id", trial.id}};
}

void print_json(const Json& answer) {
    fmt::print("{}\n", answer.dump(2, ' ', false, Json::error_handler_t::replace));
}

}  // namespace hone::cli
