// SPDX-License-Identifier: MIT
// Canonical texts, so that equal things have equal ids.
#include "tuner/catalog/store_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "db/model/canonical_json.hpp"
#include "kernels/launch/kernel_source.hpp"
#include "tuner/catalog/recipe_writer.hpp"

namespace hone {
namespace {

std::string read_file(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    if (!in)
        throw Error(Exit::environment, fmt::format("cannot read {}", file.string()),
                    "does it exist?");
    return text.str();
}

}  // namespace

Setting setting(const std::string& name, const Value& value) {
    if (const auto* word = std::get_if<std::string>(&value)) return {name, *word};
    const Number number = std::get<Number>(value);
    if (number.whole()) return {name, number.numerator()};
    return {name, number.real()};
}

Kernel kernel_of(const Space& space) {
    std::string source = kernel_source(space.source);
    std::string recipe = recipe_of(space, source);
    return {.name = space.name,
            .routine = space.routine.empty() ? space.name : space.routine,
            .source = std::move(source),
            .space = read_file(space.file),
            .recipe = std::move(recipe)};
}

std::string config_text(const Space& space, const Config& config) {
    std::vector<Setting> settings;
    for (std::size_t p = 0; p < config.size(); ++p) {
        settings.push_back(
            setting(space.parameters[p].name, space.parameters[p].values[config[p]]));
    }
    return canonical(settings);
}

std::optional<Config> config_from(const Space& space, const std::string& text) {
    const auto object = nlohmann::ordered_json::parse(text, nullptr, false);
    if (!object.is_object() || object.size() != space.parameters.size()) return std::nullopt;
    Config config;
    for (const Parameter& parameter : space.parameters) {
        const auto wanted = object.find(parameter.name);
        if (wanted == object.end()) return std::nullopt;
        // Values are compared as the store writes them.
        const auto found =
            std::find_if(parameter.values.begin(), parameter.values.end(), [&](const Value& value) {
                const auto one =
                    nlohmann::ordered_json::parse(canonical({setting(parameter.name, value)}));
                return one.front() == *wanted;
            });
        if (found == parameter.values.end()) return std::nullopt;
        config.push_back(static_cast<std::uint16_t>(found - parameter.values.begin()));
    }
    return config;
}

std::string problem_text(const Problem& problem) {
    std::vector<Setting> settings;
    for (const auto& [name, value] : problem.arguments) settings.push_back(setting(name, value));
    return canonical(settings);
}

Problem problem_from(const Space& space, const Subject& subject) {
    Names arguments;
    const auto said = nlohmann::ordered_json::parse(subject.problem);
    for (const auto& [name, value] : said.items())
        arguments[name] = value.is_string() ? Value(value.get<std::string>())
                                            : Value(Number::parse(value.dump()));
    return make_problem(space, subject.precision, arguments);
}

Subject subject_of(const BenchSetup& setup, Store& store) {
    return {.device = store.add(setup.device.device),
            .kernel = store.add(setup.kernel),
            .precision = setup.problem.precision,
            .problem = problem_text(setup.problem),
            .conditions =
                canonical({{"cache", setup.cold ? "cold" : "warm"}, {"options", setup.options}})};
}

void record(const Plan& plan, Trial& trial) {
    auto launches = nlohmann::ordered_json::array();
    for (const Launch& launch : plan.launches) {
        launches.push_back(
            {{"entry", launch.entry}, {"local", launch.local}, {"global", launch.global}});
    }
    trial.launches = launches.dump();
    trial.work_group = static_cast<std::int64_t>(plan.launches.front().work_items());
    trial.local_memory = plan.local_memory;
    trial.registers_expected = plan.registers;
    trial.flops = plan.flops;
    trial.bytes = plan.bytes;
}

void record(std::span<const Built> built, Trial& trial) {
    for (const Built& one : built) {
        trial.registers = std::max(trial.registers, one.registers);
        trial.spills = std::max(trial.spills, one.spills);
        trial.private_memory = std::max(trial.private_memory, one.private_memory);
        trial.local_memory_used = std::max(trial.local_memory_used, one.local_memory);
        trial.max_work_group = trial.max_work_group == 0
                                   ? one.max_work_group
                                   : std::min(trial.max_work_group, one.max_work_group);
    }
}

}  // namespace hone
