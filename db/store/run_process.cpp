// SPDX-License-Identifier: MIT
// A process is identified by its id and its start time.
#include "db/store/run_process.hpp"

#include <csignal>

#include <cerrno>

#include "db/sqlite/host_clock.hpp"

namespace hone {
namespace {

// Allows a minute of difference, because clocks are adjusted while programs run.
bool is_alive(const Run& run) {
    constexpr std::int64_t minute_ms = 60'000;
    if (::kill(static_cast<pid_t>(run.pid), 0) != 0 && errno != EPERM) return false;
    const auto began = process_started_ms(run.pid);
    return !began || *began <= run.started + minute_ms;
}

}  // namespace

bool ended_early(const Run& run) {
    return run.state == State::running && run.source == Source::local && run.host == host_name() &&
           !is_alive(run);
}

std::string_view state_words(const Run& run) {
    return ended_early(run) ? "ended early" : word(run.state);
}

}  // namespace hone
