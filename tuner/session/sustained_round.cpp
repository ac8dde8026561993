// SPDX-License-Identifier: MIT
// Chooses the configs to measure under sustained load, and ranks them.
#include "tuner/session/sustained_round.hpp"

#include <algorithm>

#include "spaces/base/error.hpp"
#include "tuner/worker/timeouts.hpp"

namespace hone {
namespace {

constexpr double near_least = 1.05;
constexpr std::size_t least_measured = 4;  // configs, unless they are hopeless
constexpr double hopeless = 2;             // times the best median
constexpr std::size_t most_repeated = 4;
constexpr const char* late = "the time was over before a config ran under sustained load";

/// How much slower than the fastest a config may be. Power differs less between configs than time
/// does, so a slower config may have the lowest energy.
struct Width {
    double within;     // times the best median
    std::size_t most;  // configs
};

Width width_of(Objective objective) {
    switch (objective) {
        case Objective::energy:
            return {1.5, 12};
        case Objective::edp:
            return {1.25, 10};
        default:
            return {1.15, 8};
    }
}

class SustainedRound {
  public:
    SustainedRound(Evaluator& evaluator, Objective objective, const FinalCandidates& candidates,
                   const std::atomic<bool>& stop)
        : evaluator_(evaluator), objective_(objective), candidates_(candidates), stop_(stop) {}

    SustainedRanking run(const std::vector<Trial>& finals) {
        for (auto& [config, trial] : admitted(finals)) measure(config, trial);
        rank();
        for (std::size_t i = 0; i < std::min(most_repeated, entries_.size()); ++i) repeat(i);
        rank();
        SustainedRanking ranking{.fault = entries_.empty() ? fault_ : ""};
        for (Entry& entry : entries_) ranking.finalists.push_back(std::move(entry.finalist));
        return ranking;
    }

  private:
    struct Entry {
        Config config;
        SustainedFinalist finalist;
    };

    double value(const SustainedTiming& sustained) const {
        return *value_of(sustained, objective_);
    }

    /// The fastest configs, and the defaults unless they are hopeless.
    std::vector<std::pair<Config, Trial>> admitted(const std::vector<Trial>& finals) const {
        std::vector<std::pair<Config, Trial>> all;
        for (const auto& [config, trial] : candidates_.fastest)
            all.emplace_back(config, newest(config, trial, finals));
        std::ranges::sort(all, {}, [](const auto& one) { return one.second.time.median; });
        if (all.empty()) return all;
        const double fastest = fastest_ns(all.front().second);
        std::size_t rank = 0;
        std::erase_if(all, [&](const auto& one) {
            return !is_admitted(one.first, one.second.time.median / fastest, rank++);
        });
        return all;
    }

    /// `behind`: the config's time relative to the fastest.
    bool is_admitted(const Config& config, double behind, std::size_t rank) const {
        const auto [within, most] = width_of(objective_);
        if (config == candidates_.always_timed || rank < least_measured) return behind <= hopeless;
        return rank < most && behind <= within;
    }

    double fastest_ns(const Trial& trial) const {
        const double own = trial.time.median;
        const double other = candidates_.other_kernel_ns;
        return other > 0 ? std::min(own, other) : own;
    }

    Trial newest(const Config& config, const Trial& known, const std::vector<Trial>& finals) const {
        const std::string text = evaluator_.text_of(config);
        const auto found = std::ranges::find(finals, text, &Trial::config);
        return found == finals.end() ? known : *found;
    }

    bool is_over() const { return stop_ || candidates_.time.all_is_over(); }

    std::optional<SustainedTiming> measured(const Config& config) {
        if (is_over()) {
            fault_ = late;
            return std::nullopt;
        }
        try {
            if (evaluator_.known_wrong(config) || evaluator_.failed_size_check(config))
                return std::nullopt;
            return measure_objective(evaluator_, config, objective_, fault_);
        } catch (const TimeIsUp&) {
            fault_ = late;
        }
        return std::nullopt;
    }

    void measure(const Config& config, const Trial& trial) {
        auto sustained = measured(config);
        if (!sustained) return;
        sustained->trial = trial.id;
        evaluator_.store().add(*sustained);
        entries_.push_back({config, {trial, *sustained}});
    }

    void repeat(std::size_t index) {
        SustainedTiming& known = entries_[index].finalist.sustained;
        if (value(known) > near_least * value(entries_[0].finalist.sustained)) return;
        const auto again = measured(entries_[index].config);
        if (!again) return;
        known = joined(known, *again);
        evaluator_.store().add(known);
    }

    void rank() {
        std::ranges::sort(entries_, {},
                          [this](const Entry& entry) { return value(entry.finalist.sustained); });
    }

    Evaluator& evaluator_;
    Objective objective_;
    const FinalCandidates& candidates_;
    const std::atomic<bool>& stop_;
    std::vector<Entry> entries_;
    std::string fault_ = "no config came near enough to the fastest to run under sustained load";
};

}  // namespace

std::optional<SustainedTiming> measure_objective(Evaluator& evaluator, const Config& config,
                                                 Objective objective, std::string& fault) {
    constexpr double seconds = 2;
    SustainedResult result = evaluator.time_sustained(config, seconds);
    if (result.outcome == Outcome::ok && value_of(result.sustained, objective))
        return std::move(result.sustained);
    fault = result.outcome == Outcome::ok ? result.sustained.message : result.message;
    return std::nullopt;
}

SustainedTiming joined(const SustainedTiming& a, const SustainedTiming& b) {
    const double runs_a = a.seconds / a.run_ns;
    const double runs_b = b.seconds / b.run_ns;
    const auto by_run = [&](double of_a, double of_b) {
        return (of_a * runs_a + of_b * runs_b) / (runs_a + runs_b);
    };
    const auto by_time = [&](double of_a, double of_b) {
        return (of_a * a.seconds + of_b * b.seconds) / (a.seconds + b.seconds);
    };
    SustainedTiming both = a;
    both.seconds = a.seconds + b.seconds;
    both.run_ns = by_run(a.run_ns, b.run_ns);
    both.joules = by_run(a.joules, b.joules);
    both.watts = by_time(a.watts, b.watts);
    both.clock_mhz = by_time(a.clock_mhz, b.clock_mhz);
    if (both.throttled.empty()) both.throttled = b.throttled;
    return both;
}

SustainedRanking rank_sustained(Evaluator& evaluator, Objective objective,
                                const FinalCandidates& candidates, const std::vector<Trial>& finals,
                                const std::atomic<bool>& stop) {
    return SustainedRound(evaluator, objective, candidates, stop).run(finals);
}

}  // namespace hone
