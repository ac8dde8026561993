// SPDX-License-Identifier: MIT
// `hone completion SHELL`: prints a script, written from the table of commands, that completes
// commands, options and known values. A shell that runs this at startup has the current values.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "reports/text/shell_quote.hpp"
#include "tuner/cli/arguments.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/help.hpp"
#include "tuner/cli/streams.hpp"

namespace hone::cli {

namespace {

// What the shell may complete at one position: known values, and files if these are allowed.
struct Offer {
    std::vector<std::string> values = {};
    bool files = false;

    std::string line() const { return fmt::format("{}", fmt::join(values, " ")); }
};

Offer offer(const Command& command, const Option& option, bool otherwise) {
    const AllowedValues* allowed = allowed_values_for(command, option.name);
    return allowed == nullptr ? Offer{{}, otherwise}
                              : Offer{allowed->values(), allowed->open_ended};
}

Offer for_option(const Command& command, const Option& option) {
    return offer(command, option, option.value.find("FILE") != std::string::npos);
}

// All positional arguments of a command together, so that the shells need not count positions.
Offer for_words(const Command& command) {
    Offer all;
    for (const auto& word : words_of(command)) {
        const Offer one = offer(command, word, true);
        all.values.insert(all.values.end(), one.values.begin(), one.values.end());
        all.files = all.files || one.files;
    }
    return all;
}

std::string dashed(const std::vector<Option>& options) {
    std::vector<std::string> all;
    for (const auto& option : options) all.push_back("--" + option.name);
    return fmt::format("{}", fmt::join(all, " "));
}

std::vector<const Command*> shown_commands() {
    std::vector<const Command*> shown;
    for (const Command* command : commands())
        if (!command->hidden) shown.push_back(command);
    return shown;
}

std::string escaped(std::string_view text, std::string_view special, std::string_view before) {
    std::string safe;
    for (const char letter : text) {
        if (special.find(letter) != std::string_view::npos) safe += before;
        safe += letter;
    }
    return safe;
}

// bash

std::string bash_case(std::string_view pattern, std::string_view name, const Offer& offered) {
    return fmt::format("        {}) {}={}{} ;;\n", pattern, name, shell_quoted(offered.line()),
                       offered.files ? " files=yes" : "");
}

std::string bash_command(const Command& command) {
    std::string cases;
    for (const auto& option : options_of(command)) {
        if (!option.takes_value()) continue;
        std::string pattern = fmt::format("\"{} --{}\"", command.name, option.name);
        if (!option.letter.empty())
            pattern += fmt::format(" | \"{} -{}\"", command.name, option.letter);
        cases += bash_case(pattern, "values", for_option(command, option));
    }
    const std::string rest =
        fmt::format("options={} words", shell_quoted(dashed(options_of(command))));
    return cases + bash_case(fmt::format("\"{} \"*", command.name), rest, for_words(command));
}

std::string bash() {
    std::string cases;
    for (const Command* command : shown_commands()) cases += bash_command(*command);
    return fmt::format(R"(# bash completion of hone. Load it with: source <(hone completion bash)
_hone() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}}
    local options= words= values= files=
    [[ $word == = ]] && word=
    [[ $before == = ]] && before=${{COMP_WORDS[COMP_CWORD - 2]}}
    if ((COMP_CWORD == 1)); then
        options={} words={}
    else
        case "${{COMP_WORDS[1]}} $before" in
{}        esac
    fi
    [[ $word == -* && -n $options ]] && words=$options files=
    mapfile -t COMPREPLY < <(compgen ${{files:+-f}} -W "$words $values" -- "$word")
}}
complete -o filenames -F _hone hone
)",
                       shell_quoted(dashed(options_of(program))),
                       shell_quoted(fmt::format("{}", fmt::join(command_names(), " "))), cases);
}

// zsh

std::string zsh_text(std::string_view text) {
    return escaped(text, "[]:\\", "\\");
}

std::string zsh_offer(const Offer& offered) {
    const std::string_view files = offered.files ? "_files" : "";
    if (offered.values.empty()) return std::string(files);
    return fmt::format("{{compadd -- {}; {}}}", zsh_text(offered.line()), files);
}

std::string zsh_spec(std::string_view text) {
    return fmt::format(" \\\n            {}", shell_quoted(text));
}

std::string zsh_option(const Command& command, const Option& option) {
    std::string tail = fmt::format("[{}]", zsh_text(option.text));
    if (option.takes_value())
        tail +=
            fmt::format(":{}:{}", zsh_text(option.value), zsh_offer(for_option(command, option)));
    const std::string spec = zsh_spec("--" + option.name + tail);
    return option.letter.empty() ? spec : spec + zsh_spec("-" + option.letter + tail);
}

std::string zsh_command(const Command& command) {
    std::string specs;
    for (const auto& option : options_of(command)) specs += zsh_option(command, option);
    if (const Offer words = for_words(command); words.files || !words.values.empty())
        specs += zsh_spec("*:word:" + zsh_offer(words));
    return fmt::format("    {}) _arguments{} ;;\n", command.name, specs);
}

std::string zsh() {
    std::string names;
    std::string cases;
    for (const Command* command : shown_commands()) {
        names += zsh_spec(fmt::format("{}:{}", command->name, zsh_text(command->summary)));
        cases += zsh_command(*command);
    }
    return fmt::format(R"(#compdef hone
# zsh completion of hone. Load it with: source <(hone completion zsh)
_hone() {{
    local -a names=({})
    if ((CURRENT == 2)); then
        _describe command names
        return
    fi
    shift words
    ((CURRENT--))
    case $words[1] in
{}    esac
}}
if [[ $funcstack[1] == _hone ]]; then _hone "$@"; else compdef _hone hone; fi
)",
                       names, cases);
}

// fish

std::string fish_quoted(std::string_view text) {
    return "'" + escaped(text, "'\\", "\\") + "'";
}

std::string fish_offer(const Offer& offered) {
    const std::string values = offered.values.empty() ? "" : " -a " + fish_quoted(offered.line());
    return values + (offered.files ? " -F" : " -f");
}

std::string fish_command(const Command& command) {
    const std::string when =
        fmt::format("complete -c hone -n '__fish_seen_subcommand_from {}'", command.name);
    std::string lines = fmt::format("complete -c hone -n __fish_use_subcommand -f -a {} -d {}\n",
                                    command.name, fish_quoted(command.summary));
    if (const Offer words = for_words(command); words.files || !words.values.empty())
        lines += when + fish_offer(words) + "\n";
    for (const auto& option : options_of(command)) {
        lines += fmt::format("{} -l {}", when, option.name);
        if (!option.letter.empty()) lines += " -s " + option.letter;
        if (option.takes_value()) lines += " -r" + fish_offer(for_option(command, option));
        lines += fmt::format(" -d {}\n", fish_quoted(option.text));
    }
    return lines;
}

std::string fish() {
    std::string script =
        "# fish completion of hone. Load it with: hone completion fish | source\ncomplete -c hone "
        "-f\n";
    for (const Command* command : shown_commands()) script += fish_command(*command);
    return script;
}

struct Shell {
    std::string_view name;
    std::string (*script)();
};

constexpr std::array shells{Shell{"bash", bash}, Shell{"zsh", zsh}, Shell{"fish", fish}};

std::vector<std::string> shell_names() {
    std::vector<std::string> names;
    for (const auto& shell : shells) names.emplace_back(shell.name);
    return names;
}

void declare_completion(po::options_description& options) {
    options.add_options()("shell", po::value<std::string>()->required(), "bash, zsh or fish");
}

Exit run_completion(const po::variables_map& given) {
    const auto& asked = given["shell"].as<std::string>();
    put("{}", std::ranges::find(shells, asked, &Shell::name)->script());
    return Exit::done;
}

constexpr std::array<std::string_view, 1> completion_words{"shell"};
constexpr std::array completion_allowed_values{AllowedValues{"shell", shell_names}};

}  // namespace

const Command completion_command{
    .name = "completion",
    .synopsis = "bash|zsh|fish",
    .summary = "print a completion script for a shell",
    .details =
        R"(Add the line of your shell to its startup file. The Tab key then completes commands, options and
their values.

  source <(hone completion bash)        # in ~/.bashrc
  source <(hone completion zsh)         # in ~/.zshrc, after compinit
  hone completion fish | source         # in ~/.config/fish/config.fish
)",
    .declare = declare_completion,
    .words = completion_words,
    .run = run_completion,
    .allowed_values = completion_allowed_values,
};

}  // namespace hone::cli
