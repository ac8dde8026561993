// SPDX-License-Identifier: MIT
// Writes the options as a space file and reads that. So a command has one form in the store, no
// matter how it was described.
#include "tuner/cli/options/command_space.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <filesystem>

#include "spaces/formats/read_space.hpp"
#include "spaces/language/text_cursor.hpp"
#include "spaces/space/program_call.hpp"
#include "tuner/cli/options/task_options.hpp"

namespace hone::cli {
namespace {

constexpr std::array<const char*, 5> others{"parameters", "constraint", "read", "higher", "name"};

// A TOML string in double quotes.
std::string toml_string(std::string_view text) {
    std::string quoted;
    for (const char c : text) {
        if (static_cast<unsigned char>(c) < ' ')
            quoted += fmt::format("\\u{:04x}", static_cast<int>(c));
        else
            quoted += c == '"' || c == '\\' ? fmt::format("\\{}", c) : std::string(1, c);
    }
    return fmt::format("\"{}\"", quoted);
}

[[noreturn]] void refuse_parameters(const std::string& text) {
    throw Error(Exit::usage, fmt::format("--parameters: cannot read '{}'", text),
                "write each parameter with its values: 'WG=[64,128,256] MODE=[fast,exact]'");
}

/// Reads NAME=[VALUE,…] repeatedly.
class ParameterReader : public TextCursor {
  public:
    explicit ParameterReader(const std::string& text) : TextCursor(text), whole_(text) {}

    std::string lines() {
        std::string all;
        for (skip_space(); !at_end(); skip_space()) {
            const std::string of = name();
            all += fmt::format("{} = [{}]\n", of, fmt::join(values(), ", "));
            skip_space();
            if (here() == ',') ++at_;
        }
        return all;
    }

  private:
    void need(char sign) {
        skip_space();
        if (here() != sign) refuse_parameters(whole_);
        ++at_;
    }

    std::string name() {
        std::string name;
        while (is_letter(here()) || is_digit(here())) name += text_[at_++];
        if (name.empty()) refuse_parameters(whole_);
        need('=');
        return name;
    }

    std::vector<std::string> values() {
        std::vector<std::string> all;
        need('[');
        for (skip_space(); here() != ']'; skip_space()) {
            all.push_back(value());
            skip_space();
            if (here() == ',') ++at_;
            if (at_end()) refuse_parameters(whole_);
        }
        ++at_;
        return all;
    }

    // A number stays as it is; any other word is quoted, whether or not it already has quotes.
    std::string value() {
        const char quote = here() == '\'' || here() == '"' ? text_[at_++] : '\0';
        std::string word;
        const auto ends = [&] {
            const char c = here();
            return quote != 0 ? c == quote : c == ',' || c == ']' || is_space(c);
        };
        while (!at_end() && !ends()) word += text_[at_++];
        if (quote != 0 && !at_end()) ++at_;
        const bool is_number = quote == 0 && Number::parse(word).exists();
        if (word.empty() && quote == 0) refuse_parameters(whole_);
        return is_number ? word : toml_string(word);
    }

    std::string whole_;
};

// The program's file name, in a form that the command line accepts as a word.
std::string name_of(const po::variables_map& given, const ProgramCall& call) {
    std::string name = word_of(given, "name");
    if (name.empty()) name = std::filesystem::path(call.words.front()).stem().string();
    if (name.empty() || name.find_first_of("/\n") != name.npos)
        throw Error(Exit::usage, fmt::format("--name: '{}' is not a name", name));
    return name;
}

ProgramCall call_of(const std::string& line) {
    std::string fault;
    ProgramCall call{.text = line, .words = split_words(line, fault), .read = {}};
    if (fault.empty() && call.words.empty()) fault = "it names no program";
    if (!fault.empty()) throw Error(Exit::usage, "--command: " + fault);
    return call;
}

std::string space_text(const po::variables_map& given) {
    std::string text = "[parameters]\n" + parameter_lines(word_of(given, "parameters"));
    const std::vector<std::string> constraints = words_of(given, "constraint");
    if (!constraints.empty()) text += "[constraints]\n";
    for (const std::string& each : constraints)
        text += fmt::format("{0} = {0}\n", toml_string(each));
    text += fmt::format("[command]\nrun = {}\n", toml_string(word_of(given, "command")));
    if (given.count("read") != 0)
        text += fmt::format("read = {}\n", toml_string(word_of(given, "read")));
    if (is_on(given, "higher")) text += "higher = true\n";
    return text;
}

bool is_given(const po::variables_map& given, const char* option) {
    return given.count(option) != 0 && !given[option].defaulted();
}

}  // namespace

void declare_program_call(po::options_description& options) {
    auto add = options.add_options();
    add("command", single_value("LINE"),
        "tune a program in a kernel's place: its line, with {NAME} where the value of a parameter "
        "stands; no shell runs it");
    add("parameters", single_value("NAME=[…] …"),
        "the parameters of --command with their values, such as 'WG=[64,128] MODE=[fast,exact]'");
    add("constraint", repeated_value("EXPR"), "what must hold of them; may be repeated");
    add("read", single_value("REGEX"),
        "what --command prints counts: the group of this expression is a figure, and the lowest "
        "one is the best; default: its time counts");
    add("higher", po::bool_switch(), "the higher figure is the better one");
    add("name", single_value("NAME"),
        "the name under which --command is stored; default: that of the program's file");
}

std::string parameter_lines(const std::string& text) {
    std::string lines = ParameterReader(text).lines();
    if (lines.empty()) refuse_parameters(text);
    return lines;
}

std::optional<Space> program_given(const po::variables_map& given) {
    if (given.count("command") == 0) {
        for (const char* option : others)
            if (is_given(given, option))
                throw Error(Exit::usage, fmt::format("--{} needs --command", option));
        return std::nullopt;
    }
    if (given.count("kernel") != 0)
        throw Error(Exit::usage, "--command is tuned in a kernel's place: leave out the kernel");
    const ProgramCall call = call_of(word_of(given, "command"));
    return read_space(space_text(given), name_of(given, call) + ".toml");
}

}  // namespace hone::cli
