// SPDX-License-Identifier: MIT
// A run: one session with one kernel on one board for one problem, and what makes it repeatable.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "db/model/enum_words.hpp"

namespace hone {

/// What a time was measured for. Times are compared, and a run is resumed, only where all five
/// agree.
struct MeasurementKey {
    std::string device;          // its id
    std::string kernel;          // its id
    std::string precision;       // "f32"
    std::string problem = "{}";  // canonical JSON, names in order: {"K":1024,"M":1024,"N":1024}
    std::string conditions =
        "{}";  // canonical JSON of what else a time depends on: cache, build options

    friend bool operator==(const MeasurementKey&, const MeasurementKey&) = default;
};

enum class State { running, finished, interrupted };
constexpr auto words_of(State /*any*/) {
    return std::array<std::string_view, 3>{"running", "finished", "interrupted"};
}

/// Who measured: hone itself, or somebody whose file was imported.
enum class Source { local, import };
constexpr auto words_of(Source /*any*/) {
    return std::array<std::string_view, 2>{"local", "import"};
}

/// Whose clock the times are: the device's events, the host's, or nobody knows.
enum class TimedBy { device, host, unknown };
constexpr auto words_of(TimedBy /*any*/) {
    return std::array<std::string_view, 3>{"device", "host", "unknown"};
}

struct Run {
    std::string id;  // given by the store
    MeasurementKey key;
    std::string strategy;
    std::int64_t seed = 0;
    std::string options = "{}";  // canonical JSON of what no time depends on: budgets, thresholds
    std::string candidates;      // how many the space has, in decimal: may exceed 64 bits
    TimedBy clock = TimedBy::device;
    std::string tool;     // "hone 0.1.0"
    std::string command;  // the line that does it again
    std::string host;     // host and pid: given by the store where empty
    std::int64_t pid = 0;
    std::string pci, uuid;     // of the board
    std::int64_t started = 0;  // milliseconds since 1970; given by the store unless imported
    std::int64_t ended = 0;    // 0 while it runs
    State state = State::running;
    Source source = Source::local;
    std::string origin;  // the file that brought it; empty for what was measured here
};

/// The run's id: what it is about, and where and when it began; not how it went on.
std::string id_of(const Run& run);

}  // namespace hone
