// SPDX-License-Identifier: MIT
// A replay takes results from the recording, where a session would measure on the device.
#include "tuner/replay/replay.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>
#include <numeric>

#include "spaces/base/parallel.hpp"
#include "tuner/search/search_loop.hpp"

namespace hone {
namespace {

SearchProblem search_problem_of(const ReplaySpec& spec, const Candidates& candidates,
                                std::uint64_t seed) {
    const Space& space = spec.recorded.space;
    return {candidates, parameter_scales(space), derived_features(space, {}), spec.transfer, seed};
}

// The CPU time of this thread. Repeats run in parallel, and other threads' time must not count as
// the strategy's own.
double cpu_seconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// Runs `work` and adds its CPU time.
template <class Work>
auto timed(double& seconds, const Work& work) {
    const double start = cpu_seconds();
    auto result = work();
    seconds += cpu_seconds() - start;
    return result;
}

ReplayResult replay(const ReplaySpec& spec, const Candidates& candidates, std::uint64_t seed) {
    ReplayResult replayed;
    auto search = timed(replayed.strategy_seconds, [&] {
        return SearchLoop(make_strategy(spec.strategy, search_problem_of(spec, candidates, seed)));
    });
    double best = std::numeric_limits<double>::infinity();
    double seconds = 0;
    for (std::size_t trial = 0; trial < spec.budget; ++trial) {
        const auto config = timed(replayed.strategy_seconds, [&] { return search.ask(); });
        if (!config) break;
        const RecordedSpace::Result& result = spec.recorded.results.at(*config);
        seconds += result.seconds;
        best = std::min(best, result.nanoseconds.value_or(best));
        replayed.best.push_back(best);
        replayed.seconds.push_back(seconds);
        const bool stops = timed(replayed.strategy_seconds, [&] {
            search.tell(*config, result.nanoseconds);
            return search.converged();
        });
        const auto& expected = search.expected_gain();
        replayed.chances.push_back(expected ? std::optional(expected->probability) : std::nullopt);
        replayed.sure_shares.push_back(expected ? expected->best_fraction : 0);
        if (stops && !replayed.would_stop) replayed.would_stop = trial + 1;
    }
    return replayed;
}

ShareStats shares_of(std::vector<double> shares) {
    std::sort(shares.begin(), shares.end());
    const auto at = [&](double part) {
        const double position = part * static_cast<double>(shares.size() - 1);
        const auto below = static_cast<std::size_t>(position);
        const std::size_t above = std::min(below + 1, shares.size() - 1);
        return std::lerp(shares[below], shares[above], position - static_cast<double>(below));
    };
    const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
    return {sum / static_cast<double>(shares.size()), at(0.25), at(0.5), at(0.75)};
}

// The best time of a repeat after this number of trials; infinity before the first.
double best_after(const ReplayResult& one, std::size_t trials) {
    if (trials == 0 || one.best.empty()) return std::numeric_limits<double>::infinity();
    return one.best[std::min(trials, one.best.size()) - 1];
}

double best_within(const ReplayResult& one, double seconds) {
    const auto past = std::upper_bound(one.seconds.begin(), one.seconds.end(), seconds);
    return best_after(one, static_cast<std::size_t>(past - one.seconds.begin()));
}

}  // namespace

ReplayResult replay(const ReplaySpec& spec, std::uint64_t seed) {
    const std::vector<Config> configs = spec.recorded.configs();
    return replay(spec, Candidates(spec.recorded.space, configs), seed);
}

std::vector<ReplayResult> replay(const ReplaySpec& spec, std::uint64_t seed, std::size_t repeats) {
    const std::vector<Config> configs = spec.recorded.configs();
    const Candidates candidates(spec.recorded.space, configs);
    std::vector<ReplayResult> all(repeats);
    for_each_index(repeats, [&](std::size_t i) { all[i] = replay(spec, candidates, seed + i); });
    return all;
}

ShareStats shares_after(const RecordedSpace& recorded, const std::vector<ReplayResult>& all,
                        std::size_t trials) {
    std::vector<double> shares;
    for (const ReplayResult& one : all)
        shares.push_back(recorded.fastest() / best_after(one, trials));
    return shares_of(std::move(shares));
}

ShareStats shares_within(const RecordedSpace& recorded, const std::vector<ReplayResult>& all,
                         double seconds) {
    std::vector<double> shares;
    for (const ReplayResult& one : all)
        shares.push_back(recorded.fastest() / best_within(one, seconds));
    return shares_of(std::move(shares));
}

}  // namespace hone
