// SPDX-License-Identifier: MIT
// The possible outcomes of a trial, and who is at fault for a failure. A failure is stored like a
// success.
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

/// Who is at fault for a failure.
enum class AtFault {
    config,     ///< the config
    device,     ///< the device or its driver: it is gone, or lacks memory or other resources
    time_limit  ///< a check at another size took too long; the result may be correct
};

constexpr auto words_of(AtFault /*any*/) {
    return std::array<std::string_view, 3>{"config", "device", "time_limit"};
}

/// Who is at fault for an error code of OpenCL: the device, if it is not available (-2), is out of
/// memory or other resources (-4, -5, -6), or has no times for an event (-7).
constexpr AtFault at_fault_by(int opencl_status) {
    constexpr std::array<int, 5> of_device{-2, -4, -5, -6, -7};
    for (const int status : of_device)
        if (status == opencl_status) return AtFault::device;
    return AtFault::config;
}

}  // namespace hone
