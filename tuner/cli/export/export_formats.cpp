// SPDX-License-Identifier: MIT
// The short formats of `hone export`: JSON, shell variables and calls of CLBlast.
#include "tuner/cli/export/export_formats.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "db/lookup/search_paths.hpp"
#include "db/lookup/tuned.hpp"
#include "db/model/canonical_json.hpp"
#include "db/recipe/variables.hpp"
#include "db/sqlite/database_path.hpp"
#include "reports/text/shell_quote.hpp"
#include "spaces/space/known_names.hpp"
#include "tuner/catalog/kernel_selection.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/cli/options/device_choice.hpp"
#include "tuner/cli/options/stored_bests.hpp"
#include "tuner/cli/options/stored_spaces.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/cli/options/trial_text.hpp"

namespace hone::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string shape(const std::array<std::size_t, 3>& sizes, int dimensions) {
    return fmt::format("{}", fmt::join(sizes.begin(), sizes.begin() + dimensions, " "));
}

Json launches_of(const TunedKernel& kernel) {
    Json all = Json::array();
    for (const TunedKernel::Launch& launch : kernel.launches) {
        const auto sizes = [&](const std::array<std::size_t, 3>& three) {
            return Json(std::vector(three.begin(), three.begin() + launch.dimensions));
        };
        all.push_back({{"entry", launch.entry},
                       {"global", sizes(launch.global)},
                       {"local", launch.local_or_null() ? sizes(launch.local) : Json()},
                       {"arguments", launch.arguments}});
    }
    return all;
}

// The arguments that the kernel needs besides the application's own.
Json extras_of(const TunedKernel& kernel) {
    using Kind = TunedKernel::Extra::Kind;
    Json all = Json::array();
    for (const TunedKernel::Extra& extra : kernel.extras) {
        Json one{{"name", extra.name}};
        if (extra.kind == Kind::scalar)
            one.update({{"kind", "scalar"}, {"type", extra.type}, {"value", extra.value}});
        else
            one.update({{"kind", extra.kind == Kind::local ? "local" : "scratch"},
                        {"bytes", extra.bytes}});
        all.push_back(std::move(one));
    }
    return all;
}

}  // namespace

std::string in_comment(std::string text) {
    std::ranges::replace_if(
        text, [](char c) { return c == '*' || c == '\n' || c == '\r'; }, ' ');
    return text;
}

std::vector<std::size_t> extents(const lookup::Recipe& recipe) {
    std::vector<std::size_t> indices;
    for (std::size_t i = 0; i < recipe.arguments.size(); ++i)
        if (recipe.arguments[i].role == lookup::Recipe::Role::extent) indices.push_back(i);
    return indices;
}

std::string as_json(const ExportSelection& selection, const po::variables_map& /*given*/) {
    Json all = Json::array();
    for (const ExportEntry& entry : selection.entries) {
        const auto kernel = selection.kernel(entry);
        if (!kernel) continue;
        const lookup::Recipe& recipe = selection.version(entry).recipe;
        Json problem;
        for (const std::size_t i : extents(recipe))
            problem[recipe.arguments[i].default_value.first] = entry.arguments[i].numerator();
        all.push_back({{"device", selection.device},
                       {"kernel", kernel->kernel},
                       {"precision", selection.precision},
                       {"problem", problem},
                       {"config", stored_json(canonical(entry.row.config))},
                       {"options", kernel->build_options},
                       {"ns", entry.ns},
                       {"launches", launches_of(*kernel)},
                       {"extras", extras_of(*kernel)},
                       {"source", kernel->source}});
    }
    return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string as_env(const ExportSelection& selection, const po::variables_map& given) {
    const auto spaces = spaces_or_stored(given);
    const Problem problem = problems_given(given, spaces).front();
    std::vector<std::filesystem::path> files{database_path(word_of(given, "db"))};
    for (const std::filesystem::path& file : lookup::installed_databases()) files.push_back(file);
    hone::Tuned tuned(files);
    // Shell variables only describe a config and run nothing. So kernels that come with hone may
    // have options from any database.
    const std::vector<std::string> shipped = known_words();
    if (is_on(given, "trust-databases") || std::ranges::count(shipped, selection.what) == 0)
        tuned.trust_databases();
    const TunedKernel& kernel =
        tuned.find(selection.what, select_device(word_of(given, "device")).device,
                   selection.precision, settings_of(problem));
    if (!kernel) throw Error(Exit::no, kernel.reason);
    std::string text;
    const auto say = [&](const char* name, const std::string& value) {
        text += fmt::format("HONE_{}={}\n", name, shell_quoted(value));
    };
    say("KERNEL", kernel.kernel);
    say("MATCH", std::string(hone::text(kernel.match)));
    say("OPTIONS", kernel.build_options);
    for (std::size_t i = 0; i < kernel.launches.size(); ++i) {
        const auto& launch = kernel.launches[i];
        say(fmt::format("ENTRY{}", i).c_str(), launch.entry);
        say(fmt::format("LOCAL{}", i).c_str(),
            launch.local_or_null() ? shape(launch.local, launch.dimensions) : "");
        say(fmt::format("GLOBAL{}", i).c_str(), shape(launch.global, launch.dimensions));
    }
    // The arguments besides the application's own. A shell variable cannot hold a loop counter.
    for (const TunedKernel::Extra& extra : kernel.extras) {
        if (!is_name(extra.name)) continue;
        if (extra.kind == TunedKernel::Extra::Kind::scalar)
            say(fmt::format("VALUE_{}", extra.name).c_str(), fmt::to_string(extra.value));
        else
            say(fmt::format("BYTES_{}", extra.name).c_str(), fmt::to_string(extra.bytes));
    }
    return text;
}

std::string as_clblast(const ExportSelection& selection, const po::variables_map& /*given*/) {
    const auto largest = std::ranges::max_element(selection.entries, {}, &ExportEntry::ns);
    const lookup::KernelVersion& version = selection.version(*largest);
    if (!version.of_clblast())
        throw Error(Exit::usage, fmt::format("'{}' is not a kernel of CLBlast", selection.what),
                    "tune and export clblast_xgemm, clblast_xgemm_direct or clblast_xdot");
    std::vector<std::string> parameters;
    for (const Setting& setting : largest->row.config)
        parameters.push_back(fmt::format("{{{}, {}}}", Json(setting.first).dump(),
                                         lookup::value_of(setting).numerator()));
    return fmt::format(
        "// {} on {}, written by `hone export {} --as clblast`\n"
        "clblast::OverrideParameters(device, {}, clblast::Precision::kSingle,\n"
        "                            {{{}}});\n",
        selection.what, in_comment(selection.device), selection.what,
        Json(version.recipe.launches[0].entry.substr(std::string("clblast_").size())).dump(),
        fmt::join(parameters, ", "));
}

}  // namespace hone::cli
