// SPDX-License-Identifier: MIT
// What a config takes under steady load, as a person reads it.
#pragma once

#include <string>

#include "db/store/steady_timing.hpp"

namespace hone {

/// "12.3 µs, 8.45 mJ, 681 W, 1,515 MHz, held back by its power limit": what is known of it.
std::string load_words(const SteadyTiming& steady);

/// "55.1 GFLOP/J": the work per joule, or "–".
std::string work_per_joule(double flops, double bytes, double joules);

/// "energy", as the objective is called in a sentence.
std::string objective_words(Objective objective);

}  // namespace hone
