// SPDX-License-Identifier: MIT
// The measurement of a config under sustained load, as text.
#pragma once

#include <string>

#include "db/store/sustained_timing.hpp"

namespace hone {

/// "12.3 µs, 8.45 mJ, 681 W, 1,515 MHz, held back by its power limit": the known figures.
std::string load_words(const SustainedTiming& sustained);

/// "55.1 GFLOP/J": the work per joule, or "–".
std::string work_per_joule(double flops, double bytes, double joules);

/// "energy": the objective's name in a sentence.
std::string objective_words(Objective objective);

}  // namespace hone
