// SPDX-License-Identifier: MIT
// The stored bests that a command selects by its options.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "db/store/store.hpp"
#include "tuner/cli/command.hpp"

namespace hone::cli {

/// Opens the database of --db for reading; nullptr if it does not exist.
std::unique_ptr<Store> open_stored(const po::variables_map& given);

/// The bests that ROUTINE|KERNEL and --precision select, of all devices.
std::vector<Best> selected_bests(Store& store, const po::variables_map& given);

/// The same for another objective: the lowest value under sustained load for each kernel, problem
/// and device.
std::vector<SustainedBest> selected_steady_bests(Store& store, const po::variables_map& given,
                                                 Objective objective);

/// Keeps the bests of the selected devices. The word is a part of a stored device's name, the
/// beginning of its id, or a --device of this machine.
void keep_bests_of_device(std::vector<Best>& bests, Store& store, const std::string& word);

/// Reports that nothing matching is stored, and how to change that.
void say_nothing_stored(const po::variables_map& given);

}  // namespace hone::cli
