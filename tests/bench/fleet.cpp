// SPDX-License-Identifier: MIT
// The speedup of many devices: the asynchronous search of a device pool, simulated on recorded
// spaces with the recorded costs of trials. One rank answers the requests one by one, in the time
// that this takes here. One table: the time until a config within 2 % of the best, the speedup over
// one worker, the share of time in which the workers were busy, and the cost of a request; a line
// for each space, and geometric means. The efficiency may exceed 100 %: with many workers a fast
// config returns before slow ones that started with it, which a single worker has to finish first.
//   fleet FOLDER|FILE... [strategies=a,b] [repeats=31] [workers=1,4,16,64,256]
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <queue>
#include <sstream>

#include "reports/text/quantity.hpp"
#include "reports/text/table.hpp"
#include "tuner/replay/recorded_space.hpp"
#include "tuner/search/strategy.hpp"

using namespace hone;

namespace {

constexpr double near_enough = 1.02;

struct Bench {
    std::vector<RecordedSpace> spaces;
    std::vector<std::string> strategies{"auto", "random_sample"};
    std::vector<std::size_t> workers{1, 4, 16, 64, 256};
    std::size_t repeats = 31;
};

/// The results of one search, or means over many.
struct Search {
    double seconds = 0;   // until it was near enough
    double trials = 0;    // that had returned by then
    double busy = 0;      // the share of that time in which the workers were busy
    double question = 0;  // computing time of the strategy, per trial
};
constexpr std::array figures{&Search::seconds, &Search::trials, &Search::busy, &Search::question};

using Result = std::pair<const Config, RecordedSpace::Result>;

double cost(const Result& result) {
    return result.second.seconds > 0 ? result.second.seconds : 1;
}

// The CPU time of this thread: other threads do not count as the strategy's time.
double computed() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// A running trial, with its time of return.
struct Away {
    double back;
    const Result* what;
    bool operator<(const Away& other) const { return back > other.back; }  // the earliest on top
};

/// The rank that owns the strategy: it works sequentially, on the real clock.
class Head {
  public:
    Head(const std::string& strategy, const SearchProblem& problem)
        : strategy_(make_strategy(strategy, problem)) {}

    std::optional<Config> ask(double now) {
        std::optional<Config> config;
        spend(now, [&] { config = strategy_->ask(); });
        return config;
    }
    void tell(double now, const Result& result) {
        spend(now, [&] { strategy_->tell(result.first, result.second.nanoseconds); });
    }
    double free_at() const { return free_at_; }
    double spent() const { return spent_; }

  private:
    template <class Work>
    void spend(double now, Work work) {
        const double began = computed();
        work();
        const double took = computed() - began;
        spent_ += took;
        free_at_ = std::max(free_at_, now) + took;
    }

    std::unique_ptr<Strategy> strategy_;
    double free_at_ = 0;
    double spent_ = 0;
};

// Each worker requests a config when it is free, and reports its result; workers wait only for
// answers.
Search search(const RecordedSpace& recorded, const Candidates& candidates,
              const std::string& strategy, std::size_t workers, std::uint64_t seed) {
    Head head(strategy, {candidates,
                         parameter_scales(recorded.space),
                         derived_features(recorded.space, {}),
                         {},
                         seed});
    std::priority_queue<Away> away;
    Search found;
    const auto give = [&](double now) {
        if (const auto config = head.ask(now)) {
            const Result& what = *recorded.results.find(*config);
            away.push({head.free_at() + cost(what), &what});
        }
    };
    for (std::size_t w = 0; w < workers; ++w) give(0);
    while (!away.empty()) {
        const auto [now, what] = away.top();
        away.pop();
        ++found.trials;
        found.busy += cost(*what);
        found.seconds = now;
        const auto time = what->second.nanoseconds;
        if (time && *time <= near_enough * recorded.fastest()) break;
        head.tell(now, *what);
        give(now);
    }
    for (; !away.empty(); away.pop())
        found.busy += std::max(0.0, found.seconds - away.top().back + cost(*away.top().what));
    found.busy /= found.seconds * static_cast<double>(workers);
    found.question = head.spent() / found.trials;
    return found;
}
Search mean(const std::vector<Search>& all) {
    Search mean;
    for (const auto figure : figures)
        for (const Search& one : all) mean.*figure += one.*figure / static_cast<double>(all.size());
    return mean;
}

// For figures that differ by orders of magnitude between spaces.
Search geometric_mean(std::vector<Search> all) {
    for (Search& one : all)
        for (const auto figure : figures) one.*figure = std::log(one.*figure);
    Search middle = mean(all);
    for (const auto figure : figures) middle.*figure = std::exp(middle.*figure);
    return middle;
}

/// One strategy on one space: a mean for each number of workers.
using Line = std::vector<Search>;

Line measure(const Bench& bench, const RecordedSpace& recorded, const std::string& strategy) {
    const std::vector<Config> configs = recorded.configs();
    const Candidates candidates(recorded.space, configs);
    Line line;
    for (const std::size_t workers : bench.workers) {
        std::vector<Search> all;
        for (std::size_t seed = 1; seed <= bench.repeats; ++seed)
            all.push_back(search(recorded, candidates, strategy, workers, seed));
        line.push_back(mean(all));
    }
    return line;
}

Line across_spaces(const std::vector<Line>& lines) {
    Line across;
    for (std::size_t w = 0; w < lines.front().size(); ++w) {
        std::vector<Search> all;
        for (const Line& line : lines) all.push_back(line[w]);
        across.push_back(geometric_mean(std::move(all)));
    }
    return across;
}

// Relative to the smallest number of workers, one by default.
void add_rows(const Bench& bench, const std::string& space, const std::string& strategy,
              const Line& line, Table& table) {
    for (std::size_t w = 0; w < line.size(); ++w) {
        const auto count = static_cast<double>(bench.workers[w]);
        const double sooner = line[0].seconds / line[w].seconds;
        const double efficiency = sooner * static_cast<double>(bench.workers[0]) / count;
        const auto share = [](double of) { return Cell(fmt::format("{:.0f} %", 100 * of), of); };
        table.rows.push_back(
            {space, strategy, Cell(fmt::format("{}", bench.workers[w]), bench.workers[w]),
             Cell(human::time(1e9 * line[w].seconds), line[w].seconds),
             Cell(fmt::format("{:.0f}", line[w].trials), line[w].trials),
             Cell(fmt::format("{:.1f}", sooner), sooner), share(efficiency), share(line[w].busy),
             Cell(human::time(1e9 * line[w].question), line[w].question)});
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
        for (RecordedSpace& recorded : read_recorded_spaces(file))
            bench.spaces.push_back(std::move(recorded));
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
                 {"times as soon", Align::right},
                 {"efficiency", Align::right},
                 {"busy", Align::right},
                 {"a question", Align::right}}};
    for (const std::string& strategy : bench.strategies) {
        std::vector<Line> lines;
        for (const RecordedSpace& recorded : bench.spaces) {
            lines.push_back(measure(bench, recorded, strategy));
            add_rows(bench, recorded.name, strategy, lines.back(), table);
        }
        if (lines.size() > 1)
            add_rows(bench, "geometric mean", strategy, across_spaces(lines), table);
    }
    fmt::print("{}", as_text(table));
}
