// SPDX-License-Identifier: MIT
// A run: one session with one kernel on one board for one problem, with all data needed to repeat
// it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "db/model/enum_words.hpp"

namespace hone {

/// The key of a measurement. Times are comparable, and a run can be resumed, only if all five
/// fields agree.
struct MeasurementKey {
    std::string device;          // its id
    std::string kernel;          // its id
    std::string precision;       // "f32"
    std::string problem = "{}";  // canonical JSON, names in order: {"K":1024,"M":1024,"N":1024}
    std::string conditions =
        "{}";  // canonical JSON of other influences on a time: cache, build options

    friend bool operator==(const MeasurementKey&, const MeasurementKey&) = default;
};

enum class State { running, finished, interrupted };
constexpr auto words_of(State /*any*/) {
    return std::array<std::string_view, 3>{"running", "finished", "interrupted"};
}

/// The origin of a run: hone itself, or an imported file.
enum class Source { local, import };
constexpr auto words_of(Source /*any*/) {
    return std::array<std::string_view, 2>{"local", "import"};
}

/// The clock of the times: the device's events, the host's clock, or unknown.
enum class TimedBy { device, host, unknown };
constexpr auto words_of(TimedBy /*any*/) {
    return std::array<std::string_view, 3>{"device", "host", "unknown"};
}

struct Run {
    std::string id;  // set by the store
    MeasurementKey key;
    std::string strategy;
    std::int64_t seed = 0;
    std::string options = "{}";  // canonical JSON; options without influence on times: budgets
    std::string candidates;      // size of the space, in decimal: may exceed 64 bits
    TimedBy clock = TimedBy::device;
    std::string tool;     // "hone 0.1.0"
    std::string command;  // the command line that repeats the run
    std::string host;     // host and pid: set by the store if empty
    std::int64_t pid = 0;
    std::string pci, uuid;     // of the board
    std::int64_t started = 0;  // milliseconds since 1970; set by the store unless imported
    std::int64_t ended = 0;    // 0 while it runs
    State state = State::running;
    Source source = Source::local;
    std::string origin;  // the imported file; empty for local measurements
};

/// The run's id: its key, and where and when it began. It does not depend on its progress.
std::string id_of(const Run& run);

}  // namespace hone
