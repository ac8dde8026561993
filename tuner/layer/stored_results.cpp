// SPDX-License-Identifier: MIT
// Reads a database only if it is the user's own file and others cannot write it. From it, uses
// kernels that this user tuned on this machine; kernels from a merge, an import or a foreign file
// are ignored.
#include "tuner/layer/stored_results.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <exception>
#include <filesystem>
#include <system_error>

#include "db/lookup/fallback.hpp"
#include "db/lookup/kernel_times.hpp"
#include "db/lookup/read_catalog.hpp"
#include "db/program/trusted_texts.hpp"
#include "db/sqlite/database_path.hpp"
#include "tuner/trace/launch_name.hpp"
#include "tuner/trace/program_text.hpp"

namespace hone::layer {
namespace {

bool is_private(const std::filesystem::path& file) {
    struct stat about {};
    if (::stat(file.c_str(), &about) != 0 || !S_ISREG(about.st_mode)) return false;
    return about.st_uid == ::geteuid() && (about.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

// Read once, at the first launch. An unreadable database counts as empty.
struct Stored {
    Stored() {
        try {
            const std::filesystem::path file = database_path();
            std::error_code ignored;
            if (!std::filesystem::exists(file, ignored)) return;
            if (!is_private(file)) {
                why = file.string() + " is not a file that only its user writes";
                return;
            }
            catalog = lookup::read_catalog({file}, lookup::Trust::own, [](const auto& id) {
                return is_trusted_text(TextKind::kernel, id);
            });
            levels = lookup::read_fallback_levels();
        } catch (const std::exception& error) {
            catalog = {};
            why = error.what();
        }
    }

    lookup::Catalog catalog;
    std::vector<lookup::FallbackLevel> levels;
    lookup::Rejected rejected;
    lookup::TimesCache times;
    std::string why;
};

Stored& stored() {
    static auto* const read = new Stored;  // NOLINT(cppcoreguidelines-owning-memory)
    return *read;
}

bool is_known(const lookup::Catalog& catalog, const std::string& name) {
    return std::ranges::find(catalog.versions, name, &lookup::KernelVersion::name) !=
           catalog.versions.end();
}

// The "-cl-…" options of an answer, sorted.
std::string opencl_options(const TunedKernel& answer) {
    return parse_build_options(answer.build_options).opencl;
}

std::optional<std::size_t> local_index(const std::string& parameter) {
    const auto found = std::ranges::find(local_parameters, parameter);
    if (found == local_parameters.end()) return std::nullopt;
    return static_cast<std::size_t>(found - local_parameters.begin());
}

// Takes the work-group and the macros of a config. A macro with the same value as in the text is
// not a change.
void take_config(const Settings& config, const std::vector<DefinedNumber>& numbers,
                 Substitute& substitute, std::string& defines) {
    for (const Setting& setting : config) {
        const auto* value = std::get_if<std::int64_t>(&setting.second);
        if (const auto index = local_index(setting.first); index && value && *value >= 0)
            substitute.local.at(*index) = static_cast<std::size_t>(*value);
        const auto number = std::ranges::find(numbers, setting.first, &DefinedNumber::name);
        if (number != numbers.end() && value && number->value != std::to_string(*value))
            defines += " -D" + setting.first + '=' + std::to_string(*value);
    }
}

std::optional<TunedKernel> find_answer(const std::string& name, const std::string& tunable,
                                       const LaunchShape& shape, const Device& device,
                                       std::string& why) {
    Stored& known = stored();
    why = known.why;
    if (known.catalog.untrusted.contains(name)) why = name + " was brought by another database";
    if (!is_known(known.catalog, name)) return std::nullopt;
    const Query query{name, device, "f32", launch_problem(shape), Rewriting::no, Math::relaxed};
    TunedKernel answer =
        lookup::answer(known.catalog, known.levels, query, known.rejected, known.times);
    if (answer.match != Match::exact)
        why = name + ": " + answer.reason;
    else if (answer.source.str() != tunable)
        why = name + " was tuned with another text";
    else
        return answer;
    return std::nullopt;
}

}  // namespace

std::optional<Substitute> find_substitute(const ProgramBuild& build, const LaunchShape& shape,
                                          const Device& device, std::string& why) {
    const BuildOptions options = parse_build_options(build.options);
    const std::string tunable = tunable_text(build.text, options);
    const std::string name = launch_name(tunable, options.opencl, build.entry, shape);
    const auto answer = find_answer(name, tunable, shape, device, why);
    if (!answer) return std::nullopt;
    Substitute substitute{.name = name, .local = shape.local, .text = {}, .options = {}};
    std::string defines;
    take_config(answer->config, defined_numbers(tunable), substitute, defines);
    const std::string tuned_options = opencl_options(*answer);
    if (!defines.empty() || tuned_options != options.opencl) {
        substitute.text = tunable;
        substitute.options = ' ' + tuned_options + defines + ' ' + options.includes();
    }
    if (substitute.local == shape.local && substitute.text.empty()) return std::nullopt;
    return substitute;
}

}  // namespace hone::layer
