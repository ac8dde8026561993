// SPDX-License-Identifier: MIT
// `hone space`: prints the parameters of a kernel, the number of legal configs, and which
// constraints exclude the others. It builds nothing and needs no device.
#include <array>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reports/text/quantity.hpp"
#include "spaces/formats/read_space.hpp"
#include "spaces/formats/t1_write.hpp"
#include "spaces/space/known_names.hpp"
#include "spaces/space/problem.hpp"
#include "tuner/catalog/find_space.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/inspect/space_view.hpp"
#include "tuner/cli/options/device_choice.hpp"
#include "tuner/cli/options/quantities.hpp"
#include "tuner/cli/options/stored_spaces.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/cli/streams.hpp"
#include "tuner/devices/device_facts.hpp"

namespace hone::cli {

namespace {

void declare_space(po::options_description& options) {
    const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
    const auto texts = [](const char* name) {
        return po::value<std::vector<std::string>>()->value_name(name);
    };
    auto add = options.add_options();
    add("space", text("FILE|NAME"),
        "a file, or the name of a space that comes with hone, or that was tuned before");
    add("count", po::bool_switch(), "print only the number of candidates");
    add("why", po::bool_switch(), "print how many combinations each constraint rejects");
    add("list", text("N"), "print the first N candidates");
    add("sample", text("N"), "print N different candidates, drawn uniformly");
    add("seed", text("S")->default_value("1"), "the seed of --sample");
    add("at", text("I"), "print the candidate with number I, counted from 0");
    add("where", texts("EXPR"), "only candidates for which EXPR is true; may be repeated");
    add("size,s", text("NAME=VALUE,…"), "the problem; by default that of the space");
    add("precision,p", text("P"), "f32, f64, …; by default the first of the space");
    add("device,d", text("D"), "evaluate constraints that read device.* for this device");
    add("as", text("FORMAT"), "print the space in the format of other tuners: t1");
    add("db", single_value("FILE"),
        "the database that knows names; by default HONE_DB, else hone/hone.db of the user's data");
    add("json", po::bool_switch(), "print JSON");
}

Names what_is_known(const Space& space, const po::variables_map& given) {
    const auto word = [&](const char* option) {
        return given.count(option) == 0 ? std::string() : given[option].as<std::string>();
    };
    const auto sizes = word("size");
    const Names said = sizes.empty() ? Names{} : read_names(sizes, "--size");
    Names known = names_of(make_problem(space, word("precision"), said));
    if (given.count("device") != 0) known.merge(device_names(select_device(word("device")).device));
    return known;
}

SpaceQuery query_of(const po::variables_map& given) {
    if (given.count("space") == 0)
        throw Error(Exit::usage, "name a space or a file",
                    fmt::format("available: {}", fmt::join(shipped_spaces(), ", ")));
    Space space = space_or_stored(given, "space");
    for (Constraint& constraint : restrictions(space, given))
        space.constraints.push_back(std::move(constraint));
    Names known = what_is_known(space, given);
    Candidates candidates(space, known);
    for (const auto& reason : candidates.left_out())
        say(fmt::format("hone: ignored without --device: {}", reason));
    return {std::move(space), std::move(known), std::move(candidates), given["json"].as<bool>()};
}

// Answers ---------------------------------------------------------------------------------------

Index read_index(const std::string& digits) {
    Index index = 0;
    for (const char c : digits) {
        if (c < '0' || c > '9' || index > (~Index{0} - 9) / 10)
            throw Error(Exit::usage,
                        fmt::format("--at: '{}' is not the number of a candidate", digits));
        index = index * 10 + static_cast<unsigned>(c - '0');
    }
    return index;
}

std::size_t read_size(const po::variables_map& given, const char* option) {
    constexpr std::int64_t most = 10'000'000;
    const auto name = fmt::format("--{}", option);
    const auto count = read_count(given[option].as<std::string>(), name);
    if (count <= most) return static_cast<std::size_t>(count);
    throw Error(Exit::usage, fmt::format("{} must be at most {}", name, human::count(most)));
}

void print_list(const SpaceQuery& query, const po::variables_map& given) {
    const auto count = query.candidates.count().value_or(~Index{0});
    const auto wanted = std::min<Index>(read_size(given, "list"), count);
    std::vector<Config> configs;
    for (Index i = 0; i < wanted; ++i) configs.push_back(query.candidates.at(i));
    print_candidates(query, configs);
}

void print_sample(const SpaceQuery& query, const po::variables_map& given) {
    const auto seed = read_count(given["seed"].as<std::string>(), "--seed");
    print_candidates(query, query.candidates.sample(read_size(given, "sample"),
                                                    static_cast<std::uint64_t>(seed)));
}

void print_at(const SpaceQuery& query, const po::variables_map& given) {
    print_candidates(query, {query.candidates.at(read_index(given["at"].as<std::string>()))});
}

// The command -----------------------------------------------------------------------------------

struct SpaceAnswer {
    const char* option;
    void (*answer)(const SpaceQuery&, const po::variables_map&);
};
constexpr std::array questions{
    SpaceAnswer{"count", [](auto& context_given, auto&) { print_count(context_given); }},
    SpaceAnswer{"why", [](auto& context_given, auto&) { print_rejections(context_given); }},
    SpaceAnswer{"list", print_list},
    SpaceAnswer{"sample", print_sample},
    SpaceAnswer{"at", print_at},
    SpaceAnswer{"as", [](auto& context_given,
                         auto&) { put("{}", write_t1(context_given.space, context_given.known)); }},
};

bool is_asked(const po::variables_map& given, const char* option) {
    const auto& value = given[option];
    if (value.empty()) return false;
    const auto* is_on = boost::any_cast<bool>(&value.value());
    return is_on == nullptr || *is_on;
}

Exit run_space(const po::variables_map& given) {
    SpaceAnswer question{nullptr, [](auto& query, auto&) { print_space(query); }};
    for (const auto& each : questions) {
        if (!is_asked(given, each.option)) continue;
        if (question.option != nullptr)
            throw Error(Exit::usage, fmt::format("--{} and --{} cannot be combined",
                                                 question.option, each.option));
        question = each;
    }
    question.answer(query_of(given), given);
    return Exit::done;
}

std::vector<std::string> space_formats() {
    return {"t1"};
}

constexpr std::array<std::string_view, 1> space_words{"space"};
constexpr std::array space_allowed_values{AllowedValues{"space", shipped_spaces, true},
                                          AllowedValues{"as", space_formats},
                                          AllowedValues{"precision", known_precisions}};

}  // namespace

const Command space_command{
    .name = "space",
    .synopsis = "FILE|NAME [options]",
    .summary = "show the parameters, constraints and candidates of a space",
    .details =
        R"(Reads a space (hone's TOML, JSON with "params" and "constraints", or T1 of Kernel Tuner, KTT and BAT)
and shows it. A candidate is a combination of parameter values that satisfies all constraints.
Candidates are counted and numbered without enumerating all combinations.

  hone space gemm_tile
  hone space gemm_tile --why
  hone space gemm_tile --where 'WGM == 16' --sample 5 --seed 7
  hone space own.toml --size n=1Mi --precision f64 --count
  hone space gemm_tile --as t1 > gemm_tile.json

--why prints for each constraint how many combinations it rejects, and how many only it rejects; 0
there means that the other constraints imply it. A constraint that reads device.* is ignored without
--device.

In JSON a count of more than 63 bits is a string of digits, and one of more than 128 bits is null.
)",
    .declare = declare_space,
    .words = space_words,
    .run = run_space,
    .allowed_values = space_allowed_values,
};

}  // namespace hone::cli
