// SPDX-License-Identifier: MIT
// The options that say what is measured, where and how, for every command that measures or asks of
// what was: declared once, read once.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spaces/space/problem.hpp"
#include "tuner/cli/command.hpp"
#include "tuner/worker/remote_bench.hpp"

namespace hone::cli {

/// A value of an option: one word, or one for each time that it is given.
po::typed_value<std::string>* one(const char* name);
po::typed_value<std::vector<std::string>>* several(const char* name);

/// --device.
void declare_device(po::options_description& options);

/// --size, --precision and --device.
void declare_problem(po::options_description& options);
/// --timeout, --build-timeout.
void declare_limits(po::options_description& options);
/// --seed, --cache and --build-options.
void declare_conditions(po::options_description& options);
/// What --cache may be.
std::vector<std::string> caches();
/// --db and --json.
void declare_store(po::options_description& options);

/// What was given, or nothing.
std::string word_of(const po::variables_map& given, const char* option);
std::vector<std::string> words_of(const po::variables_map& given, const char* option);
/// Whether this switch was given, by a command that has it.
bool is_on(const po::variables_map& given, const char* option);

/// The spaces of the word ROUTINE|KERNEL|FILE; where it is missing, a usage Error that asks.
std::vector<Space> spaces_given(const po::variables_map& given, const std::string& question);

/// The problems that were asked for: one for each --size and each of --sizes, or the spaces' own.
std::vector<Problem> problems_given(const po::variables_map& given,
                                    const std::vector<Space>& spaces);

/// What expressions of a space may read of this device and this problem.
Names known_of(const Device& device, const Problem& problem);

/// What --where restricts; a usage Error for what is no expression over the space's names.
std::vector<Constraint> restrictions(const Space& space, const po::variables_map& given);

/// How long a worker may be silent.
Limits limits_given(const po::variables_map& given);

/// What is tried, and where.
BenchSetup make_setup(const po::variables_map& given, const Found& device, const Space& space,
                      const Problem& problem);

/// The word that means this space: its name where it comes with hone, else its path.
std::string word_for(const Space& space);

/// The line that does it again: `hone tune gemm_tile --precision f32 --size …`.
std::string command_line(std::string_view command, const po::variables_map& given,
                         const Space& space, const Problem& problem);

}  // namespace hone::cli
