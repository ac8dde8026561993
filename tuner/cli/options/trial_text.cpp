// SPDX-License-Identifier: MIT
// Formats the figures of a trial for persons and for programs.
#include "tuner/cli/options/trial_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <nlohmann/json.hpp>
#include <vector>

#include "reports/text/quantity.hpp"

#include "tuner/catalog/store_text.hpp"
#include "tuner/cli/streams.hpp"
#include "tuner/planning/size_plan.hpp"

namespace hone::cli {

using Json = nlohmann::ordered_json;

std::string problem_words(const Problem& problem, std::string_view space) {
    return problem_words(problem.routine, problem.precision, problem_text(problem), space);
}

std::string time_and_rate(const Trial& trial, Figure figure) {
    const bool has_rate = trial.flops > 0 || trial.bytes > 0;
    return with_spread(trial.time, figure) + (has_rate ? ", " + rate(trial) : "");
}

bool differ_in_caches(const MeasurementKey& a, const MeasurementKey& b) {
    return a.device == b.device && a.precision == b.precision && a.problem == b.problem &&
           conditions_from(a.conditions).cold != conditions_from(b.conditions).cold;
}

std::string caches_note(const MeasurementKey& key) {
    return conditions_from(key.conditions).cold ? " (cold caches)" : " (warm caches)";
}

std::string outcome_counts(const std::map<Outcome, std::size_t>& counts) {
    constexpr std::array<std::string_view, 8> words{"ok",
                                                    "wrong",
                                                    "rejected",
                                                    "failed to build",
                                                    "failed to launch",
                                                    "took too long",
                                                    "crashed",
                                                    "without a clock"};
    std::vector<std::string> parts;
    for (const auto& [outcome, count] : counts)
        parts.push_back(fmt::format("{} {}", human::count(static_cast<std::int64_t>(count)),
                                    words.at(static_cast<std::size_t>(outcome))));
    return fmt::format("{}", fmt::join(parts, ", "));
}

Json estimate_json(const MedianInterval& time) {
    if (!time.known()) return nullptr;
    return {{"median_ns", time.median},
            {"low_ns", time.low},
            {"high_ns", time.high},
            {"samples", time.count}};
}

Json trial_json(const Trial& trial, Figure figure) {
    Json json{{"config", stored_json(trial.config)},
              {"time", estimate_json(trial.time)},
              {"flops", trial.flops},
              {"bytes", trial.bytes},
              {"id", trial.id}};
    if (figure != Figure::time && trial.time.known())
        json["figure"] = figure_from(trial.time.median, figure);
    return json;
}

Json steady_json(const SustainedTiming& sustained) {
    const auto known = [](double figure) { return figure > 0 ? Json(figure) : Json(); };
    return {{"seconds", sustained.seconds},
            {"run_ns", sustained.run_ns},
            {"joules", known(sustained.joules)},
            {"watts", known(sustained.watts)},
            {"clock_mhz", known(sustained.clock_mhz)},
            {"meter", sustained.meter},
            {"held_back_by", sustained.throttled},
            {"no_energy", sustained.message},
            {"trial", sustained.trial}};
}

void print_json(const Json& answer) {
    put("{}\n", answer.dump(2, ' ', false, Json::error_handler_t::replace));
}

}  // namespace hone::cli
