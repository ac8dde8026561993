// SPDX-License-Identifier: MIT
// The possible outcomes of a trial. A failure is stored like a success.
#pragma once

#include <array>
#include <string_view>

#include "db/model/enum_words.hpp"

namespace hone {

enum class Outcome {
    ok,        ///< ran, was timed, and passed the check
    wrong,     ///< the result is wrong: the trial has the place and the error
    rejected,  ///< built, but the device's limits for this kernel forbid the launch
    build,     ///< the compiler rejected it
    launch,    ///< the driver rejected the launch
    timeout,   ///< exceeded its time limit and was stopped
    crash,     ///< crashed the worker or the device's context
    clock      ///< ran, but the clock returned zero or ran backwards
};

/// The outcomes' words, in order.
constexpr auto words_of(Outcome /*any*/) {
    return std::array<std::string_view, 8>{"ok",     "wrong",   "rejected", "build",
                                           "launch", "timeout", "crash",    "clock"};
}

}  // namespace hone
