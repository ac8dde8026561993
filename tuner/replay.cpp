// SPDX-License-Identifier: MIT
// Replaying asks the recording where a session would ask the device. The score follows the
// methodology of autotuning_methodology; in the place of its isotonic regression over pooled
// repeats stands their mean, which falls as well.
#include "tuner/replay.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>
#include <thread>

#include "tuner/search/stop.hpp"

namespace hone {
namespace {

using Time = std::chrono::steady_clock;

Ground ground_of(const Replay& what, const Candidates& candidates, std::uint64_t seed) {
    const Space& space = what.recorded.space;
    return {candidates, axes_of(space), traits_of(space, {}), what.elsewhere, seed};
}

// Runs `work` and adds what it took.
template <class Work>
auto timed(double& seconds, const Work& work) {
    const auto start = Time::now();
    auto result = work();
    seconds += std::chrono::duration<double>(Time::now() - start).count();
    return result;
}

Replayed replay(const Replay& what, const Candidates& candidates, std::uint64_t seed) {
    Replayed replayed;
    const auto strategy = timed(replayed.own_seconds, [&] {
        return make_strategy(what.strategy, ground_of(what, candidates, seed));
    });
    double best = std::numeric_limits<double>::infinity();
    double seconds = 0;
    Calm calm;
    for (std::size_t trial = 0; trial < what.budget; ++trial) {
        const auto config = timed(replayed.own_seconds, [&] { return strategy->ask(); });
        if (!config) break;
        const Recorded::Result& result = what.recorded.results.at(*config);
        seconds += result.seconds;
        best = std::min(best, result.nanoseconds.value_or(best));
        replayed.best.push_back(best);
        replayed.seconds.push_back(seconds);
        replayed.own_seconds += [&] {
            double own = 0;
            timed(own, [&] { return strategy->tell(*config, result.nanoseconds), 0; });
            return own;
        }();
        if (!replayed.would_stop && calm.lasts(strategy->outlook()))
            replayed.would_stop = trial + 1;
    }
    return replayed;
}

Shares shares_of(std::vector<double> shares) {
    std::sort(shares.begin(), shares.end());
    const auto at = [&](double part) {
        const double place = part * static_cast<double>(shares.size() - 1);
        const auto below = static_cast<std::size_t>(place);
        const std::size_t above = std::min(below + 1, shares.size() - 1);
        return std::lerp(shares[below], shares[above], place - static_cast<double>(below));
    };
    const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
    return {sum / static_cast<double>(shares.size()), at(0.25), at(0.5), at(0.75)};
}

// The best time of a repeat after so many trials, or before the first of them, infinity.
double best_after(const Replayed& one, std::size_t trials) {
    if (trials == 0 || one.best.empty()) return std::numeric_limits<double>::infinity();
    return one.best[std::min(trials, one.best.size()) - 1];
}

double best_within(const Replayed& one, double seconds) {
    const auto past = std::upper_bound(one.seconds.begin(), one.seconds.end(), seconds);
    return best_after(one, static_cast<std::size_t>(past - one.seconds.begin()));
}

// What the methodology needs of a space: its times from the slowest to the fastest, and what a
// trial costs.
struct Distribution {
    std::vector<double> slowest_first;
    double median_cost = 1, mean_cost = 1;  // 1 a trial where no costs are recorded

    explicit Distribution(const Recorded& recorded) {
        std::vector<double> costs;
        for (const auto& [config, result] : recorded.results) {
            if (result.nanoseconds) slowest_first.push_back(*result.nanoseconds);
            if (result.seconds > 0) costs.push_back(result.seconds);
        }
        std::sort(slowest_first.begin(), slowest_first.end(), std::greater<>());
        if (costs.empty()) return;
        mean_cost =
            std::accumulate(costs.begin(), costs.end(), 0.0) / static_cast<double>(costs.size());
        std::nth_element(costs.begin(),
                         costs.begin() + static_cast<std::ptrdiff_t>(costs.size() / 2),
                         costs.end());
        median_cost = costs[costs.size() / 2];
    }

    double optimum() const { return slowest_first.back(); }
    // Of random search after so many trials.
    double expected(double trials) const {
        const auto n = static_cast<double>(slowest_first.size());
        const double place = std::round(trials * (n + 1) / (trials + 1));
        return slowest_first[static_cast<std::size_t>(std::min(place, n - 1))];
    }
    std::size_t trials_to(double part) const {
        const double median = slowest_first[slowest_first.size() / 2];
        const double wanted = optimum() + (median - optimum()) * (1 - part);
        const auto first = std::find_if(slowest_first.begin(), slowest_first.end(),
                                        [&](double time) { return time <= wanted; });
        const auto place = static_cast<double>(first - slowest_first.begin());
        const auto n = static_cast<double>(slowest_first.size());
        return static_cast<std::size_t>(std::max(1.0, std::ceil(place / (n + 1 - place))));
    }
};

}  // namespace

Replayed replay(const Replay& what, std::uint64_t seed) {
    const std::vector<Config> configs = what.recorded.configs();
    return replay(what, Candidates(what.recorded.space, configs), seed);
}

std::vector<Replayed> replay(const Replay& what, std::uint64_t seed, std::size_t repeats) {
    const std::vector<Config> configs = what.recorded.configs();
    const Candidates candidates(what.recorded.space, configs);
    std::vector<Replayed> all(repeats);
    std::atomic<std::size_t> next = 0;
    std::vector<std::jthread> threads;
    const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    for (std::size_t t = 0; t < std::min(cores, repeats); ++t) {
        threads.emplace_back([&] {
            for (std::size_t i = next++; i < repeats; i = next++)
                all[i] = replay(what, candidates, seed + i);
        });
    }
    threads.clear();
    return all;
}

Shares shares_after(const Recorded& recorded, const std::vector<Replayed>& all,
                    std::size_t trials) {
    std::vector<double> shares;
    for (const Replayed& one : all) shares.push_back(recorded.fastest() / best_after(one, trials));
    return shares_of(std::move(shares));
}

Shares shares_within(const Recorded& recorded, const std::vector<Replayed>& all, double seconds) {
    std::vector<double> shares;
    for (const Replayed& one : all)
        shares.push_back(recorded.fastest() / best_within(one, seconds));
    return shares_of(std::move(shares));
}

Cutoff cutoff_of(const Recorded& recorded) {
    const Distribution distribution(recorded);
    const std::size_t first = distribution.trials_to(0.01);
    const std::size_t last = distribution.trials_to(0.95);
    return {first, last, static_cast<double>(first) * distribution.median_cost,
            static_cast<double>(last) * distribution.median_cost};
}

double score(const Recorded& recorded, const std::vector<Replayed>& all) {
    constexpr int looks = 1000;
    const Distribution distribution(recorded);
    const Cutoff cutoff = cutoff_of(recorded);
    const bool timed = all.front().seconds.empty() ? false : all.front().seconds.back() > 0;
    double sum = 0;
    for (int look = 0; look < looks; ++look) {
        const double when = std::lerp(cutoff.first_seconds, cutoff.last_seconds,
                                      static_cast<double>(look) / (looks - 1));
        double found = 0;
        for (const Replayed& one : all) {
            const double best =
                timed ? best_within(one, when) : best_after(one, static_cast<std::size_t>(when));
            // Before anything ran, nothing is better than the worst that could have.
            found += std::min(best, distribution.slowest_first.front());
        }
        found /= static_cast<double>(all.size());
        const double random =
            distribution.expected(std::max(1.0, std::round(when / distribution.mean_cost)));
        const double left = random - distribution.optimum();
        if (left > 0) sum += (random - found) / left;
    }
    return sum / looks;
}

}  // namespace hone
