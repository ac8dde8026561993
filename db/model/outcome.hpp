// SPDX-License-Identifier: MIT
// What can become of a config that was tried. A failed one is data like any other.
#pragma once

#include <array>
#include <string_view>

#include "db/model/enum_words.hpp"

namespace hone {

enum class Outcome {
    ok,        ///< ran, was timed, and nothing was wrong
    wrong,     ///< the result is wrong: the trial says where and how much
    rejected,  ///< built, but the device's limits for this kernel forbid the launch
    build,     ///< the compiler refused
    launch,    ///< the launch was refused
    timeout,   ///< took longer than it may, and was stopped
    crash,     ///< took the worker or the device's context with it
    clock      ///< ran, but the clock said zero, or ran backwards
};

/// The outcomes' words, in order.
constexpr auto words_of(Outcome /*any*/) {
    return std::array<std::string_view, 8>{"ok",     "wrong",   "rejected", "build",
                                           "launch", "timeout", "crash",    "clock"};
}

}  // namespace hone
