// SPDX-License-Identifier: MIT
// The recorded spaces and options that benchmarks of the search read from the command line.
#pragma once

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "spaces/base/error.hpp"
#include "tuner/replay/recorded_space.hpp"
#include "tuner/search/strategy.hpp"

namespace hone {

struct BenchOptions {
    std::vector<RecordedSpace> spaces;
    std::vector<std::string> strategies;  // all by default
    std::size_t repeats = 50;
    std::size_t budget = 200;
};

inline void add_recordings(const std::filesystem::path& path, BenchOptions& options) {
    std::vector<std::filesystem::path> files;
    if (!std::filesystem::is_directory(path)) files.push_back(path);
    if (files.empty())
        for (const auto& entry : std::filesystem::directory_iterator(path))
            if (entry.path().filename().string().find(".csv") != std::string::npos)
                files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (const auto& file : files)
        for (RecordedSpace& recorded : read_recorded_spaces(file))
            options.spaces.push_back(std::move(recorded));
}

inline void set_bench_option(const std::string& name, const std::string& value,
                             BenchOptions& options) {
    if (name == "repeats") options.repeats = std::stoul(value);
    if (name == "budget") options.budget = std::stoul(value);
    std::istringstream list(value);
    for (std::string each; name == "strategies" && std::getline(list, each, ',');)
        options.strategies.push_back(each);
}

/// Words are NAME=VALUE, or a file or folder of recordings. Throws a usage Error without
/// recordings.
inline BenchOptions read_bench_options(int count, char** words) {
    BenchOptions options;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        const auto equals = word.find('=');
        if (equals == std::string::npos)
            add_recordings(word, options);
        else
            set_bench_option(word.substr(0, equals), word.substr(equals + 1), options);
    }
    if (options.spaces.empty())
        throw Error(Exit::usage, "which recorded spaces? Say a folder or files");
    if (options.strategies.empty())
        for (const StrategyKind& kind : strategies()) options.strategies.emplace_back(kind.name);
    return options;
}

/// The recordings of the same kernel on all other devices.
inline std::vector<TransferTrials> recordings_of_others(const RecordedSpace& recorded,
                                                        const std::vector<RecordedSpace>& all) {
    std::vector<TransferTrials> others;
    for (const RecordedSpace& other : all)
        if (&other != &recorded && other.kernel == recorded.kernel)
            others.push_back(other.times_for(recorded.space));
    return others;
}

}  // namespace hone
