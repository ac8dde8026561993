// SPDX-License-Identifier: MIT
// The pieces of which rules.cpp makes the one table, and the words that all of them use.
#pragma once

#include <span>
#include <string>

#include "tuner/devices/occupancy.hpp"
#include "tuner/pruning/rule.hpp"

namespace hone {

/// What the device cannot run.
std::span<const Rule> hard_rules();
/// What leaves the device idle.
std::span<const Rule> load_rules();
/// What reaches memory in a slow way.
std::span<const Rule> access_rules();

inline Finding silent(std::string why) {
    return {Finding::Answer::silent, std::move(why)};
}
inline Finding found(bool holds, std::string figures) {
    return {holds ? Finding::Answer::holds : Finding::Answer::broken, std::move(figures)};
}

/// "does not apply: …" for a device without occupancy or of an unknown architecture; else empty.
std::string without_occupancy(const Question& question);

/// What one work-group of the main launch takes: as it was built, else as the space estimates.
GroupNeeds needs_of(const Question& question);

}  // namespace hone
