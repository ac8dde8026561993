// SPDX-License-Identifier: MIT
// Quotes words as a shell needs it.
#include "tuner/cli/options/command_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "reports/text/shell_quote.hpp"
#include "tuner/catalog/find_space.hpp"
#include "tuner/cli/options/task_options.hpp"

namespace hone::cli {
namespace {

// The word that selects this space: its name if it comes with hone or is only stored, else its
// path.
std::string word_for(const Space& space) {
    if (!space.source_text.empty()) return space.name;
    const std::vector<std::string> shipped = shipped_spaces();
    const bool known = std::ranges::find(shipped, space.name) != shipped.end();
    if (known && find_space(space.name) == space.file) return space.name;
    return std::filesystem::absolute(space.file).string();
}

// "M=512,N=512,K=512", in the order in which the space declares them.
std::string size_words(const Space& space, const Problem& problem) {
    std::vector<std::string> words;
    for (const auto& [name, usual] : space.problem)
        if (const auto said = problem.arguments.find(name); said != problem.arguments.end())
            words.push_back(fmt::format("{}={}", name, text(said->second)));
    return fmt::format("{}", fmt::join(words, ","));
}

// Each given option with its value, in the order of the help.
std::string given_options(const po::variables_map& given) {
    std::string words;
    const auto say = [&](const char* option, const std::string& value) {
        words += fmt::format(" --{} {}", option, shell_word(value));
    };
    if (given.count("seed") != 0) say("seed", word_of(given, "seed"));
    for (const char* option :
         {"command", "parameters", "read", "name", "device", "strategy", "objective", "max-evals",
          "time-limit", "audit", "cache", "timeout", "build-timeout", "build-options"})
        if (given.count(option) != 0 && !given[option].defaulted())
            say(option, word_of(given, option));
    for (const char* option : {"constraint", "where"})
        for (const std::string& text : words_of(given, option)) say(option, text);
    if (is_on(given, "higher")) words += " --higher";
    return words;
}

// A program is identified by its command line or by its file.
std::string beginning(const po::variables_map& given, const std::string& command,
                      const Space& space, const Problem& problem) {
    if (given.count("command") != 0) return "hone " + command;
    const std::string what = fmt::format("hone {} {}", command, shell_word(word_for(space)));
    return space.program ? what : fmt::format("{} --precision {}", what, problem.precision);
}

}  // namespace

CommandText problem_command(const po::variables_map& given, const std::string& command,
                            const std::string& more) {
    return [=, options = given_options(given)](const Space& space, const Problem& problem) {
        const std::string size = size_words(space, problem);
        return beginning(given, command, space, problem) +
               (size.empty() ? "" : " --size " + shell_word(size)) + options + more;
    };
}

CommandText kernel_command(const po::variables_map& given, const std::string& command) {
    return [=, options = given_options(given)](const Space& space, const Problem& problem) {
        return beginning(given, command, space, problem) + options;
    };
}

}  // namespace hone::cli
