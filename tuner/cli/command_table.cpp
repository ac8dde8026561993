// SPDX-License-Identifier: MIT
// The table of commands, in the order of the help. A new command needs its own file and two lines
// here.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "spaces/base/did_you_mean.hpp"
#include "tuner/cli/commands.hpp"

namespace hone::cli {

namespace {

constexpr std::array table{
    &tune_command,    &new_command,     &check_space_command, &best_command,       &show_command,
    &check_command,   &why_command,     &ladder_command,      &cover_command,      &regret_command,
    &export_command,  &capture_command, &run_command,         &report_command,     &site_command,
    &compare_command, &probe_command,   &devices_command,     &occupancy_command,  &db_command,
    &space_command,   &replay_command,  &help_command,        &completion_command, &man_command,
    &worker_command,
};

}  // namespace

std::span<const Command* const> commands() {
    return table;
}

std::vector<std::string> command_names() {
    std::vector<std::string> names;
    for (const Command* command : commands())
        if (!command->hidden) names.emplace_back(command->name);
    return names;
}

const Command& find_command(std::string_view name) {
    const auto found =
        std::ranges::find(commands(), name, [](auto* command) { return command->name; });
    if (found != commands().end()) return **found;
    throw Error(Exit::usage,
                fmt::format("unknown command '{}'{}", name, did_you_mean(name, command_names())),
                "`hone help` lists the commands");
}

}  // namespace hone::cli
