// SPDX-License-Identifier: MIT
// Everything that is stored as canonical text, made readable.
#include "tuner/cli/trial_words.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <ctime>
#include <nlohmann/json.hpp>
#include <vector>

#include "reports/quantity.hpp"
#include "tuner/figures.hpp"
#include "tuner/records.hpp"

namespace hone::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string shown(const Json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
}

// An argument that leaves the formula as it is: nothing is added, transposed or left between rows.
bool says_nothing(const std::string& name, const Json& value) {
    return value == 0 || (name == "alpha" && value == 1);
}

}  // namespace

std::string rate(const Trial& trial) {
    constexpr double flops_per_byte = 8;  // where memory bounds no more
    if (trial.flops <= 0 && trial.bytes <= 0) return "–";
    const double seconds = trial.time.median * 1e-9;
    if (trial.flops > flops_per_byte * trial.bytes || trial.bytes <= 0)
        return human::flops(trial.flops / seconds);
    return human::bandwidth(trial.bytes / seconds);
}

std::string with_spread(const Estimate& time) {
    constexpr std::size_t enough = 6;  // the fewest from which a 95 % interval follows
    if (time.count < enough)
        return fmt::format("{}, {}", human::time(time.median),
                           count_of(static_cast<std::int64_t>(time.count), "sample"));
    return fmt::format("{} ± {}", human::time(time.median), human::percent(time.spread()));
}

std::string problem_words(std::string_view routine, std::string_view precision,
                          const std::string& stored) {
    std::string words = fmt::format("{} {}", routine, precision);
    const Json arguments = stored_json(stored);
    if (!arguments.is_object()) return words + " " + stored;
    for (const auto& [name, value] : arguments.items())
        if (!says_nothing(name, value)) words += fmt::format(" {}={}", name, shown(value));
    return words;
}

std::string problem_words(const Problem& problem) {
    return problem_words(problem.routine, problem.precision, problem_text(problem));
}

std::string config_words(const std::string& stored) {
    const Json values = stored_json(stored);
    if (!values.is_object()) return stored;
    std::vector<std::string> parts;
    for (const auto& [name, value] : values.items())
        parts.push_back(fmt::format("{}={}", name, shown(value)));
    return fmt::format("{}", fmt::join(parts, " "));
}

std::string condition_words(const std::string& stored) {
    const Json conditions = stored_json(stored);
    if (!conditions.is_object()) return stored;
    std::vector<std::string> parts;
    for (const auto& [name, value] : conditions.items()) {
        if (shown(value).empty()) continue;
        const bool adjective = name == "cache";  // "cold cache", but "options -w"
        parts.push_back(adjective ? fmt::format("{} {}", shown(value), name)
                                  : fmt::format("{} {}", name, shown(value)));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::string when(std::int64_t milliseconds) {
    return fmt::format("{:%Y-%m-%d %H:%M:%S} UTC",
                       fmt::gmtime(static_cast<std::time_t>(milliseconds / 1000)));
}

std::string time_and_rate(const Trial& trial) {
    const bool has_rate = trial.flops > 0 || trial.bytes > 0;
    return with_spread(trial.time) + (has_rate ? ", " + rate(trial) : "");
}

std::string first_line(const std::string& message) {
    return message.substr(0, message.find('\n'));
}

std::string peer_words(const std::string& name) {
    return name == "clblast" ? "CLBlast" : name;
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

Json stored_json(const std::string& stored) {
    const Json value = Json::parse(stored, nullptr, false);
    return value.is_discarded() ? Json(stored) : value;
}

void print_json(const Json& answer) {
    fmt::print("{}\n", answer.dump(2, ' ', false, Json::error_handler_t::replace));
}

}  // namespace hone::cli
