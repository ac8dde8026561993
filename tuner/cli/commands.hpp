// SPDX-License-Identifier: MIT
// The commands of the program, in the order of its help. Each is defined in a file of its name.
#pragma once

#include "tuner/cli/command.hpp"

namespace hone::cli {

extern const Command tune_command;
extern const Command new_command;
extern const Command check_space_command;
extern const Command best_command;
extern const Command show_command;
extern const Command check_command;
extern const Command why_command;
extern const Command ladder_command;
extern const Command report_command;
extern const Command site_command;
extern const Command compare_command;
extern const Command probe_command;
extern const Command cover_command;
extern const Command regret_command;
extern const Command export_command;
extern const Command capture_command;
extern const Command run_command;
extern const Command devices_command;
extern const Command occupancy_command;
extern const Command db_command;
extern const Command space_command;
extern const Command replay_command;
extern const Command worker_command;
extern const Command help_command;
extern const Command completion_command;
extern const Command man_command;

}  // namespace hone::cli
