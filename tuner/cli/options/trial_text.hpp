// SPDX-License-Identifier: MIT
// Text and JSON of problems and trials, for the commands that measure.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "db/store/sustained_timing.hpp"
#include "reports/text/describe.hpp"
#include "spaces/space/problem.hpp"

namespace hone::cli {

using hone::problem_words;
/// The text of a problem that is not stored yet: its sizes in the order of the space's text.
std::string problem_words(const Problem& problem, std::string_view space = {});

/// "12.3 µs ± 0.5 %, 28.6 GB/s", or the figure that a program printed.
std::string time_and_rate(const Trial& trial, Figure figure = Figure::time);

/// Whether the keys have the same problem but differ in warm and cold caches.
bool differ_in_caches(const MeasurementKey& a, const MeasurementKey& b);
/// " (cold caches)", to distinguish such keys.
std::string caches_note(const MeasurementKey& key);

/// "3 ok, 1 failed to build": the number of configs for each outcome.
std::string outcome_counts(const std::map<Outcome, std::size_t>& counts);

nlohmann::ordered_json estimate_json(const MedianInterval& time);
/// Contains the figure if the program's figure takes the place of a time.
nlohmann::ordered_json trial_json(const Trial& trial, Figure figure = Figure::time);

/// The measurement of a config under sustained load; null if there is none.
nlohmann::ordered_json steady_json(const SustainedTiming& sustained);

/// Prints JSON on stdout.
void print_json(const nlohmann::ordered_json& answer);

}  // namespace hone::cli
