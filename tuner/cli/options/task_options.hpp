// SPDX-License-Identifier: MIT
// The options of every command that measures: what, where and how. Each is declared and parsed here
// once.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "spaces/space/problem.hpp"
#include "tuner/cli/command.hpp"
#include "tuner/planning/size_plan.hpp"
#include "tuner/worker/remote_bench.hpp"

namespace hone::cli {

/// The value of an option: one string; for a repeated option, one for each time.
po::typed_value<std::string>* single_value(const char* name);
po::typed_value<std::vector<std::string>>* repeated_value(const char* name);

/// --device.
void declare_device(po::options_description& options);

/// --size, --precision and --device.
void declare_problem(po::options_description& options);
/// --timeout, --build-timeout.
void declare_timeouts(po::options_description& options);
/// --seed, --cache and --build-options.
void declare_conditions(po::options_description& options);
/// The values of --cache.
std::vector<std::string> caches();
/// --db and --json.
void declare_store(po::options_description& options);

/// --trust-databases.
void declare_trust(po::options_description& options);

/// The value of an option; empty if it was not given.
std::string word_of(const po::variables_map& given, const char* option);

/// Each --parameters NAME=[A,B] as a name and a list; throws a usage Error with an example if
/// malformed.
std::map<std::string, std::string> value_lists(const po::variables_map& given,
                                               const std::string& example);
std::vector<std::string> words_of(const po::variables_map& given, const char* option);
/// Whether this switch was given.
bool is_on(const po::variables_map& given, const char* option);

/// The problems that --size and --sizes name.
struct ProblemsGiven {
    std::vector<Problem> problems;
    std::vector<SizesWanted> ranges;  // whose sizes are chosen later
};

/// The problems of --size and --sizes, or the space's default; ranges are returned as such.
ProblemsGiven problems_and_ranges(const po::variables_map& given, const std::vector<Space>& spaces);

/// The same, with ranges replaced by evenly spaced sizes.
std::vector<Problem> problems_given(const po::variables_map& given,
                                    const std::vector<Space>& spaces);

/// The constraints of --where; throws a usage Error for an invalid expression.
std::vector<Constraint> restrictions(const Space& space, const po::variables_map& given);

/// The timeouts of a worker.
Timeouts timeouts_given(const po::variables_map& given);

}  // namespace hone::cli
