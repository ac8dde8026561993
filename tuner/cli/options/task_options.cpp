// SPDX-License-Identifier: MIT
// Converts words to spaces, problems and constraints.
#include "tuner/cli/options/task_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reports/text/describe.hpp"
#include "spaces/space/known_names.hpp"
#include "tuner/campaigns/campaign.hpp"
#include "tuner/catalog/recipe_writer.hpp"
#include "tuner/cli/options/quantities.hpp"
#include "tuner/cli/options/sizes.hpp"

namespace hone::cli {
namespace {

std::chrono::milliseconds timeout(const po::variables_map& given, const char* option) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
        read_duration(word_of(given, option), fmt::format("--{}", option)));
}

/// Requires all extents or none: completing a partial size with defaults is never what a user
/// wants.
void check_extents(const Space& space, const Names& said) {
    std::vector<std::string> missing;
    const std::set<std::string> extents = problem_extents(space);
    for (const std::string& name : extents)
        if (!said.contains(name)) missing.push_back(name);
    if (missing.empty() || missing.size() == extents.size()) return;
    throw Error(Exit::usage,
                fmt::format("--size: {} also needs {}", space.routine, fmt::join(missing, " and ")),
                fmt::format("use --size {}=512 or --sizes 512", fmt::join(extents, "=512,")));
}

// The names in each --size; one empty set if the option is not given.
std::vector<Names> named_sizes(const po::variables_map& given) {
    std::vector<Names> named;
    for (const std::string& size : words_of(given, "size"))
        named.push_back(read_names(size, "--size"));
    if (named.empty()) named.emplace_back();
    return named;
}

Problem problem_with(const std::vector<Space>& spaces, const std::string& precision,
                     Names arguments, const Names& more) {
    for (const auto& [name, value] : more) arguments.insert_or_assign(name, value);
    check_extents(space_for(spaces, precision), arguments);
    return problem_for(spaces, precision, arguments);
}

// An extent that --size also names has only that size.
SizesWanted range_with(const std::vector<Space>& spaces, const std::string& precision,
                       SizeRange range, const Names& more) {
    Names arguments;
    for (std::size_t e = 0; e < range.names.size(); ++e) {
        const auto said = more.find(range.names[e]);
        if (said != more.end()) {
            const auto size = whole_size(said->second);
            if (!size || *size < 1)
                throw Error(
                    Exit::usage,
                    fmt::format("--size: {}={} is not a size", said->first, text(said->second)),
                    fmt::format("use --size {}=512", said->first));
            range.bounds[e] = {*size, *size};
        }
        arguments.emplace(range.names[e], Number(range.bounds[e].most));
    }
    Problem like = problem_with(spaces, precision, std::move(arguments), more);
    return {.range = std::move(range), .like = std::move(like)};
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
        "the problem's sizes, such as M=512,N=512,K=512; may be repeated for more problems");
    add("sizes", single_value("A,B,…"),
        "several problems: 512 is M=N=K=512, 4096x64x512 is M=4096,N=64,K=512, and 64..4096:12 "
        "are 12 sizes in that range");
    add("precision,p", single_value("P"),
        "f32, f64, …; default: f32, else the first one; of your own kernel the first one");
    declare_device(options);
}

void declare_device(po::options_description& options) {
    options.add_options()("device,d", single_value("D"),
                          "the device: its index, part of its name, its PCI address or its UUID");
}

void declare_timeouts(po::options_description& options) {
    auto add = options.add_options();
    add("timeout", single_value("TIME")->default_value("30s"), "time limit of one run of a kernel");
    add("build-timeout", single_value("TIME")->default_value("60s"), "time limit of one build");
}

void declare_conditions(po::options_description& options) {
    auto add = options.add_options();
    add("seed", single_value("S")->default_value("1"), "seed of the inputs and of random choices");
    add("cache", single_value("warm|cold|auto")->default_value("auto"),
        "whether inputs are in the cache when a kernel starts; auto: cold where memory bounds");
    add("build-options", single_value("OPTIONS"),
        "additional options for the OpenCL compiler; default: HONE_BUILD_OPTIONS");
}

std::vector<std::string> caches() {
    return {"warm", "cold", "auto"};
}

void declare_store(po::options_description& options) {
    auto add = options.add_options();
    add("db", single_value("FILE"), "the database; default: HONE_DB, else the user's own");
    add("json", po::bool_switch(), "print JSON");
}

void declare_trust(po::options_description& options) {
    options.add_options()("trust-databases", po::bool_switch(),
                          "also build kernels that a merged, imported or foreign database brought: "
                          "a kernel is a program");
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

ProblemsGiven problems_and_ranges(const po::variables_map& given,
                                  const std::vector<Space>& spaces) {
    const std::string precision = word_of(given, "precision");
    const Space& space = space_for(spaces, precision);
    SizesGiven sizes{.sizes = {{}}, .ranges = {}};
    if (given.count("sizes") != 0) sizes = parse_sizes(word_of(given, "sizes"), space);
    ProblemsGiven all;
    for (const Names& more : named_sizes(given)) {
        for (const Names& size : sizes.sizes)
            all.problems.push_back(problem_with(spaces, precision, size, more));
        for (const SizeRange& range : sizes.ranges)
            all.ranges.push_back(range_with(spaces, precision, range, more));
    }
    return all;
}

std::vector<Problem> problems_given(const po::variables_map& given,
                                    const std::vector<Space>& spaces) {
    const std::string precision = word_of(given, "precision");
    std::vector<Names> sizes{{}};
    if (given.count("sizes") != 0)
        sizes = read_sizes(word_of(given, "sizes"), space_for(spaces, precision));
    std::vector<Problem> all;
    for (const Names& more : named_sizes(given))
        for (const Names& size : sizes) all.push_back(problem_with(spaces, precision, size, more));
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

std::map<std::string, std::string> value_lists(const po::variables_map& given,
                                               const std::string& example) {
    std::map<std::string, std::string> all;
    for (const std::string& word : words_of(given, "parameters")) {
        const std::size_t split = word.find('=');
        const bool list = split != word.npos && word.find('[') == split + 1 && word.ends_with(']');
        if (!list)
            throw Error(Exit::usage, fmt::format("--parameters '{}' is not NAME=[A,B]", word),
                        example);
        all.emplace(word.substr(0, split), word.substr(split + 1));
    }
    return all;
}

}  // namespace hone::cli
