// SPDX-License-Identifier: MIT
// Each run stores the command line that repeats it, and this line names the space file.
#include "tuner/cli/options/stored_spaces.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "db/program/trusted_texts.hpp"
#include "spaces/base/did_you_mean.hpp"
#include "spaces/formats/read_space.hpp"
#include "spaces/space/problem.hpp"
#include "spaces/space/program_call.hpp"
#include "tuner/catalog/brought_by.hpp"
#include "tuner/catalog/find_space.hpp"
#include "tuner/catalog/kernel_selection.hpp"
#include "tuner/cli/options/stored_bests.hpp"
#include "tuner/cli/options/task_options.hpp"

namespace hone::cli {
namespace {

// The file in `hone tune /path/own.toml --precision f32 …`, if it still exists and this user has
// tuned it. Returns one path for each file.
std::string file_named(const std::string& command) {
    std::string fault;
    const std::vector<std::string> words = split_words(command, fault);
    const bool is_file = words.size() > 2 && std::filesystem::path(words[2]).is_absolute() &&
                         std::filesystem::is_regular_file(words[2]);
    const std::string file = is_file ? std::filesystem::canonical(words[2]).string() : "";
    return is_trusted_text(TextKind::file, file) ? file : "";
}

// The results measured here under one name.
struct StoredKernel {
    std::vector<Kernel> versions;  // the newest first
    std::set<std::string> files;   // existing files that it was tuned from
    std::set<std::string> lines;   // of commands, which have no file
    std::vector<Kernel> foreign;   // only brought by another database
    std::string origin;            // the last such database
};

StoredKernel find_stored(Store& store, const std::string& name) {
    StoredKernel found;
    std::set<std::string> seen;
    const auto kernels = store.kernels();
    for (const Run& run : store.runs()) {
        const Kernel& kernel = kernels.at(run.key.kernel);
        if (kernel.name != name) continue;
        const std::string origin =
            run.origin.empty() ? brought_by(store, run.key.kernel) : run.origin;
        if (!origin.empty()) {
            found.origin = origin;
            if (seen.insert(run.key.kernel).second) found.foreign.push_back(kernel);
            continue;
        }
        const std::string file = file_named(run.command);
        if (!file.empty())
            found.files.insert(file);
        else if (run.key.precision == no_precision)
            found.lines.insert(kernel.source);
        if (seen.insert(run.key.kernel).second) found.versions.push_back(kernel);
    }
    return found;
}

[[noreturn]] void refuse_several(const std::string& name, const auto& several,
                                 const std::string& what_to_do) {
    throw Error(Exit::usage,
                fmt::format("'{}' is the name of {}", name, fmt::join(several, " and of ")),
                what_to_do);
}

Space space_of(const Kernel& kernel) {
    Space space = read_space(kernel.space, kernel.name + ".toml");
    space.source_text = kernel.source;
    return space;
}

// A kernel is a program: that of another database is built only if the user trusts it explicitly.
Space foreign_space(const StoredKernel& stored, const std::string& name,
                    const po::variables_map& given) {
    const bool has_option = given.count("trust-databases") != 0;
    if (has_option && is_on(given, "trust-databases")) return space_of(stored.foreign.front());
    throw Error(Exit::usage, fmt::format("the texts of {} came from {}", name, stored.origin),
                has_option ? "--trust-databases allows them: a kernel is a program"
                           : "name its own file: a kernel is a program, and that of a database is "
                             "not built");
}

std::optional<Space> stored_space(Store& store, const std::string& name,
                                  const po::variables_map& given) {
    const StoredKernel stored = find_stored(store, name);
    if (stored.files.size() > 1) refuse_several(name, stored.files, "name the file");
    if (stored.files.size() == 1) return read_space(*stored.files.begin());
    if (stored.lines.size() > 1)
        refuse_several(name, stored.lines,
                       fmt::format("repeat the --command with a --name of its own, or forget "
                                   "both: hone db forget {}",
                                   name));
    if (!stored.versions.empty()) return space_of(stored.versions.front());
    if (stored.foreign.empty()) return std::nullopt;
    return foreign_space(stored, name, given);
}

// The names of stored kernels that do not come with hone.
std::vector<std::string> words_with_stored(Store& store) {
    std::vector<std::string> words = known_words();
    for (const auto& [id, kernel] : store.kernels())
        if (std::ranges::find(words, kernel.name) == words.end()) words.push_back(kernel.name);
    return words;
}

}  // namespace

std::vector<Space> spaces_or_stored(const po::variables_map& given) {
    const std::string word = word_of(given, "kernel");
    const std::vector<std::string> words = known_words();
    const bool known = is_path_of_file(word) || std::ranges::count(words, word) != 0;
    const auto store = known ? nullptr : open_stored(given);
    if (!store) return spaces_named(word);
    if (auto space = stored_space(*store, word, given)) return {*std::move(space)};
    if (std::filesystem::exists(word)) return spaces_named(word);
    try {
        return spaces_named(word);  // may be a former name
    } catch (const Error& error) {
        const std::vector<std::string> all = words_with_stored(*store);
        if (nearest_word(word, all).empty() || all.size() == words.size()) throw;
        throw Error(
            error.exit(),
            fmt::format("unknown routine, kernel or file '{}'{}", word, did_you_mean(word, all)),
            error.hint());
    }
}

Space space_or_stored(const po::variables_map& given, const std::string& option) {
    const std::string word = word_of(given, option.c_str());
    const std::vector<std::string> shipped = shipped_spaces();
    const bool known = is_path_of_file(word) || std::ranges::count(shipped, word) != 0;
    const auto store = known ? nullptr : open_stored(given);
    if (store)
        if (auto space = stored_space(*store, word, given)) return *std::move(space);
    return read_space(find_space(word));
}

std::vector<Space> spaces_given(const po::variables_map& given, const std::string& question) {
    if (given.count("kernel") != 0) return spaces_or_stored(given);
    throw Error(Exit::usage, question + " Name a routine, a kernel or a file",
                fmt::format("available: {}", fmt::join(known_words(), ", ")));
}

std::vector<Space> kernels_given(const po::variables_map& given, const std::string& question) {
    std::vector<Space> spaces = spaces_given(given, question);
    if (!spaces.front().program) return spaces;
    throw Error(
        Exit::usage,
        fmt::format("'{}' is a command, which has no sizes and no launches", spaces.front().name),
        fmt::format("hone best {} --as env", spaces.front().name));
}

}  // namespace hone::cli
