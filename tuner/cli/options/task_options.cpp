// SPDX-License-Identifier: MIT
// From options to setups, and back to a line that a shell takes.
#include "tuner/cli/options/task_options.hpp"
#include "tuner/measure/bench_setup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "db/sqlite/environment.hpp"
#include "reports/text/describe.hpp"
#include "spaces/space/known_names.hpp"
#include "tuner/catalog/find_space.hpp"
#include "tuner/catalog/kernel_text.hpp"
#include "tuner/catalog/recipe_writer.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/cli/options/quantities.hpp"
#include "tuner/cli/options/sizes.hpp"
#include "tuner/cli/shell_quote.hpp"
#include "tuner/devices/device_facts.hpp"
#include "tuner/session/kernel_selection.hpp"

namespace hone::cli {
namespace {

const std::string usual_precision = "f32";

bool cold(const po::variables_map& given, const Space& space, const Names& known) {
    const std::string cache = word_of(given, "cache");
    if (cache == "cold" || cache == "warm") return cache == "cold";
    const Candidates candidates(space, known);
    return !candidates.empty() && is_memory_bound(make_plan(space, candidates.at(0), known));
}

std::string build_options(const po::variables_map& given) {
    return given.count("build-options") != 0 ? word_of(given, "build-options")
                                             : environment_variable("HONE_BUILD_OPTIONS");
}

std::chrono::milliseconds timeout(const po::variables_map& given, const char* option) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
        read_duration(word_of(given, option), fmt::format("--{}", option)));
}

// As a shell takes it for one word.
std::string shell_word(const std::string& word) {
    constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_=,./:+%@-";
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
    return shell_quoted(word);
}

// Kernels of a routine share its problem, but not every precision.
const Space* space_in(const std::vector<Space>& spaces, const std::string& precision) {
    const auto found = std::ranges::find_if(spaces, [&](const Space& space) {
        return std::ranges::find(space.precisions, precision) != space.precisions.end();
    });
    return found != spaces.end() ? &*found : nullptr;
}

/// A problem is the usual one, or its extents are all said: nobody means the rest of a size to be
/// what it is by default.
void check_extents(const Space& space, const Names& said) {
    std::vector<std::string> missing;
    const std::set<std::string> extents = problem_extents(space);
    for (const std::string& name : extents)
        if (!said.contains(name)) missing.push_back(name);
    if (missing.empty() || missing.size() == extents.size()) return;
    throw Error(
        Exit::usage,
        fmt::format("--size: {} needs {} to be said, too", space.routine, fmt::join(missing, " and ")),
        "say all of its extents, or none for the usual problem");
}

bool is_said(const po::variables_map& given, const char* option) {
    return given.count(option) != 0 && !given[option].defaulted();
}

}  // namespace

po::typed_value<std::string>* single_value(const char* name) {
    return po::value<std::string>()->value_name(name);
}

po::typed_value<std::vector<std::string>>* repeated_value(const char* name) {
    return po::value<std::vector<std::string>>()->value_name(name);
}

void declare_problem(po::options_description& options) {
    auto add = options.add_options();
    add("size,s", repeated_value("NAME=VALUE,…"),
        "the problem; repeated, one problem after another");
    add("sizes", single_value("A,B,…"),
        "many problems: each a number for all extents, or one for each as 4096x64x4096");
    add("precision,p", single_value("P"),
        "f32, f64, …; f32 where none is given, or the first there is");
    declare_device(options);
}

void declare_device(po::options_description& options) {
    options.add_options()("device,d", single_value("D"),
                          "an index, a part of a name, a PCI address or a UUID");
}

void declare_timeouts(po::options_description& options) {
    auto add = options.add_options();
    add("timeout", single_value("TIME")->default_value("30s"), "the longest that one run may take");
    add("build-timeout", single_value("TIME")->default_value("60s"),
        "the longest that one build may take");
}

void declare_conditions(po::options_description& options) {
    auto add = options.add_options();
    add("seed", single_value("S")->default_value("1"), "of the inputs, and of what is drawn");
    add("cache", single_value("warm|cold|auto")->default_value("auto"),
        "whether a run may find its inputs in the cache");
    add("build-options", single_value("OPTIONS"),
        "more for the OpenCL compiler; HONE_BUILD_OPTIONS where not given");
}

std::vector<std::string> caches() {
    return {"warm", "cold", "auto"};
}

void declare_store(po::options_description& options) {
    auto add = options.add_options();
    add("db", single_value("FILE"), "the database; HONE_DB, then the user's own where not given");
    add("json", po::bool_switch(), "the answer as JSON");
}

std::string word_of(const po::variables_map& given, const char* option) {
    return given.count(option) != 0 ? given[option].as<std::string>() : std::string();
}

std::vector<std::string> words_of(const po::variables_map& given, const char* option) {
    return given.count(option) != 0 ? given[option].as<std::vector<std::string>>()
                                    : std::vector<std::string>{};
}

bool is_on(const po::variables_map& given, const char* option) {
    return given.count(option) != 0 && given[option].as<bool>();
}

std::vector<Space> spaces_given(const po::variables_map& given, const std::string& question) {
    if (given.count("kernel") != 0) return spaces_named(word_of(given, "kernel"));
    throw Error(Exit::usage, question + " Say a routine, a kernel or a file",
                fmt::format("hone has {}.", fmt::join(known_words(), ", ")));
}

std::vector<Problem> problems_given(const po::variables_map& given,
                                    const std::vector<Space>& spaces) {
    std::string precision = word_of(given, "precision");
    if (precision.empty() && space_in(spaces, usual_precision)) precision = usual_precision;
    const Space* serves = space_in(spaces, precision);
    const Space& space = serves ? *serves : spaces.front();
    std::vector<Names> named;
    for (const std::string& size : words_of(given, "size"))
        named.push_back(read_names(size, "--size"));
    if (named.empty()) named.emplace_back();
    std::vector<Names> sizes{{}};
    if (given.count("sizes") != 0) sizes = read_sizes(word_of(given, "sizes"), space);
    std::vector<Problem> all;
    for (const Names& more : named) {
        for (Names arguments : sizes) {
            for (const auto& [name, value] : more) arguments[name] = value;
            check_extents(space, arguments);
            all.push_back(make_problem(space, precision, arguments));
        }
    }
    return all;
}

std::vector<Constraint> restrictions(const Space& space, const po::variables_map& given) {
    std::vector<Constraint> where;
    Mistakes mistakes;
    for (const std::string& text : words_of(given, "where")) {
        const Expression must_hold =
            Expression::parse(text, {fmt::format("--where '{}'", shortened(text, 60))}, mistakes);
        must_hold.check_names(known_names(space), mistakes);
        where.push_back({text, must_hold});
    }
    throw_if_any(mistakes);
    return where;
}

Timeouts timeouts_given(const po::variables_map& given) {
    Timeouts timeouts;
    if (given.count("timeout") != 0) timeouts.run = timeout(given, "timeout");
    timeouts.build = timeout(given, "build-timeout");
    return timeouts;
}

BenchSetup make_setup(const po::variables_map& given, const LocalDevice& device, const Space& space,
                      const Problem& problem) {
    const std::string seed = given.count("seed") != 0 ? word_of(given, "seed") : "1";
    return {.device = device,
            .kernel = kernel_of(space),
            .space = space,
            .problem = problem,
            .seed = static_cast<std::uint64_t>(read_count(seed, "--seed")),
            .cold = cold(given, space, known_names(device.device, problem)),
            .options = build_options(given)};
}

std::string word_for(const Space& space) {
    const std::vector<std::string> shipped = shipped_spaces();
    const bool known = std::ranges::find(shipped, space.name) != shipped.end();
    if (known && find_space(space.name) == space.file) return space.name;
    return std::filesystem::absolute(space.file).string();
}

std::string command_line(std::string_view command, const po::variables_map& given,
                         const Space& space, const Problem& problem) {
    std::vector<std::string> words{"hone", std::string(command), shell_word(word_for(space)),
                                   "--precision", problem.precision};
    std::vector<std::string> size;
    for (const auto& [name, value] : problem.arguments)
        size.push_back(fmt::format("{}={}", name, text(value)));
    const auto say = [&](std::string_view option, const std::string& value) {
        words.push_back(fmt::format("--{}", option));
        words.push_back(shell_word(value));
    };
    if (!size.empty()) say("size", fmt::format("{}", fmt::join(size, ",")));
    if (given.count("seed") != 0) say("seed", word_of(given, "seed"));
    for (const char* option : {"device", "strategy", "max-evals", "time-limit", "audit", "cache",
                               "timeout", "build-timeout", "build-options"}) {
        if (is_said(given, option)) say(option, word_of(given, option));
    }
    for (const std::string& text : words_of(given, "where")) say("where", text);
    return fmt::format("{}", fmt::join(words, " "));
}

}  // namespace hone::cli
