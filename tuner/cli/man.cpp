// SPDX-License-Identifier: MIT
// `hone man`: the manual page, from the table of commands. It has no date, so that two builds of
// one version print the same page.
#include <array>

#include <fmt/format.h>

#include "tuner/catalog/config.hpp"
#include "tuner/cli/arguments.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/help.hpp"
#include "tuner/cli/streams.hpp"
#include "tuner/cli/text_layout.hpp"

namespace hone::cli {

namespace {

struct Variable {
    std::string_view name;
    std::string_view meaning;
};

constexpr std::array variables{
    Variable{"HONE_DEVICE", "the device of commands without --device, in the same form"},
    Variable{"HONE_LOCKS",
             "the folder of the lock files by which programs that time one device wait for each "
             "other; by default /run/lock; containers that use one device have to share it"},
    Variable{"HONE_SHARE", "the folder with the spaces and kernels that come with hone"},
    Variable{"NO_COLOR", "no colors, even on a terminal, when set and not empty"},
};

std::string entry(std::string_view term, std::string_view text) {
    return fmt::format(".TP\n\\fB{}\\fR\n{}\n", troff_text(term), troff_text(text));
}

std::string entries(const std::vector<Option>& options) {
    std::string text;
    for (const auto& option : options) text += entry(option.spelling(), option.text);
    return text;
}

std::string section(const Command& command) {
    std::string text = fmt::format(".SS hone {} {}\n", command.name, troff_text(command.synopsis));
    text += fmt::format("{}.PP\n{}", as_troff(command.summary), as_troff(command.details));
    return text + entries(own_options_of(command));
}

std::string page() {
    std::string text =
        fmt::format(".TH HONE 1 \"\" \"hone {}\" \"User Commands\"\n", config::version);
    text += fmt::format(".SH NAME\nhone \\- {}\n", program.summary);
    text += fmt::format(".SH SYNOPSIS\n\\fBhone\\fR {}\n", program.synopsis);
    text += ".SH OPTIONS\n" + entries(own_options_of(program));
    text += ".PP\nEvery command takes:\n" + entries(common_options());
    text += ".SH COMMANDS\n";
    for (const Command* command : commands())
        if (!command->hidden) text += section(*command);
    text += ".SH EXIT STATUS\n";
    for (const auto& [exit, meaning] : exit_meanings())
        text += entry(fmt::to_string(static_cast<int>(exit)), meaning);
    text += ".SH ENVIRONMENT\n";
    for (const auto& [name, meaning] : variables) text += entry(name, meaning);
    return text;
}

Exit run_man(const po::variables_map& /*given*/) {
    put("{}", page());
    return Exit::done;
}

}  // namespace

const Command man_command{
    .name = "man",
    .synopsis = "",
    .summary = "print the manual page",
    .details = R"(Prints the manual page of hone, to read or to install.

  hone man | man -l -
  hone man > ~/.local/share/man/man1/hone.1
)",
    .declare = [](po::options_description& /*options*/) {},
    .words = {},
    .run = run_man,
};

}  // namespace hone::cli
