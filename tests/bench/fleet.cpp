// SPDX-License-Identifier: MIT
// What many devices buy: the asynchronous search of a crew, simulated on recorded spaces by what
// each trial cost there. One table of the time until a config within 2 % of the best was found, and
// of the efficiency against one worker, for a strategy and its random rival; and what a question
// costs. Run as: fleet FOLDER|FILE... [strategies=a,b] [repeats=11] [workers=1,4,16,64,256]
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <queue>
#include <sstream>

#include "reports/quantity.hpp"
#include "reports/table.hpp"
#include "tuner/recorded.hpp"
#include "tuner/search/strategy.hpp"

using namespace hone;

namespace {

constexpr double near_enough = 1.02;

struct Bench {
    std::vector<Recorded> spaces;
    std::vector<std::string> strategies{"auto", "random_sample"};
    std::vector<std::size_t> workers{1, 4, 16, 64, 256};
    std::size_t repeats = 11;
};

/// What one search took.
struct Search {
    double seconds = 0;      // until it was near enough
    double trials = 0;       // that had come back by then
    double own_seconds = 0;  // that the strategy computed, for each trial
};

/// A trial under way: when it comes back.
struct Away {
    double back;
    const std::pair<const Config, Recorded::Result>* what;
    bool operator<(const Away& other) const { return back > other.back; }  // the soonest on top
};

double cost(const Recorded::Result& result) {
    return result.seconds > 0 ? result.seconds : 1;
}

// Each worker asks when it is free, and tells when it is done; nobody waits for anybody.
Search search(const Recorded& recorded, const Candidates& candidates, const std::string& strategy,
              std::size_t workers, std::uint64_t seed) {
    using Clock = std::chrono::steady_clock;
    const auto began = Clock::now();
    const Ground ground{
        candidates, axes_of(recorded.space), traits_of(recorded.space, {}), {}, seed};
    const auto asked = make_strategy(strategy, ground);
    const double goal = near_enough * recorded.fastest();
    std::priority_queue<Away> away;
    Search found;
    const auto send = [&](double now) {
        const auto config = asked->ask();
        if (!config) return;
        const auto& entry = *recorded.results.find(*config);
        away.push({now + cost(entry.second), &entry});
    };
    for (std::size_t w = 0; w < workers; ++w) send(0);
    while (!away.empty()) {
        const Away next = away.top();
        away.pop();
        ++found.trials;
        found.seconds = next.back;
        const auto time = next.what->second.nanoseconds;
        if (time && *time <= goal) break;
        asked->tell(next.what->first, time);
        send(next.back);
    }
    found.own_seconds = std::chrono::duration<double>(Clock::now() - began).count() / found.trials;
    return found;
}

double median(std::vector<Search> all, double Search::*figure) {
    const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
    std::ranges::nth_element(all, middle, {}, figure);
    return *middle.*figure;
}

void add_rows(const Bench& bench, const Recorded& recorded, const std::string& strategy,
              Table& table) {
    const std::vector<Config> configs = recorded.configs();
    const Candidates candidates(recorded.space, configs);
    double alone = 0;
    for (const std::size_t workers : bench.workers) {
        std::vector<Search> all;
        for (std::size_t seed = 1; seed <= bench.repeats; ++seed)
            all.push_back(search(recorded, candidates, strategy, workers, seed));
        const double seconds = median(all, &Search::seconds);
        const double own = median(all, &Search::own_seconds);
        if (alone == 0) alone = seconds * static_cast<double>(workers);
        const double efficiency = alone / (seconds * static_cast<double>(workers));
        table.rows.push_back({recorded.name, strategy, Cell(fmt::format("{}", workers), workers),
                              Cell(human::time(1e9 * seconds), seconds),
                              Cell(fmt::format("{:.0f}", median(all, &Search::trials)),
                                   median(all, &Search::trials)),
                              Cell(fmt::format("{:.1f}", alone / seconds), alone / seconds),
                              Cell(fmt::format("{:.0f} %", 100 * efficiency), efficiency),
                              Cell(human::time(1e9 * own), own)});
    }
}

std::vector<std::string> parts(const std::string& list) {
    std::vector<std::string> all;
    std::istringstream words(list);
    for (std::string word; std::getline(words, word, ',');) all.push_back(word);
    return all;
}

void read(Bench& bench, const std::filesystem::path& path) {
    std::vector<std::filesystem::path> files{path};
    if (std::filesystem::is_directory(path)) {
        files.clear();
        for (const auto& entry : std::filesystem::directory_iterator(path))
            if (entry.path().string().find(".csv") != std::string::npos)
                files.push_back(entry.path());
        std::ranges::sort(files);
    }
    for (const auto& file : files)
        for (Recorded& recorded : read_recorded(file)) bench.spaces.push_back(std::move(recorded));
}

Bench bench_of(int count, char** words) {
    Bench bench;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        const std::string value = word.substr(word.find('=') + 1);
        if (word.starts_with("strategies=")) {
            bench.strategies = parts(value);
        } else if (word.starts_with("repeats=")) {
            bench.repeats = std::stoul(value);
        } else if (word.starts_with("workers=")) {
            bench.workers.clear();
            for (const std::string& part : parts(value)) bench.workers.push_back(std::stoul(part));
        } else {
            read(bench, word);
        }
    }
    return bench;
}

}  // namespace

int main(int count, char** words) {
    const Bench bench = bench_of(count, words);
    Table table{{{"space"},
                 {"strategy"},
                 {"workers", Align::right},
                 {"to within 2 %", Align::right},
                 {"trials", Align::right},
                 {"times as fast", Align::right},
                 {"efficiency", Align::right},
                 {"a question", Align::right}}};
    for (const Recorded& recorded : bench.spaces)
        for (const std::string& strategy : bench.strategies)
            add_rows(bench, recorded, strategy, table);
    fmt::print("{}", as_text(table));
}
