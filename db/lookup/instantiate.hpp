// SPDX-License-Identifier: MIT
// From a config to something that can be run here: what must hold is asked of this device and this
// problem, and the launches are worked out for them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/lookup/catalog.hpp"

namespace hone::lookup {

/// What an application asks.
struct Question {
    std::string what;  // a routine, or a kernel
    Device device;
    std::string precision;
    Settings problem;

    friend bool operator==(const Question&, const Question&) = default;
};

/// The kernel ready to be built and launched; nothing, and why, where it does not fit here. What a
/// config took where it `ran_here` already, the device has, whatever its driver says.
std::optional<TunedKernel> serve(const Version& version, const Row& config,
                                 const std::vector<Exact>& arguments, const Question& question,
                                 bool ran_here, std::string& why_not);

/// "K=512 M=512 N=512": the problem's sizes, and what is not as the recipe has it.
std::string problem_words(const Recipe& recipe, const std::vector<Exact>& arguments);

}  // namespace hone::lookup
