// SPDX-License-Identifier: MIT
// Launchers pass each program its number in environment variables. If an array of jobs starts
// several tasks each, the number of shards is the product of both counts.
#include "tuner/cli/options/shard_option.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <span>

namespace hone::cli {
namespace {

/// The variables of a launcher: the number, the count, the first number and the step.
struct Launcher {
    const char* which = nullptr;
    const char* of = nullptr;
    const char* first = nullptr;
    const char* step = nullptr;
};

constexpr std::array arrays{Launcher{"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT",
                                     "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_STEP"}};

// mpirun under Slurm starts one Slurm task for each host, so Open MPI's variables take precedence.
// Slurm's job-wide variables are not used: only a step has task numbers.
constexpr std::array tasks{Launcher{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                           Launcher{"PMI_RANK", "PMI_SIZE"},
                           Launcher{"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"}};

std::optional<std::uint64_t> number(std::string_view digits) {
    std::uint64_t value = 0;
    const auto* end = digits.data() + digits.size();
    const auto [stopped, error] = std::from_chars(digits.data(), end, value);
    return error == std::errc{} && stopped == end ? std::optional(value) : std::nullopt;
}

std::optional<std::uint64_t> launcher_variable(const char* name) {
    const char* said = name ? std::getenv(name) : nullptr;
    return said ? number(said) : std::nullopt;
}

std::optional<Shard> said_by(const Launcher& launcher) {
    const auto which = launcher_variable(launcher.which);
    const auto of = launcher_variable(launcher.of);
    const std::uint64_t first = launcher_variable(launcher.first).value_or(0);
    const std::uint64_t step =
        std::max<std::uint64_t>(launcher_variable(launcher.step).value_or(1), 1);
    if (!which || !of || *which < first) return std::nullopt;
    const std::uint64_t number = (*which - first) / step;
    return number < *of ? std::optional(Shard{number, *of}) : std::nullopt;
}

std::optional<Shard> first_of(std::span<const Launcher> launchers) {
    for (const Launcher& launcher : launchers)
        if (const auto shard = said_by(launcher)) return shard;
    return std::nullopt;
}

Shard from_environment() {
    const auto array = first_of(arrays);
    const auto task = first_of(tasks);
    if (array && task) return {array->which * task->of + task->which, array->of * task->of};
    if (array) return *array;
    if (task) return *task;
    throw Error(Exit::usage, "--shard auto: no variables of Slurm, Open MPI or PMI are set",
                "use a part such as --shard 1/4");
}

}  // namespace

Shard read_shard(std::string_view text) {
    if (text == "auto") return from_environment();
    const auto slash = std::min(text.find('/'), text.size());
    const auto which = number(text.substr(0, slash));
    const auto of = number(text.substr(std::min(slash + 1, text.size())));
    if (which && of && *which >= 1 && *which <= *of) return {*which - 1, *of};
    throw Error(Exit::usage, fmt::format("--shard '{}' is not a part of a whole", text),
                "use 1/4 to 4/4, or auto");
}

std::string text(const Shard& shard) {
    return fmt::format("{}/{}", hone::text(shard.which + 1), hone::text(shard.of));
}

}  // namespace hone::cli
