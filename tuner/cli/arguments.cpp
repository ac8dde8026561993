// SPDX-License-Identifier: MIT
// Boost.Program_options parses the words. Its descriptions become rows of the help, and its
// exceptions become hone's own, so that all errors of a command line read alike.
#include "tuner/cli/arguments.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <boost/any.hpp>

#include "spaces/base/did_you_mean.hpp"

namespace hone::cli {

namespace {

namespace style = po::command_line_style;
constexpr int exact = style::unix_style & ~style::allow_guessing;
constexpr std::string_view many = "...";

void declare_common(po::options_description& options) {
    options.add_options()                                                           //
        ("help,h", po::bool_switch(), "print this help")                            //
        ("quiet,q", po::bool_switch(), "print no notes and no progress on stderr")  //
        ("verbose,v", po::bool_switch(), "print more notes on stderr, such as the time taken");
}

std::string_view option_of(std::string_view word) {
    if (word.ends_with(many)) word.remove_suffix(many.size());
    return word;
}

bool is_word(const Command& command, std::string_view option) {
    return std::ranges::find(command.words, option, option_of) != command.words.end();
}

po::positional_options_description positions(const Command& command) {
    po::positional_options_description positional;
    for (auto word : command.words)
        positional.add(std::string(option_of(word)).c_str(), word.ends_with(many) ? -1 : 1);
    return positional;
}

// Boost writes a value with a default as "N (=5)".
Option row(const po::option_description& described) {
    Option option{described.long_name(), {}, {}, described.description()};
    const std::string shortest = described.canonical_display_name(style::allow_dash_for_short);
    if (shortest.starts_with('-')) option.letter = shortest.substr(1);
    if (described.semantic()->max_tokens() == 0) return option;
    const std::string value = described.semantic()->name();
    const auto split = value.find(" (=");
    option.value = value.substr(0, split);
    // Boost writes an optional value as "[=on|off(=off)]".
    if (option.value.starts_with("[="))
        option.value = '[' + option.value.substr(2, option.value.find("(=") - 2) + ']';
    if (split != std::string::npos)
        option.text += fmt::format(" (default {}", value.substr(split + 3));
    return option;
}

using Declare = void (*)(po::options_description&);

std::vector<Option> rows(Declare declare) {
    po::options_description options;
    declare(options);
    std::vector<Option> all;
    for (const auto& option : options.options()) all.push_back(row(*option));
    return all;
}

std::vector<Option> own(const Command& command, bool words) {
    auto options = rows(command.declare);
    std::erase_if(options,
                  [&](const Option& option) { return is_word(command, option.name) != words; });
    return options;
}

std::vector<std::string> values_of(const po::variable_value& given) {
    if (const auto* one = boost::any_cast<std::string>(&given.value())) return {*one};
    if (const auto* all = boost::any_cast<std::vector<std::string>>(&given.value())) return *all;
    return {};
}

void check_allowed_value(const AllowedValues& allowed, const po::variable_value& given) {
    const auto known = allowed.values();
    for (const auto& value : values_of(given))
        if (std::ranges::find(known, value) == known.end())
            throw Error(
                Exit::usage,
                fmt::format("unknown {} '{}'{}", allowed.option, value, did_you_mean(value, known)),
                fmt::format("available: {}", fmt::join(known, ", ")));
}

void check_allowed_values(const Command& command, const po::variables_map& given) {
    for (const AllowedValues& allowed : command.allowed_values)
        if (const std::string name(allowed.option); !allowed.open_ended && given.count(name) != 0)
            check_allowed_value(allowed, given[name]);
}

// An optional value is the next word only if that is one of the option's allowed values.
std::vector<std::string> with_their_values(const Command& command,
                                           const po::options_description& options,
                                           std::span<const std::string> words) {
    std::vector<std::string> joined;
    for (const std::string& word : words) {
        const std::string before = joined.empty() ? std::string() : joined.back();
        const auto* option = before.starts_with("--") && before.size() > 2
                                 ? options.find_nothrow(before.substr(2), false)
                                 : nullptr;
        const AllowedValues* allowed =
            option ? allowed_values_for(command, option->long_name()) : nullptr;
        const bool may_lack = option && option->semantic()->min_tokens() == 0 &&
                              option->semantic()->max_tokens() == 1;
        const auto values = allowed && may_lack ? allowed->values() : std::vector<std::string>{};
        if (std::ranges::find(values, word) != values.end())
            joined.back() += "=" + word;
        else
            joined.push_back(word);
    }
    return joined;
}

po::variables_map read(const Command& command, std::span<const std::string> words) {
    po::options_description options;
    command.declare(options);
    declare_common(options);
    const auto positional = positions(command);
    po::command_line_parser parser(with_their_values(command, options, words));
    po::variables_map given;
    po::store(parser.options(options).positional(positional).style(exact).run(), given);
    if (given["help"].as<bool>()) return given;
    po::notify(given);
    check_allowed_values(command, given);
    return given;
}

// Options that had another name in earlier versions.
struct RenamedOption {
    std::string_view former, name;
};
constexpr std::array renamed_options{RenamedOption{"--share", "--no-lock"},
                                     RenamedOption{"--elsewhere", "--transfer-from"},
                                     RenamedOption{"--thin", "--keep-per-run"}};

// The new name of a renamed option, else the nearest known option.
std::string meant_option(const std::string& written, const std::vector<std::string>& known) {
    const auto renamed = std::ranges::find(renamed_options, written, &RenamedOption::former);
    if (renamed != renamed_options.end() && std::ranges::find(known, renamed->name) != known.end())
        return fmt::format("; use {}", renamed->name);
    return did_you_mean(written, known);
}

// Boost passes the word as written, including the value after "=".
std::string unknown(const Command& command, std::string written) {
    written.erase(std::min(written.find('='), written.size()));
    std::vector<std::string> known;
    for (const auto& option : options_of(command)) known.push_back("--" + option.name);
    return fmt::format("unknown option '{}'{}", written, meant_option(written, known));
}

std::string missing(const Command& command, std::string name) {
    while (name.starts_with('-')) name.erase(0, 1);
    return fmt::format("{}{} is missing", is_word(command, name) ? "" : "--", name);
}

}  // namespace

std::string Option::spelling() const {
    const std::string dashed =
        fmt::format("{}--{}", letter.empty() ? "" : "-" + letter + ", ", name);
    return takes_value() ? dashed + " " + value : dashed;
}

std::vector<Option> common_options() {
    return rows(declare_common);
}

std::vector<Option> own_options_of(const Command& command) {
    return own(command, false);
}

std::vector<Option> options_of(const Command& command) {
    auto options = own_options_of(command);
    std::ranges::move(common_options(), std::back_inserter(options));
    return options;
}

std::vector<Option> words_of(const Command& command) {
    return own(command, true);
}

std::string usage(const Command& command) {
    std::string line = "usage: hone";
    for (auto part : {command.name, command.synopsis})
        if (!part.empty()) line += fmt::format(" {}", part);
    return line;
}

const AllowedValues* allowed_values_for(const Command& command, std::string_view option) {
    const auto found = std::ranges::find(command.allowed_values, option, &AllowedValues::option);
    return found == command.allowed_values.end() ? nullptr : &*found;
}

po::variables_map parse(const Command& command, std::span<const std::string> words) {
    try {
        return read(command, words);
    } catch (const po::unknown_option& error) {
        throw Error(Exit::usage, unknown(command, error.get_option_name()), usage(command));
    } catch (const po::required_option& error) {
        throw Error(Exit::usage, missing(command, error.get_option_name()), usage(command));
    } catch (const po::too_many_positional_options_error&) {
        throw Error(Exit::usage, "too many arguments", usage(command));
    } catch (const po::error& error) {
        throw Error(Exit::usage, error.what(), usage(command));
    }
}

Verbosity verbosity_of(const po::variables_map& given) {
    if (given["quiet"].as<bool>()) return Verbosity::quiet;
    return given["verbose"].as<bool>() ? Verbosity::verbose : Verbosity::normal;
}

}  // namespace hone::cli
