// SPDX-License-Identifier: MIT
// The parts of the table of rules, and their common functions.
#pragma once

#include <span>
#include <string>

#include "tuner/devices/occupancy.hpp"
#include "tuner/pruning/rule.hpp"

namespace hone {

/// Limits of the device.
std::span<const Rule> limit_rules();
/// Rules about idle compute units and unhidden latency.
std::span<const Rule> occupancy_rules();
/// Rules about slow memory access.
std::span<const Rule> memory_rules();

inline RuleResult not_applicable(std::string why) {
    return {RuleResult::Status::not_applicable, std::move(why)};
}
inline RuleResult rule_result(bool holds, std::string figures) {
    return {holds ? RuleResult::Status::holds : RuleResult::Status::violated, std::move(figures)};
}

/// Why a rule about work-groups does not apply.
inline constexpr const char* group_of_driver = "does not apply: the driver chooses the work-group";

/// "does not apply: …" for a device without occupancy or of an unknown architecture; otherwise
/// empty.
std::string without_occupancy(const RuleInput& input);

/// The resources of one work-group of the main launch: those of the built kernel, or the space's
/// estimates before the build.
GroupNeeds needs_of(const RuleInput& input);

}  // namespace hone
