// SPDX-License-Identifier: MIT
// What commands that look back have in common: the database as it is, and which of its bests are
// meant.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "db/store/store.hpp"
#include "tuner/cli/command.hpp"

namespace hone::cli {

/// The database of --db, to be read; nothing where there is none yet.
std::unique_ptr<Store> open_stored(const po::variables_map& given);

/// The bests that the word ROUTINE|KERNEL and --precision mean, of every device.
std::vector<Best> bests_meant(Store& store, const po::variables_map& given);

/// Keeps those of the devices that the word means: a part of a stored device's name, the beginning
/// of its id, or what --device means on this machine.
void keep_device(std::vector<Best>& bests, Store& store, const std::string& word);

/// Says that nothing is stored of what was asked for, and how to change that.
void say_nothing_stored(const po::variables_map& given);

}  // namespace hone::cli
